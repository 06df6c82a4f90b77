import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import type { Terminal } from '../terminal.ts';
import { serviceCommand } from './cli.ts';
import { startService } from './service.ts';

let folder: string;
let printed: string[];
let complained: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  printed = [];
  complained = [];
});

function settings() {
  const databaseUrl = `sqlite:${join(folder, 'service.db')}`;
  return {
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    timezone: 'Europe/Lisbon',
    language: 'pt',
    apiAccess: true,
  };
}

/** Runs one command line, as a person would type it after `service`. */
async function run(...parameters: string[]): Promise<void> {
  const terminal: Terminal = {
    env: {},
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
    readSecret: async () => '',
    untilStopped: async () => {},
  };
  const command = serviceCommand(terminal, settings, silentLog).exitOverride();
  for (const each of command.commands) each.exitOverride().configureOutput({ writeErr: () => {} });
  await command.parseAsync(parameters, { from: 'user' });
}

const ada = ['user', 'add', 'ada@acme.example', '--first', 'Ada', '--last', 'Min'];

it('makes a token that the API takes, shows it once, and revokes it', async () => {
  await run('migrate');
  await run(...ada);
  await run('token', 'create', 'Ada@acme.example');
  const token = printed.at(-1) ?? '';
  expect(token).toMatch(/^[0-9a-f]{40}$/);
  expect(complained).toEqual([]);
  const service = await startService({ ...settings(), log: silentLog() });
  const ask = () => fetch(`${service.url}/api/sequences/`, { headers: { authorization: `Token ${token}` } });
  expect((await ask()).status).toBe(200);
  await run('token', 'revoke', 'ada@acme.example');
  expect(printed.at(-1)).toBe('Revoked 1 tokens of ada@acme.example.');
  expect((await ask()).status).toBe(401);
  await service.stop();
});

it('warns that the token of somebody who is no administrator will be refused', async () => {
  await run('migrate');
  await run('user', 'add', 'bo@acme.example', '--first', 'Bo', '--last', 'K', '--role', 'manager');
  await run('token', 'create', 'bo@acme.example');
  expect(complained).toEqual(['bo@acme.example is not an administrator: the API will refuse this token.']);
});

it.each([
  ['a database that is not migrated', [], ['user', 'list'], 'Run "service migrate" first.'],
  [
    'an address that nobody has',
    [['migrate']],
    ['token', 'create', 'x@acme.example'],
    'Nobody has the address x@acme.example',
  ],
  ['a taken address', [['migrate'], ada], ada, 'Somebody with the address ada@acme.example exists already.'],
  [
    'a wrong address',
    [['migrate']],
    ['user', 'add', 'ada', '--first', 'A', '--last', ' '],
    'email: Enter a valid email address.',
  ],
  [
    'a sequence without a name',
    [['migrate']],
    ['sequence', 'add'],
    'Give the name of the sequence, or --file',
  ],
  [
    'a file that is not there',
    [['migrate']],
    ['sequence', 'add', '--file', '/nowhere.yaml'],
    'The file /nowhere.yaml cannot be read.',
  ],
  [
    'a task that is not there',
    [['migrate'], ada],
    ['timeline', 'ada@acme.example', '--done', '7'],
    'There is no task 7 in this timeline.',
  ],
] as const)('says what is wrong with %s', async (_title, before, command, sentence) => {
  for (const each of before) await run(...each);
  await expect(run(...command)).rejects.toThrow(sentence);
});

it('names every wrong field of a new person', async () => {
  await run('migrate');
  const failed = run('user', 'add', 'ada', '--first', 'A', '--last', 'B', '--timezone', 'Mars');
  await expect(failed).rejects.toThrow(
    'email: Enter a valid email address.\ntimezone: "Mars" is not a valid choice.',
  );
});

const yaml = `
- name: First week
  kind: onboarding
  tasks:
    - { day: -1, owner: hr, text: Set the desk up }
    - { day: 0, owner: manager, text: Say hello }
- name: Leaving
  kind: offboarding
`;
const csv = `sequence,kind,day,owner,text
First week,onboarding,-1,hr,Set the desk up
First week,onboarding,0,manager,"Say hello, kindly"
Leaving,offboarding,0,hr,Say goodbye
`;

it.each([
  ['week.yaml', yaml, ['1\tonboarding\tFirst week\t2 tasks', '2\toffboarding\tLeaving\t0 tasks']],
  ['week.csv', csv, ['1\tonboarding\tFirst week\t2 tasks', '2\toffboarding\tLeaving\t1 tasks']],
])('adds the sequences of %s', async (name, content, lines) => {
  writeFileSync(join(folder, name), content);
  await run('migrate');
  await run('sequence', 'add', '--file', join(folder, name));
  printed = [];
  await run('sequence', 'list');
  expect(printed).toEqual(lines);
});

it.each([
  ['bad.yaml', '- name: X\n  kind: sideways\n  tasks: [{ day: x, owner: me, text: a }]', 'entry 1 › kind'],
  ['bad.csv', 'sequence,kind,day,owner,text\nX,onboarding,1.5,hr,Do\n', 'entry 1 › day'],
  ['broken.yaml', '- name: "X', 'broken.yaml'],
  ['empty.csv', 'sequence,kind,day,owner,text\n', 'the whole file'],
])('says where %s is wrong and adds nothing', async (name, content, place) => {
  writeFileSync(join(folder, name), content);
  await run('migrate');
  await expect(run('sequence', 'add', '--file', join(folder, name))).rejects.toThrow(place);
  printed = [];
  await run('sequence', 'list');
  expect(printed).toEqual([]);
});

it('seeds the demo company once, and shows people, sequences and timelines', async () => {
  await run('seed-demo');
  await run('seed-demo');
  expect(printed.slice(-2)).toEqual([
    'Added 40 people and 12 sequences of the demo company.',
    'Added 0 people and 0 sequences of the demo company.',
  ]);
  await run('user', 'list');
  expect(printed).toContain('1\tines.duarte@acme.example\tInes Duarte\tAdministrator');
  await run('timeline', 'ines.duarte@acme.example');
  expect(printed.slice(-2)).toEqual(['First day Fri 1 March 2024 (Europe/Lisbon)', 'No tasks.']);
});

it('removes a person, or keeps the record and ends only the tokens', async () => {
  await run('migrate');
  await run(...ada);
  await run('token', 'create', 'ada@acme.example');
  await run('user', 'remove', 'ada@acme.example', '--keep-record');
  printed = [];
  await run('user', 'list');
  expect(printed).toEqual(['1\tada@acme.example\tAda Min\tAdministrator\t1 token\tinactive']);
  await run('user', 'remove', 'ada@acme.example');
  printed = [];
  await run('user', 'list');
  expect(printed).toEqual([]);
});

it('starts the service until it is asked to stop, and says where', async () => {
  await run('start');
  expect(complained[0]).toMatch(/^The onboarding service is listening on http:\/\/127\.0\.0\.1:\d+\./);
});
