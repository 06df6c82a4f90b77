import { expect, it } from 'vitest';
import { endpoints } from '../../src/service/http/endpoints.ts';
import { freshSqlite } from '../postgres.ts';
import { exchange, type ServiceClient, useTestService } from './start.ts';

const service = useTestService();
const off = useTestService(freshSqlite, { apiAccess: false });

const paths = Object.values(endpoints).flatMap(({ path }) => (path === '/api/schema/' ? [] : [path]));

async function expectPage(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('<h1>Not Found</h1>');
}

it.each([...paths, '/api/schema/', '/api/', '/api', '/api/users', '/api/nothing/'])(
  'has nothing at %s while API access is off',
  async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      await expectPage(await off.call(path, { method }));
    }
  },
);

it.each(['/api/nothing/', '/api/users/1/', '/API/users/', '/api/', '/', '/admin/', '/api/%zz'])(
  'answers the wrong address %s with a page',
  async (path) => expectPage(await service.call(path)),
);

it.each(paths)('redirects %s without its slash, whatever the method', async (path) => {
  for (const method of ['GET', 'POST']) {
    const answer = await service.call(`${path.slice(0, -1)}?a=1`, { method });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `${path}?a=1`]);
  }
});

it('answers under any host name: it has no list of its own, and no page to set it up at', async () => {
  expect(await sendRaw(service, 'GET', '/api/employees/')).toBe(401);
  expect(await sendRaw(service, 'GET', '/setup/')).toBe(404);
});

/** @returns the status of a request whose address no client tidies up */
async function sendRaw(to: ServiceClient, method: string, target: string): Promise<number> {
  const head = `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
  return Number((await exchange(to, head)).split(' ', 2)[1]);
}

/** Other spellings of an address: its first letter as `%xx`, or with a suffix. */
const spellings: [string, (path: string) => string][] = [
  [
    'with a letter of the last part escaped',
    (path) =>
      path.replace(
        /\/(\w)(\w+)\/$/,
        (_all, first: string, rest: string) => `/%${first.charCodeAt(0).toString(16)}${rest}/`,
      ),
  ],
  ['with a letter of the first part escaped', (path) => path.replace('/a', '/%61')],
  ['with a fragment behind it', (path) => `${path}#x`],
];

it.each(spellings)(
  'asks for a token at an address written %s, and has nothing there while API access is off',
  async (_title, spell) => {
    for (const path of paths)
      for (const method of ['GET', 'POST', 'OPTIONS', 'PUT'])
        expect([
          await sendRaw(service, method, spell(path)),
          await sendRaw(off, method, spell(path)),
        ]).toEqual([401, 404]);
    expect(await sendRaw(off, 'GET', spell('/api/schema/'))).toBe(404);
  },
);
