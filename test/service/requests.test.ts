import { request as httpRequest } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../src/service/http/endpoints.ts';
import { useCleanup } from '../cleanup.ts';
import { writtenLog } from '../journeys/office.ts';
import { exchange, startPlain, useTestService } from './start.ts';

const service = useTestService();
const json = 'application/json';
let managerToken: string;
let inactiveToken: string;
let removedToken: string;

beforeAll(async () => {
  const { operator } = service;
  const [manager, inactive, removed] = [
    await service.hire({ role: 2 }),
    await service.hire({ role: 1 }),
    await service.hire({ role: 1 }),
  ];
  managerToken = await operator.createToken(manager.email);
  inactiveToken = await operator.createToken(inactive.email);
  removedToken = await operator.createToken(removed.email);
  await operator.removeUser(inactive.email, { keepRecord: true });
  await operator.removeUser(removed.email);
});

const guarded = Object.values(endpoints).filter(({ path }) => path !== '/api/schema/');

it.each<[string, () => string | null, number, string]>([
  ['no header', () => null, 401, 'Authentication credentials were not provided.'],
  ['another scheme', () => 'Bearer x', 401, 'Authentication credentials were not provided.'],
  [
    'a login',
    () => `Basic ${btoa(`admin:${service.token}`)}`,
    401,
    'Authentication credentials were not provided.',
  ],
  ['an unknown token', () => `Token ${'0'.repeat(40)}`, 401, 'Invalid token.'],
  ['a token of another length', () => `Token ${service.token.slice(0, 8)}`, 401, 'Invalid token.'],
  ['no token', () => 'Token', 401, 'Invalid token header. No credentials provided.'],
  [
    'a token with a space',
    () => 'Token a b',
    401,
    'Invalid token header. Token string should not contain spaces.',
  ],
  ['the token of an inactive user', () => `Token ${inactiveToken}`, 401, 'User inactive or deleted.'],
  ['the token of a removed user', () => `Token ${removedToken}`, 401, 'Invalid token.'],
  [
    'the token of a manager',
    () => `Token ${managerToken}`,
    403,
    'You do not have permission to perform this action.',
  ],
])('lets nobody in with %s, on any endpoint', async (_title, header, status, detail) => {
  for (const { path, method } of guarded) {
    const authorization = header();
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: authorization === null ? {} : { authorization },
    });
    expect([answer.status, await answer.json()]).toEqual([status, { detail }]);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Token' : null);
  }
});

it('gives nothing for a token in a cookie or in the address', async () => {
  const cookie = `sessionid=${service.token}; token=${service.token}`;
  const answer = await fetch(`${service.url}/api/employees/?token=${service.token}`, { headers: { cookie } });
  expect(answer.status).toBe(401);
});

it.each(guarded)(
  'takes at $path no method but $method, and says what is allowed',
  async ({ path, method }) => {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter((other) => other !== method);
    for (const other of others) {
      const answer = await service.call(path, { method: other });
      expect([answer.status, await answer.json()]).toEqual([
        405,
        { detail: `Method "${other}" not allowed.` },
      ]);
      expect(answer.headers.get('allow')).toBe(method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS');
    }
  },
);

it('answers HEAD on a list, without a body', async () => {
  const answer = await service.call('/api/employees/', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

it.each(['text/html', 'application/xml', 'text/*'])('refuses to answer in %s', async (accept) => {
  expect(await service.ask('/api/employees/', { headers: { accept } })).toEqual([
    406,
    { detail: 'Could not satisfy the request Accept header.' },
  ]);
});

it.each(['*/*', 'application/*', 'application/json; indent=4', 'text/html, */*;q=0.8'])(
  'answers in JSON when %s is accepted',
  async (accept) => {
    const answer = await service.call('/api/employees/', { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, json]);
  },
);

/** Posts a body as it is; without a type, it's the one of the body. @returns status and JSON of the answer */
async function send(
  body: NonNullable<RequestInit['body']>,
  type: string | null = json,
): Promise<[number, unknown]> {
  const headers = { authorization: `Token ${service.token}`, ...(type !== null && { 'content-type': type }) };
  const answer = await fetch(`${service.url}/api/users/`, { method: 'POST', headers, body });
  expect(answer.headers.get('content-type')).toBe(json);
  return [answer.status, await answer.json()];
}

it.each([
  '{"a":',
  "{'a':1}",
  '{"a":1}x',
  '{"a":"x\ny"}',
  '{"role":-Infinity}',
  'NaN',
  '  ',
  '\ufeff{}',
  '['.repeat(400_000),
])('refuses $0, which is no JSON', async (body) => {
  expect(await send(body)).toEqual([400, { detail: 'The body is not valid JSON.' }]);
});

it('refuses bytes that are no UTF-8', async () => {
  const refused = [400, { detail: 'The body is not valid UTF-8.' }];
  expect(await send(new Uint8Array([0x7b, 0xff, 0x7d]))).toEqual(refused);
});

it.each(['utf-8', '"UTF-8"', 'nonsense'])('reads JSON as UTF-8 in the charset %s', async (charset) => {
  const body = JSON.stringify({ role: 'Zoë' });
  const wrongRole = { role: ['"Zoë" is not a valid choice.'] };
  expect(await send(body, `application/json; charset=${charset}`)).toMatchObject([400, wrongRole]);
});

it.each(['text/plain', 'application/xml', 'garbage'])('refuses a body of type %s', async (type) => {
  const detail = `Unsupported media type "${type}" in request.`;
  expect(await send('{}', type)).toEqual([415, { detail }]);
});

it('takes an empty body for one that says nothing', async () => {
  expect(await send('')).toMatchObject([400, { first_name: ['This field is required.'] }]);
});

it('refuses a body over the 2.5 MB of released deployments, and reads one just below', async () => {
  const message = (length: number) =>
    JSON.stringify({ message: 'x'.repeat(length - '{"message":""}'.length) });
  const large = await send(message(2_621_441));
  expect(large).toEqual([413, { detail: 'The body is larger than 2621440 bytes.' }]);
  expect(await send(message(2_621_440))).toMatchObject([400, {}]);
});

it.each([
  ['a method that does not exist', 'FOO /api/users/ HTTP/1.1\r\nhost: x\r\n\r\n', '400 Bad Request'],
  ['what is no request', 'hello\r\n\r\n', '400 Bad Request'],
  [
    'headers without an end',
    `GET /api/users/ HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
])('refuses %s', async (_title, bytes, status) => {
  expect((await exchange(service, bytes)).startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
});

it('takes forms', async () => {
  const sent = { first_name: 'Form', start_day: '2030-01-02' };
  const fields = { ...sent, last_name: 'Url', role: '0', buddy: '', timezone: '' };
  const encoded = new URLSearchParams({ ...fields, email: 'form@acme.example' });
  const multipart = new FormData();
  for (const [name, value] of Object.entries({ ...fields, email: 'parts@acme.example' }))
    multipart.append(name, value);
  for (const body of [encoded, multipart])
    expect(await send(body, null)).toMatchObject([201, { ...sent, buddy: null, timezone: 'UTC' }]);
});

it.each([
  ['sequences', 'sequences'],
  ['sequences[0]', 'sequences[1]'],
])('takes every value of a list in a form as %s and %s', async (first, second) => {
  const [, problem] = await send(new URLSearchParams(`${first}=98&${second}=x`), null);
  expect(problem).toMatchObject({ sequences: { 1: ['A valid integer is required.'] } });
});

it('refuses a form that does not have the form it names', async () => {
  const refused = [400, { detail: 'The body is not a valid multipart form.' }];
  expect(await send('garbage', 'multipart/form-data; boundary=x')).toEqual(refused);
});

it('refuses a request before its body is read', async () => {
  const status = await new Promise((resolve) => {
    const sent = httpRequest(`${service.url}/api/users/`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
    });
    sent.on('response', (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.flushHeaders();
  });
  expect(status).toBe(401);
});

const cleanup = useCleanup();

it.each([
  [false as const, '203.0.113.7', '127.0.0.1'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [['127.0.0.0/8'], '203.0.113.7', '203.0.113.7'],
  [['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
])('with the proxies %j and the header “%s” the log says %s', async (trustProxy, forwarded, from) => {
  const { lines, log } = writtenLog();
  const service = await startPlain('sqlite::memory:', { trustProxy, log });
  cleanup.later(service.stop);
  await fetch(`${service.url}/api/employees/`, { headers: { 'x-forwarded-for': forwarded } });
  await expect.poll(() => lines.map((line) => JSON.parse(line).from).filter(Boolean)).toEqual([from]);
});
