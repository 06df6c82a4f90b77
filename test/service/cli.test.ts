import { expect, it } from 'vitest';
import { openOperator } from '../../src/service/operator.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { serverThat } from '../journeys/office.ts';
import { runFrontdesk } from '../journeys/program.ts';
import { onEachDatabase } from '../postgres.ts';
import { openCommandLine, useCommandLine } from './command-line.ts';
import { startPlain } from './start.ts';

const cleanup = useCleanup();
const commandLine = useCommandLine();

const adaAlone = ['user', 'add', 'ada@acme.example', '--first', 'Ada', '--last', 'Min'];
const bo = ['user', 'add', 'bo@acme.example', '--first', 'Bo', '--last', 'K'];
const ada = [...adaAlone, '--role', 'administrator'];

it('makes a token that the API takes, shows it once, and revokes it', async () => {
  await commandLine.run(...ada);
  await commandLine.run('token', 'create', 'Ada@acme.example');
  const token = commandLine.printed.at(-1) ?? '';
  expect(token).toMatch(/^[0-9a-f]{40}$/);
  expect(commandLine.complained).toEqual([]);
  const service = await startPlain(commandLine.databaseUrl);
  const ask = () => fetch(`${service.url}/api/sequences/`, { headers: { authorization: `Token ${token}` } });
  expect((await ask()).status).toBe(200);
  await commandLine.run('token', 'revoke', 'ada@acme.example');
  expect(commandLine.printed.at(-1)).toBe('Revoked 1 token of ada@acme.example.');
  expect((await ask()).status).toBe(401);
  await service.stop();
});

it('makes the first person an administrator, says so in the help too, and asks for the role of others', async () => {
  expect(await commandLine.answer(...adaAlone)).toEqual([
    'Added ada@acme.example with id 1 as administrator.',
    'The first person is an administrator, who can see and change everybody through the API.',
  ]);
  expect(commandLine.help('user', 'add')).toContain('The first one is an administrator');
  await expect(commandLine.run(...bo)).rejects.toThrow(
    'Say which role it is: --role new-hire|administrator|manager|other. Nobody was added.',
  );
  expect(await commandLine.answer('user', 'list')).toHaveLength(1);
  expect(await commandLine.answer(...bo, '--role', 'other')).toEqual([
    'Added bo@acme.example with id 2 as other.',
  ]);
  const cy = ['user', 'add', 'cy@acme.example', '--first', 'Cy', '--last', 'L', '--role', 'administrator'];
  expect(await commandLine.answer(...cy)).toEqual(['Added cy@acme.example with id 3 as administrator.']);
});

it('warns that the token of somebody who is no administrator will be refused', async () => {
  await commandLine.run(...bo, '--role', 'manager');
  await commandLine.run('token', 'create', 'bo@acme.example');
  expect(commandLine.complained).toEqual([
    'bo@acme.example is not an administrator: the API will refuse this token.',
  ]);
  await commandLine.run(...ada);
  await commandLine.run('user', 'remove', 'ada@acme.example', '--keep-record');
  await commandLine.run('token', 'create', 'ada@acme.example');
  expect(commandLine.complained.at(-1)).toBe('ada@acme.example is inactive: the API will refuse this token.');
});

it.each<[string, string[], string]>([
  [
    'an address that nobody has',
    ['token', 'create', 'x@acme.example'],
    'Nobody has the address x@acme.example',
  ],
  ['a taken address', ada, 'Somebody with the address ada@acme.example exists already.'],
  [
    'every wrong field of a person',
    ['user', 'add', 'ada', '--first', 'A', '--last', 'B', '--role', 'other', '--timezone', 'Mars'],
    'email: Enter a valid email address.\ntimezone: "Mars" is not a valid choice.',
  ],
  ['a sequence without a name', ['sequence', 'add'], 'Give the name of the sequence, or --file'],
  ['a blank name of a sequence', ['sequence', 'add', '  '], 'Give the name of the sequence'],
  [
    'a name beside a file',
    ['sequence', 'add', 'Week', '--file', 'week.yaml'],
    'Give a name or --file, not both',
  ],
  [
    'a file that is not there',
    ['sequence', 'add', '--file', '/nowhere.yaml'],
    'The file /nowhere.yaml cannot be read.',
  ],
  [
    'a file of people that is not there',
    ['user', 'import', '/nowhere.csv'],
    'The file /nowhere.csv cannot be',
  ],
  [
    'a task that is not there',
    ['timeline', 'ada@acme.example', '--done', '7'],
    'There is no task 7 in this timeline.',
  ],
])('says what is wrong with %s', async (_title, command, sentence) => {
  await commandLine.run(...ada);
  await expect(commandLine.run(...command)).rejects.toThrow(sentence);
});

it('removes a person, or keeps the record and ends only the tokens', async () => {
  await commandLine.run(...ada);
  await commandLine.run('token', 'create', 'ada@acme.example');
  await commandLine.run('user', 'remove', 'ada@acme.example', '--keep-record');
  expect(await commandLine.answer('user', 'list')).toEqual([
    '1\tada@acme.example\tAda Min\tAdministrator\t1 token\tinactive',
  ]);
  expect(await commandLine.answer('user', 'remove', 'ada@acme.example')).toEqual([
    'Removed ada@acme.example.',
  ]);
  expect(await commandLine.answer('user', 'list')).toEqual([]);
});

it('prints names as text, whatever somebody typed', async () => {
  const name = ['--first', 'A\tB\n\u001b[31mC', '--last', 'D\u0085E'];
  await commandLine.run('user', 'add', 'x@acme.example', ...name, '--role', 'other');
  expect(await commandLine.answer('user', 'list')).toEqual(['1\tx@acme.example\tA B [31mC D E\tOther']);
});

it('ends with a sentence when its port is taken', async () => {
  const url = await serverThat(cleanup, () => {});
  const env = { SERVICE_DATABASE_URL: commandLine.databaseUrl, SERVICE_PORT: new URL(url).port };
  const { code, err } = await runFrontdesk(cleanup, ['service', 'start'], env);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('Another program listens there: stop it, or set SERVICE_PORT.'),
  ]);
});

inWhole.each([
  ['postgres://x@127.0.0.1:1/x', "The PostgreSQL database can't be reached. Check that it runs"],
  ['postgres://x@nowhere.invalid/x', "The PostgreSQL database can't be reached. Check that it runs"],
  ['sqlite:/', '/ is a folder. Name a file in it instead.'],
])('says that the database at %s is not there, whatever the command', async (url, sentence) => {
  const commands = ['start', 'migrate', 'seed-demo'];
  await Promise.all(
    commands.map((command) => expect(openCommandLine(url).run(command)).rejects.toThrow(sentence)),
  );
});

it('starts the service until it is asked to stop, and says where, and that its API is off', async () => {
  const off = openCommandLine(commandLine.databaseUrl, { apiAccess: false });
  await off.run('start');
  expect(off.complained[0]).toMatch(/^The onboarding service is listening on http:\/\/127\.0\.0\.1:\d+\./);
  expect(off.complained.at(-1)).toBe('API_ACCESS is not True, so every address below /api/ answers 404.');
});

onEachDatabase((fresh) => {
  it('shows a timeline line by line: number, day, owner, text, sequence, and whether it is done', async () => {
    const shared = await fresh();
    const operator = openOperator(shared.url);
    await operator.migrate();
    await operator.addSequence({
      name: 'First week',
      kind: 'onboarding',
      tasks: [
        { day: 1, owner: 'buddy', text: 'Have lunch' },
        { day: 0, owner: 'manager', text: 'Say\thello' },
      ],
    });
    const person = { first_name: 'Jo', last_name: 'Li', email: 'jo@acme.example', timezone: 'Asia/Tokyo' };
    await operator.addUser({ ...person, role: 0, start_day: '2030-12-31', sequences: [1] });
    await operator.close();
    const view = openCommandLine(shared.url);
    expect(await view.answer('timeline', 'JO@acme.example', '--done', '2')).toEqual([
      'First day Tue 31 Dec 2030 (Asia/Tokyo)',
      '2\t2030-12-31\tmanager\tSay hello\tFirst week\tdone',
      '1\t2031-01-01\tbuddy\tHave lunch\tFirst week\topen',
    ]);
  });

  it('seeds the demo company once, also when two do so at the same time, and shows it', async () => {
    const { url } = await fresh();
    const line = openCommandLine(url);
    await line.run('migrate');
    await Promise.all([line, openCommandLine(url)].map((each) => each.run('seed-demo')));
    const again = 'Added 0 people and 0 sequences of the demo company.';
    expect(await line.answer('seed-demo')).toEqual([again]);
    const people = await line.answer('user', 'list');
    expect(people).toContain('1\tines.duarte@acme.example\tInes Duarte\tAdministrator');
    expect([people.length, (await line.answer('sequence', 'list')).length]).toEqual([40, 12]);
    const timeline = ['First day Fri 1 Mar 2024 (Europe/Lisbon)', 'No tasks.'];
    expect(await line.answer('timeline', 'ines.duarte@acme.example')).toEqual(timeline);
  });
});
