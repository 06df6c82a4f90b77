import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshSqlite } from '../postgres.ts';
import { startTestService, type TestService } from '../service/start.ts';
import { startReleasedDeployment } from './released-deployment.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(await freshSqlite());
  await service.operator.seedDemo();
});
afterAll(() => service.stop());

/** Runs what `npm run contract --` runs. */
async function contract(...parameters: string[]) {
  const child = spawn(process.execPath, ['test/contract/main.ts', ...parameters]);
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: code as unknown, said, complained };
}

it('reads only, names every rule, and ends with 0 when all are kept', async () => {
  const before = await service.operator.listUsers();
  const { code, said, complained } = await contract('--url', service.url, '--token', service.token);
  expect([code, complained]).toEqual([0, '']);
  expect(said).toMatch(/^kept {5}2\.3, 4 +lists employees, each with an integer id$/m);
  expect(said).toMatch(/^(\d+) of \1 rules are kept\.$/m);
  expect(said).toContain('Nothing was written; --write checks creation and offboarding too.');
  expect(await service.operator.listUsers()).toEqual(before);
});

it('creates people with --write, and nobody who is not named for it', async () => {
  const before = (await service.operator.listUsers()).length;
  expect((await contract('--url', service.url, '--token', service.token, '--write')).code).toBe(0);
  const added = (await service.operator.listUsers()).slice(before);
  expect(added.length).toBeGreaterThan(5);
  expect(new Set(added.map(({ name }) => name))).toEqual(new Set(['Contract Check']));
});

it('ends with 1 and says which rule a server does not keep', async () => {
  const token = 'f'.repeat(40);
  const employees = [{ email: 'hr@acme.example', role: 1 as const }];
  const deployment = await startReleasedDeployment({ token, employees });
  const { code, said } = await contract('--url', deployment.url, '--token', token, '--write');
  expect(code).toBe(1);
  expect(said).toMatch(/^NOT KEPT 2\.1 +gives back the id of the created object/m);
  await deployment.stop();
});

it.each<[string, () => string[], number, string]>([
  [
    'a token that is not known',
    () => [service.url, 'x'],
    2,
    'Nothing was checked: the server does not know this token.',
  ],
  [
    'no API at the address',
    () => [`${service.url}/x`, 'x'],
    2,
    'there is no API at this address, or it is switched off',
  ],
  ['no server', () => ['http://127.0.0.1:1', 'x'], 2, 'the server cannot be reached'],
  ['no address', () => ['nonsense', 'x'], 64, 'nonsense is no address'],
])('says in one sentence that there is %s', async (_title, given, status, sentence) => {
  const [url = '', token = ''] = given();
  const { code, said, complained } = await contract('--url', url, '--token', token);
  expect([code, said]).toEqual([status, '']);
  expect(complained).toContain(sentence);
});

it('shows how it is used, asked or used wrongly', async () => {
  const { code, said } = await contract('--help');
  expect([code, said]).toEqual([0, expect.stringContaining('npm run contract -- --url ADDRESS')]);
  for (const wrong of [[], ['--frob'], ['extra'], ['--url', service.url]]) {
    const { code, complained } = await contract(...wrong);
    expect([code, complained]).toEqual([64, expect.stringContaining('npm run contract -- --url ADDRESS')]);
  }
});
