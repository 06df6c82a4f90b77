import { spawnSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { type Mishap, startProxy } from '../faults/proxy.ts';
import { inWhole } from '../faults/trials.ts';
import { useTestService } from '../service/start.ts';
import { textOf } from '../source-files.ts';
import { checkContract } from './command.ts';
import { type Release, startReleasedDeployment } from './released-deployment.ts';

const cleanup = useCleanup();

const service = useTestService();
beforeAll(() => service.operator.seedDemo());

async function contract(...parameters: string[]) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await checkContract(
    parameters,
    (line) => said.push(line),
    (line) => complained.push(line),
  );
  return { code, said: said.join('\n'), complained: complained.join('\n') };
}

it('reads only, names every rule, and ends with 0 where everything is as it should be', async () => {
  const before = await service.operator.listUsers();
  const { code, said, complained } = await contract('--url', service.url, '--token', service.token);
  expect([code, complained]).toEqual([0, '']);
  expect(said).toMatch(/^This looks like Frontdesk’s own onboarding service\.$/m);
  expect(said).toMatch(/^OK {6}lists employees, each with an integer id$/m);
  expect(said).not.toMatch(/NOTE|LIMIT|PROBLEM/);
  expect(said).toContain('Nothing was written. --write checks creation and offboarding too.');
  expect(said).toMatch(/^Supported as it is\.$/m);
  expect(await service.operator.listUsers()).toEqual(before);
});

it('creates people with --write, and nobody who is not named for it', async () => {
  const before = (await service.operator.listUsers()).length;
  expect((await contract('--url', service.url, '--token', service.token, '--write')).code).toBe(0);
  const added = (await service.operator.listUsers()).slice(before);
  expect(added.length).toBeGreaterThan(5);
  expect(new Set(added.map(({ name }) => name))).toEqual(new Set(['Contract Check']));
});

const token = 'f'.repeat(40);

async function released(release: Release) {
  const employees = [{ email: 'hr@acme.example', role: 1 as const }];
  const deployment = await startReleasedDeployment({ token, employees, release });
  cleanup.later(deployment.stop);
  return deployment;
}

/** Jargon that must not appear in the output. */
const forInsiders = /undefined|null|!==|===|\{|deepEqual|strictly|Assertion|kept/i;

it.each<[Release, number, string[], string]>([
  [
    'v2.4.1',
    0,
    [
      'This looks like ChiefOnboarding 2.4.1 or newer.',
      'NOTE    No id in the answer: Frontdesk looks the person up by their email address.',
      'NOTE    The server doesn’t promise that repeats are safe (Idempotency-Key)',
    ],
    'Supported as it is.',
  ],
  [
    'v2.0.32',
    3,
    [
      'This looks like ChiefOnboarding 2.0.32 to 2.4.0.',
      'LIMIT   This version has no offboarding. Update ChiefOnboarding to 2.4.1 or newer',
      'LIMIT   Adding somebody with the role Other ends in a server error',
      'Seen: status 500 instead of 201.',
    ],
    'Supported with limits: what is marked LIMIT is missing or works less well.',
  ],
  [
    'v2.0.20',
    1,
    [
      'This looks like ChiefOnboarding 2.0.15 to 2.0.31.',
      'PROBLEM Only the old endpoint is there (/api/newhires/), which makes every new hire an administrator.',
      'update ChiefOnboarding to 2.0.32 or newer.',
    ],
    'Not supported: what is marked PROBLEM has to be fixed first.',
  ],
])(
  'tells whoever runs ChiefOnboarding %s what it means for them',
  async (release, status, lines, verdict) => {
    const deployment = await released(release);
    const { code, said, complained } = await contract('--url', deployment.url, '--token', token, '--write');
    expect([code, complained]).toEqual([status, '']);
    for (const line of lines) expect(said).toContain(line);
    expect(said.trimEnd().split('\n').at(-1)).toBe(verdict);
    expect(said).not.toMatch(forInsiders);
    expect(deployment.employees().filter(({ role }) => role === 1)).toHaveLength(1);
  },
);

type Answer = Mishap['answer'] | undefined;

/** Server that answers some requests otherwise than the released deployment behind it. */
async function insteadOf(answerTo: (method: string, path: string) => Answer): Promise<string> {
  const deployment = await released('v2.4.1');
  const { url } = await startProxy(cleanup, deployment.url, (method, path) => {
    const answer = answerTo(method, path);
    return answer === undefined ? undefined : { when: 'before', answer };
  });
  return url;
}

const json = (status: number, body: string) => ({ status, body, type: 'application/json' });
const toList = (body: string) => (method: string, path: string) =>
  method === 'GET' && path === '/api/employees/' ? json(200, body) : undefined;

it.each<[string, (method: string, path: string) => Answer, number, string]>([
  [
    'takes everything, and stops at once',
    (method) => (method === 'POST' ? json(201, '{}') : undefined),
    1,
    'The server accepted something that has to be refused',
  ],
  [
    'shows the employees to anyone',
    toList('[{"id":1}]'),
    1,
    'PROBLEM Anyone can read /api/employees/ without a valid token.',
  ],
  [
    'has a list of employees that is none',
    toList('{"people":[]}'),
    1,
    'Seen: an answer that is not of this API.',
  ],
  [
    'has a list that never ends',
    toList('{"results":[{"id":1}],"next":"/api/employees/?page=2"}'),
    1,
    'Seen: the pages of a list do not end.',
  ],
  [
    'breaks a connection on the way',
    (method, path) => (method === 'POST' && path === '/api/offboarding/' ? 'drop' : undefined),
    2,
    'Not everything could be checked. Run it again when the server answers.',
  ],
  [
    'refuses nothing at its field',
    (method, path) =>
      method === 'POST' && path === '/api/users/' ? json(400, '{"detail":"No."}') : undefined,
    3,
    'LIMIT   When a form has an unknown role, people can’t see at the field what to correct.',
  ],
])('says of a server that %s what it means, and how it ends', async (_title, answerTo, status, sentence) => {
  const url = await insteadOf(answerTo);
  const { code, said, complained } = await contract('--url', url, '--token', token);
  expect([code, complained, said]).toEqual([status, '', expect.stringContaining(sentence)]);
  expect(said).not.toMatch(forInsiders);
});

it.each<[string, () => string[], number, string]>([
  [
    'a token that is not known',
    () => [service.url, 'x'],
    2,
    'Nothing was checked: the server doesn’t know this token.',
  ],
  [
    'no API at the address',
    () => [`${service.url}/x`, 'x'],
    2,
    'there is no API at this address, or it is switched off: set API_ACCESS=True',
  ],
  ['no server', () => ['http://127.0.0.1:1', 'x'], 2, 'the server can’t be reached'],
  ['a token no header can carry', () => [service.url, 'tökèn\nx'], 64, 'copy it again'],
  ['no address', () => ['nonsense', 'x'], 64, 'nonsense isn’t an address'],
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

inWhole('is run by npm run contract, with its arguments, its two outputs and its exit code', () => {
  const [program, ...script] = JSON.parse(textOf('package.json')).scripts.contract.split(' ');
  expect(program).toBe('node');
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...script, ...args], {
      encoding: 'utf8',
    });
    return [status, stdout, stderr];
  };
  expect(run('--help')).toEqual([0, expect.stringContaining('npm run contract -- --url ADDRESS'), '']);
  const wrong = expect.stringContaining('nonsense isn’t an address');
  expect(run('--url', 'nonsense', '--token', 'x')).toEqual([64, '', wrong]);
});
