import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, startTestService, type TestService } from './start.ts';

const jane = { first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example', role: 0 };
const required = ['This field is required.'];
const blank = ['This field may not be blank.'];
const notNull = ['This field may not be null.'];
const badDay = ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'];
const badEmail = ['Enter a valid email address.'];
const badSequences = ['Not all sequence ids are valid.'];
const notText = ['Not a valid string.'];

type Row = [title: string, body: unknown, problem: object];

/** Errors of the users endpoint. "Corrected" marks rows where released deployments answer a server error. */
const users: Row[] = [
  ['nothing', {}, { first_name: required, last_name: required, role: required, email: required }],
  ['a missing role (corrected)', { ...jane, role: undefined }, { role: required }],
  [
    'blank names and address',
    { ...jane, first_name: '', last_name: '  ', email: '' },
    { first_name: blank, last_name: blank, email: blank },
  ],
  [
    'null names',
    { ...jane, first_name: null, last_name: null, email: null },
    { first_name: notNull, last_name: notNull, email: notNull },
  ],
  [
    'names that are lists',
    { ...jane, first_name: [], last_name: {}, phone: true },
    { first_name: notText, last_name: notText, phone: notText },
  ],
  ['NUL', { ...jane, first_name: 'a\0' }, { first_name: ['Null characters are not allowed.'] }],
  [
    'half a surrogate pair',
    { ...jane, position: 'a\ud800' },
    { position: ['Surrogate characters are not allowed: U+D800.'] },
  ],
  ['role 7', { ...jane, role: 7 }, { role: ['"7" is not a valid choice.'] }],
  ['role newhire', { ...jane, role: 'newhire' }, { role: ['"newhire" is not a valid choice.'] }],
  ['role true', { ...jane, role: true }, { role: ['"True" is not a valid choice.'] }],
  ['role null', { ...jane, role: null }, { role: notNull }],
  [
    'a role that is a list',
    { ...jane, role: [0, 'a', null] },
    { role: ['"[0, \'a\', None]" is not a valid choice.'] },
  ],
  [
    'a taken address',
    { ...jane, email: 'taken@acme.example' },
    { email: ['user with this Email already exists.'] },
  ],
  [
    'a taken address beside a missing name',
    { ...jane, first_name: undefined, email: 'taken@acme.example' },
    { first_name: required, email: ['user with this Email already exists.'] },
  ],
  [
    'a taken address with spaces',
    { ...jane, email: ' taken@acme.example ' },
    { email: ['user with this Email already exists.'] },
  ],
  [
    'a taken address in other case (corrected)',
    { ...jane, email: 'Taken@ACME.example' },
    { email: ['user with this Email already exists.'] },
  ],
  ['no address', { ...jane, email: 'jane' }, { email: badEmail }],
  [
    'an address with letters outside ASCII before the @',
    { ...jane, email: 'jö@exämple.io' },
    { email: badEmail },
  ],
  ['an address with a number as its top level', { ...jane, email: 'jane@acme.123' }, { email: badEmail }],
  [
    'a long address',
    { ...jane, email: `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'z'.repeat(60)}.io` },
    { email: ['Ensure this field has no more than 200 characters.'] },
  ],
  [
    'long names',
    { ...jane, first_name: 'x'.repeat(201), position: 'y'.repeat(301) },
    {
      first_name: ['Ensure this field has no more than 200 characters.'],
      position: ['Ensure this field has no more than 300 characters.'],
    },
  ],
  ['an unknown buddy', { ...jane, buddy: 99999 }, { buddy: ['Invalid pk "99999" - object does not exist.'] }],
  [
    'a buddy beyond 32 bits',
    { ...jane, buddy: 9999999999 },
    { buddy: ['Invalid pk "9999999999" - object does not exist.'] },
  ],
  [
    'a buddy that is text',
    { ...jane, buddy: 'abc' },
    { buddy: ['Incorrect type. Expected pk value, received str.'] },
  ],
  [
    'a manager that is true',
    { ...jane, manager: true },
    { manager: ['Incorrect type. Expected pk value, received bool.'] },
  ],
  [
    'a strange zone',
    { ...jane, timezone: 'Mars/Base' },
    { timezone: ['"Mars/Base" is not a valid choice.'] },
  ],
  ['an empty zone', { ...jane, timezone: '' }, { timezone: ['"" is not a valid choice.'] }],
  [
    'an old name of a zone',
    { ...jane, timezone: 'Asia/Calcutta' },
    { timezone: ['"Asia/Calcutta" is not a valid choice.'] },
  ],
  ['a null zone', { ...jane, timezone: null }, { timezone: notNull }],
  ['language ja', { ...jane, language: 'ja' }, { language: ['"ja" is not a valid choice.'] }],
  ['language en-us', { ...jane, language: 'en-us' }, { language: ['"en-us" is not a valid choice.'] }],
  ['an empty language', { ...jane, language: '' }, { language: ['"" is not a valid choice.'] }],
  ['an American day', { ...jane, start_day: '12/31/2030' }, { start_day: badDay }],
  ['a 30th of February', { ...jane, start_day: '2030-02-30' }, { start_day: badDay }],
  ['a day with a time', { ...jane, start_day: '2030-01-02T00:00:00' }, { start_day: badDay }],
  ['an empty day', { ...jane, start_day: '' }, { start_day: badDay }],
  ['a day of the year nought', { ...jane, start_day: '0000-01-01' }, { start_day: badDay }],
  ['a day of noughts', { ...jane, start_day: '0000-00-00' }, { start_day: badDay }],
  ['a null day (corrected)', { ...jane, start_day: null }, { start_day: notNull }],
  ['an unknown sequence', { ...jane, sequences: [1, 99] }, { sequences: badSequences }],
  ['a repeated sequence', { ...jane, sequences: [1, 1] }, { sequences: badSequences }],
  ['sequences beyond 32 bits', { ...jane, sequences: [9999999999] }, { sequences: badSequences }],
  [
    'sequences that are no list',
    { ...jane, sequences: 5 },
    { sequences: ['Expected a list of items but got type "int".'] },
  ],
  [
    'sequences that are no numbers',
    { ...jane, sequences: ['x', 1, true] },
    { sequences: { 0: ['A valid integer is required.'], 2: ['A valid integer is required.'] } },
  ],
  ['null sequences', { ...jane, sequences: null }, { sequences: notNull }],
  ['a list', [jane], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
  ['text', 'jane', { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }],
  ['null', null, { non_field_errors: ['No data provided'] }],
  [
    'many wrong fields',
    { email: 'x', role: 9, buddy: 'b', sequences: [99] },
    {
      first_name: required,
      last_name: required,
      email: badEmail,
      role: ['"9" is not a valid choice.'],
      buddy: ['Incorrect type. Expected pk value, received str.'],
      sequences: badSequences,
    },
  ],
];

const leaver = { user: 2, termination_date: '2030-06-30' };
const offboardings: Row[] = [
  ['nothing', {}, { user: required, termination_date: required }],
  [
    'a past day',
    { ...leaver, termination_date: '2030-06-14' },
    { termination_date: ['You cannot set an offboarding date in the past.'] },
  ],
  ['no day', { ...leaver, termination_date: '31.12.2030' }, { termination_date: badDay }],
  ['an administrator', { ...leaver, user: 1 }, { user: ['Invalid pk "1" - object does not exist.'] }],
  ['a list', [leaver], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
  ['an unknown user', { ...leaver, user: 99 }, { user: ['Invalid pk "99" - object does not exist.'] }],
  [
    'an address',
    { ...leaver, user: 'nh@x.io' },
    { user: ['Incorrect type. Expected pk value, received str.'] },
  ],
  ['nobody', { ...leaver, user: '' }, { user: notNull }],
  ['null', { user: null, termination_date: null }, { user: notNull, termination_date: notNull }],
  ['an onboarding sequence', { ...leaver, sequences: [1] }, { sequences: badSequences }],
  ['an unknown sequence', { ...leaver, sequences: [99] }, { sequences: badSequences }],
  ['a repeated sequence', { ...leaver, sequences: [2, 2] }, { sequences: badSequences }],
];

onEachDatabase((fresh) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await fresh(), {
      clock: clockAt(() => new Date('2030-06-15T23:30:00Z')),
    });
    await service.operator.addUser({ first_name: 'T', last_name: 'K', email: 'taken@acme.example', role: 2 });
    await service.operator.addSequence({ name: 'In', kind: 'onboarding', tasks: [] });
    await service.operator.addSequence({ name: 'Out', kind: 'offboarding', tasks: [] });
  });
  afterAll(() => service.stop());

  it.each(users)(
    'refuses a new user with %s at its field and stores nothing',
    async (_title, body, problem) => {
      const answer = await service.post('/api/users/', body);
      expect([answer.status, await answer.json()]).toEqual([400, problem]);
      expect(await service.operator.listUsers()).toHaveLength(2);
    },
  );

  it.each<Row>([
    ['nothing', {}, { first_name: required, last_name: required, email: required }],
    ['an unknown zone', { ...jane, timezone: 'x' }, { timezone: ['"x" is not a valid choice.'] }],
  ])(
    'refuses a new hire on the older endpoint with %s, where a role is nobody’s business',
    async (_title, body, problem) => {
      const answer = await service.post('/api/newhires/', body);
      expect([answer.status, await answer.json()]).toEqual([400, problem]);
      expect(await service.operator.listUsers()).toHaveLength(2);
    },
  );

  it.each(offboardings)(
    'refuses an offboarding with %s at its field and changes nothing',
    async (_title, body, problem) => {
      const answer = await service.post('/api/offboarding/', body);
      expect([answer.status, await answer.json()]).toEqual([400, problem]);
      expect((await service.operator.timeline('taken@acme.example')).termination_date).toBeNull();
    },
  );
});
