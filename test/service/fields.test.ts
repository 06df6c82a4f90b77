import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, newPerson, unusedAddress, useTestService } from './start.ts';

const users = '/api/users/';
const hires = '/api/newhires/';
const offboardings = '/api/offboarding/';

const required = ['This field is required.'];
const blank = ['This field may not be blank.'];
const notNull = ['This field may not be null.'];
const notText = ['Not a valid string.'];
const badDay = ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'];
const pastDay = ['You cannot set an offboarding date in the past.'];
const badEmail = ['Enter a valid email address.'];
const taken = ['user with this Email already exists.'];
const notAll = ['Not all sequence ids are valid.'];
const badInteger = { 0: ['A valid integer is required.'] };
const choice = (shown: string) => [`"${shown}" is not a valid choice.`];
const unknown = (shown: string) => [`Invalid pk "${shown}" - object does not exist.`];
const noId = (type: string) => [`Incorrect type. Expected pk value, received ${type}.`];
const noList = (type: string) => [`Expected a list of items but got type "${type}".`];
const tooLong = (most: number) => [`Ensure this field has no more than ${most} characters.`];
const nines = '9'.repeat(400);

const leaving = { user: 2, termination_date: '2030-06-30' };

/** Values in JSON that a field refuses with the same problem. */
type Refused = [field: string, problem: unknown, ...values: string[]];

/** Value that no choice is, named in the problem. */
const shown = (field: string, value: string, written = value): Refused => [field, choice(value), written];

/** Id that nobody has, as a number and maybe in other forms. */
const missing = (field: string, id: string, ...more: string[]): Refused => [field, unknown(id), id, ...more];

const refusedUsers: Refused[] = [
  ['first_name', blank, '""', '"  "'],
  ['first_name', notNull, 'null'],
  ['first_name', notText, '[]', '{}', 'true', '[1.0]'],
  ['first_name', ['Null characters are not allowed.'], '"a\\u0000"'],
  ['first_name', tooLong(200), `"${'x'.repeat(201)}"`],
  ['last_name', blank, '"  "'],
  ['last_name', notNull, 'null'],
  ['last_name', notText, '{}'],
  ['phone', notText, 'true'],
  ['position', ['Surrogate characters are not allowed: U+D800.'], '"a\\ud800"'],
  ['position', tooLong(300), `"${'y'.repeat(301)}"`],
  // Released deployments answer an address in other case with a server error.
  ['email', taken, '"buddy@acme.example"', '" buddy@acme.example "', '"Buddy@ACME.example"'],
  ['email', badEmail, '"jane"', '"jö@exämple.io"', '"jane@acme.123"', '1.0'],
  ['email', tooLong(200), `"${'x'.repeat(64)}@${`${'y'.repeat(60)}.`.repeat(3)}io"`],
  ['email', blank, '""'],
  ['email', notNull, 'null'],
  ...['1.0', '1e0', '-0.0', '1e400', '7', '18446744073709551617'].map((value) => shown('role', value)),
  ...['1.0', 'newhire', '01', ' 1', '１'].map((text) => shown('role', text, JSON.stringify(text))),
  ['role', choice('True'), 'true'],
  ['role', choice('[0,"a",null]'), '[0, "a", null]'],
  ['role', choice('\ud800'), '"\\ud800"'],
  ['role', notNull, 'null'],
  ...['EN', 'ja', 'en-us', ''].map((text) => shown('language', text, JSON.stringify(text))),
  ['language', choice('\udfff'), '"\\udfff"'],
  // The last one is an old name.
  ...['Mars/Base', '', 'Asia/Calcutta'].map((text) => shown('timezone', text, JSON.stringify(text))),
  ['timezone', choice('\ud83d'), '"\\ud83d"'],
  ['timezone', notNull, 'null'],
  ['buddy', noId('float'), '1.5', '1e400'],
  ['buddy', noId('bool'), 'false'],
  ['buddy', noId('dict'), '{}'],
  ['buddy', noId('str'), '"1.0"', '"1e0"', '"0x1"', '"1 2"', '" "', '"\\ud800"', '"abc"'],
  ...['0', '-1', '99999', '9999999999', '9007199254740993'].map((id) => missing('buddy', id, `"${id}"`)),
  ['manager', noId('bool'), 'true'],
  ...['18446744073709551617', '1e300'].map((id) => missing('manager', id)),
  ...['4294967297', nines].map((id): Refused => ['manager', unknown(id), `"${id}"`]),
  ['sequences', notAll, '[1, 99]', '[1, 1]', '[1, "1"]', '[1, 1.0]', '[-1]', `["${nines}"]`],
  ['sequences', notAll, '[4294967297]', '[9999999999]', '[9007199254740993]', '["9007199254740993"]'],
  ['sequences', badInteger, '[1.5]', '[true]', '["1e0"]', '[""]', '["\\ud800"]', '[[1]]'],
  ['sequences', { ...badInteger, 2: badInteger[0] }, '["x", 1, true]'],
  ['sequences', { 0: notNull }, '[null]'],
  ['sequences', notNull, 'null'],
  ['sequences', noList('float'), '1.0'],
  ['sequences', noList('int'), '5', '9007199254740993'],
  ['start_day', badDay, '"12/31/2030"', '"2030-02-30"', '"2030-01-02T00:00:00"', '"2030-1-2"'],
  ['start_day', badDay, '""', '"0000-01-01"', '"0000-00-00"', '"2030-01-02 "', '"２０３０-01-02"'],
  ['start_day', badDay, '20300102', '2030.5', '"\\ud800"'],
  // Released deployments answer this with a server error.
  ['start_day', notNull, 'null'],
];

const refusedOffboardings: Refused[] = [
  ['user', unknown('1'), '1'],
  ['user', unknown('99'), '99'],
  ['user', unknown('9007199254740993'), '9007199254740993', '"9007199254740993"'],
  ['user', noId('str'), '"nh@x.io"'],
  ['user', noId('float'), '2.5'],
  ['user', notNull, '""'],
  ['termination_date', pastDay, '"2030-06-14"'],
  ['termination_date', badDay, '"31.12.2030"', '1.0'],
  // A sequence for onboarding, one that isn't there, and one twice.
  ['sequences', notAll, '[1]', '[99]', '[2, 2]', '[9007199254740993]'],
];

const refused = [
  ...refusedUsers.map((row) => [users, ...row] as const),
  ...refusedOffboardings.map((row) => [offboardings, ...row] as const),
].flatMap(([path, field, problem, ...values]) =>
  values.map((value) => [path, field, value, problem] as const),
);

onEachDatabase((fresh) => {
  const clock = clockAt('2030-06-15T23:30:00Z');
  const service = useTestService(fresh, { clock });
  beforeAll(async () => {
    await service.operator.addUser({ first_name: 'B', last_name: 'B', email: 'buddy@acme.example', role: 2 });
    await service.addSequence('In', 'onboarding');
    await service.addSequence('Out', 'offboarding');
  });

  /** Sends a value literally: `JSON.stringify` would write some numbers differently. */
  function send(path: string, field: string, value: string) {
    const { [field]: _, ...rest } = (path === users ? newPerson() : leaving) as Record<string, unknown>;
    const body = `${JSON.stringify(rest).slice(0, -1)},"${field}":${value}}`;
    return service.ask(path, { method: 'POST', body });
  }

  async function stored(): Promise<unknown> {
    const { termination_date } = await service.operator.timeline('buddy@acme.example');
    return [await service.operator.listUsers(), termination_date];
  }

  it.each(refused)(
    '$0 refuses $1: $2 at its field and changes nothing',
    async (path, field, value, problem) => {
      const before = await stored();
      expect(await send(path, field, value)).toEqual([400, { [field]: problem }]);
      expect(await stored()).toEqual(before);
    },
  );

  it.each<[string, string, object, object]>([
    [users, 'nothing', {}, { first_name: required, last_name: required, role: required, email: required }],
    // Released deployments answer this with a server error.
    [users, 'no role', { ...newPerson(), role: undefined }, { role: required }],
    [
      users,
      'a taken address and no first name',
      { ...newPerson(), first_name: undefined, email: 'buddy@acme.example' },
      { first_name: required, email: taken },
    ],
    [
      users,
      'many wrong fields',
      { email: 'x', role: 9, buddy: 'b', sequences: [99] },
      {
        first_name: required,
        last_name: required,
        email: badEmail,
        role: choice('9'),
        buddy: noId('str'),
        sequences: notAll,
      },
    ],
    // The older endpoint has no role.
    [hires, 'nothing', {}, { first_name: required, last_name: required, email: required }],
    [hires, 'an unknown zone', { ...newPerson(), timezone: 'x' }, { timezone: choice('x') }],
    [offboardings, 'nothing', {}, { user: required, termination_date: required }],
    [
      offboardings,
      'null',
      { user: null, termination_date: null },
      { user: notNull, termination_date: notNull },
    ],
  ])('%s names every wrong field of %s, and changes nothing', async (path, _title, body, problem) => {
    const before = await stored();
    expect(await service.answer(path, body)).toEqual([400, problem]);
    expect(await stored()).toEqual(before);
  });

  const notDictionary = (type: string) => `Invalid data. Expected a dictionary, but got ${type}.`;
  it.each([
    ['1.0', notDictionary('float')],
    ['9007199254740993', notDictionary('int')],
    ['-0', notDictionary('int')],
    ['"x"', notDictionary('str')],
    ['true', notDictionary('bool')],
    ['[{"user":2}]', notDictionary('list')],
    ['null', 'No data provided'],
  ])('refuses the body %s, which is no object', async (body, problem) => {
    for (const path of [users, offboardings])
      expect(await service.ask(path, { method: 'POST', body })).toEqual([
        400,
        { non_field_errors: [problem] },
      ]);
  });

  it.each<[string, string, unknown]>([
    ['role', '-0', 0],
    ['role', '"0"', 0],
    ['role', '"3"', 3],
    ['first_name', '1.0', '1.0'],
    ['first_name', '0.000012', '0.000012'],
    ['first_name', '42', '42'],
    ['first_name', '" Jane "', 'Jane'],
    ['first_name', `"${'😀'.repeat(200)}"`, '😀'.repeat(200)],
    ['phone', '35121000000000000001', '35121000000000000001'],
    ['phone', '-0', '0'],
    ['position', '-0.0', '-0.0'],
    ['position', '1E+3', '1E+3'],
    ['message', '"1.0 and 12345678901234567890 stand here, -0 too"', expect.stringContaining('-0 too')],
    ['buddy', '2.0', 2],
    ['buddy', '"2"', 2],
    ['buddy', '"002"', 2],
    ['buddy', '"\\u00a0+2\\t"', 2],
    ['buddy', 'null', null],
    ['manager', '" 1 "', 1],
    ['manager', '""', null],
    ['sequences', '[1.0]', [1]],
    ['sequences', '["1"]', [1]],
    ['sequences', '["1.0"]', [1]],
    // A sequence for offboarding.
    ['sequences', '[2]', [2]],
    ['email', '"  New.Person@ACME.example "', 'new.person@acme.example'],
    ['email', '"Jo@EXÄMPLE.io"', 'jo@exämple.io'],
    ['start_day', '"2001-01-01"', '2001-01-01'],
    ['timezone', '"UTC"', 'UTC'],
    ['unknown', `${'['.repeat(999)}1.0${']'.repeat(999)}`, undefined],
  ])('takes $0: $1 for what it says', async (field, value, expected) => {
    const [status, created] = (await send(users, field, value)) as [number, Record<string, unknown>];
    expect([status, created[field]]).toEqual([201, expected]);
  });

  it('takes no notice of keys that it does not know, and of an id', async () => {
    const body = { ...newPerson(), department: 'x', id: 77_777 };
    const [status, created] = await service.answer(users, body);
    expect([status, created]).toEqual([201, expect.objectContaining({ first_name: 'Jane' })]);
    expect(created).not.toMatchObject({ id: 77_777 });
  });

  it('reads brackets in texts as text', async () => {
    const text = `${'[{'.repeat(5_000)}\\\\\\"${'[{'.repeat(5_000)}`;
    expect(await send(users, 'message', `"${text}"`)).toMatchObject([201, {}]);
  });

  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  it.each([
    deep,
    `{"a":${deep}}`,
    `{"role":${deep}}`,
    `{"sequences":${deep}, "phone": 1.0}`,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ])('refuses $0 of a hundred thousand levels, with a key and without', async (body) => {
    const problem = { detail: 'The body is nested deeper than 1000 levels.' };
    for (const headers of [{}, { 'idempotency-key': '"deep"' }])
      expect(await service.ask(users, { method: 'POST', body, headers })).toEqual([400, problem]);
  });

  it('tells 1.0 from 1 where a request is repeated with its key', async () => {
    const [headers, email] = [{ 'idempotency-key': '"strange"' }, unusedAddress()];
    const statuses = [];
    for (const value of ['1', '1.0', '1', '9007199254740993', '9007199254740992']) {
      const body = `{"first_name":"J","last_name":"D","email":"${email}","role":0,"phone":${value}}`;
      statuses.push((await service.call(users, { method: 'POST', body, headers })).status);
    }
    expect(statuses).toEqual([201, 422, 201, 422, 422]);
  });
});
