import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshSqlite } from '../postgres.ts';
import { startTestService, type TestService } from './start.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(await freshSqlite());
  await service.operator.addUser({ first_name: 'B', last_name: 'B', email: 'buddy@acme.example', role: 2 });
  await service.operator.addSequence({ name: 'In', kind: 'onboarding', tasks: [] });
});
afterAll(() => service.stop());

let count = 0;

/** Sends the number literally: `JSON.stringify` would write it differently. */
async function create(field: string, value: string, headers: Record<string, string> = {}) {
  count += 1;
  const given = { first_name: 'J', last_name: 'D', email: `j${count}@acme.example`, role: 0 };
  const { [field as keyof typeof given]: _, ...rest } = given;
  const body = `${JSON.stringify(rest).slice(0, -1)},"${field}":${value}}`;
  const answer = await service.call('/api/users/', { method: 'POST', body, headers });
  expect(answer.status).toBeLessThan(500);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const choice = (shown: string) => [`"${shown}" is not a valid choice.`];
const unknown = (shown: string) => [`Invalid pk "${shown}" - object does not exist.`];
const noId = (type: string) => [`Incorrect type. Expected pk value, received ${type}.`];
const notText = ['Not a valid string.'];
const badDay = ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'];
const notAll = ['Not all sequence ids are valid.'];
const first = (sentence: string) => ({ 0: [sentence] });
const badInteger = first('A valid integer is required.');

it.each<[string, string, unknown]>([
  ['role', '1.0', choice('1.0')],
  ['role', '1e0', choice('1.0')],
  ['role', '0.0', choice('0.0')],
  ['role', '-0.0', choice('-0.0')],
  ['role', '10e-1', choice('1.0')],
  ['role', '1e3', choice('1000.0')],
  ['role', '1e16', choice('1e+16')],
  ['role', '0.00001', choice('1e-05')],
  ['role', '1.5', choice('1.5')],
  ['role', '1e400', choice('inf')],
  ['role', '-1e400', choice('-inf')],
  ['role', '1.0000000000000000000001', choice('1.0')],
  ['role', '18446744073709551617', choice('18446744073709551617')],
  ['role', 'true', choice('True')],
  ['role', '[1.0, 9007199254740993]', choice('[1.0, 9007199254740993]')],
  ['role', '"1.0"', choice('1.0')],
  ['role', '"01"', choice('01')],
  ['role', '" 1"', choice(' 1')],
  ['role', '"１"', choice('１')],
  ['role', '"\\ud800"', choice('\ud800')],
  ['language', '1.0', choice('1.0')],
  ['language', '"\\udfff"', choice('\udfff')],
  ['language', '"EN"', choice('EN')],
  ['timezone', '-0.0', choice('-0.0')],
  ['timezone', '"\\ud83d"', choice('\ud83d')],
  ['buddy', '1.5', noId('float')],
  ['buddy', '1e400', noId('float')],
  ['buddy', 'false', noId('bool')],
  ['buddy', '{}', noId('dict')],
  ['buddy', '"1.0"', noId('str')],
  ['buddy', '"1e0"', noId('str')],
  ['buddy', '"0x1"', noId('str')],
  ['buddy', '"1 2"', noId('str')],
  ['buddy', '" "', noId('str')],
  ['buddy', '"\\ud800"', noId('str')],
  ['buddy', '0', unknown('0')],
  ['buddy', '-1', unknown('-1')],
  ['buddy', '9007199254740993', unknown('9007199254740993')],
  ['buddy', '"9007199254740993"', unknown('9007199254740993')],
  ['manager', '18446744073709551617', unknown('18446744073709551617')],
  ['manager', '"4294967297"', unknown('4294967297')],
  ['manager', `"${'9'.repeat(400)}"`, unknown('9'.repeat(400))],
  ['manager', '1e300', unknown('1e+300')],
  ['sequences', '[9007199254740993]', notAll],
  ['sequences', '["9007199254740993"]', notAll],
  ['sequences', `["${'9'.repeat(400)}"]`, notAll],
  ['sequences', '[4294967297]', notAll],
  ['sequences', '[1, "1"]', notAll],
  ['sequences', '[1, 1.0]', notAll],
  ['sequences', '[-1]', notAll],
  ['sequences', '[1.5]', badInteger],
  ['sequences', '[true]', badInteger],
  ['sequences', '["1e0"]', badInteger],
  ['sequences', '[""]', badInteger],
  ['sequences', '["\\ud800"]', badInteger],
  ['sequences', '[[1]]', badInteger],
  ['sequences', '[null]', first('This field may not be null.')],
  ['sequences', '1.0', ['Expected a list of items but got type "float".']],
  ['sequences', '9007199254740993', ['Expected a list of items but got type "int".']],
  ['start_day', '20300102', badDay],
  ['start_day', '2030.5', badDay],
  ['start_day', '"２０３０-01-02"', badDay],
  ['start_day', '"2030-1-2"', badDay],
  ['start_day', '"2030-01-02 "', badDay],
  ['start_day', '"\\ud800"', badDay],
  ['first_name', 'true', notText],
  ['first_name', '[1.0]', notText],
  ['email', '1.0', ['Enter a valid email address.']],
  ['email', '"a@acme.123"', ['Enter a valid email address.']],
])('refuses %s: %s at its field', async (field, value, problem) => {
  expect(await create(field, value)).toEqual({ status: 400, body: { [field]: problem } });
});

it.each<[string, string, unknown]>([
  ['role', '-0', 0],
  ['role', '"0"', 0],
  ['first_name', '1.0', '1.0'],
  ['first_name', '0.000012', '1.2e-05'],
  ['phone', '35121000000000000001', '35121000000000000001'],
  ['phone', '-0', '0'],
  ['position', '-0.0', '-0.0'],
  ['position', '1E+3', '1000.0'],
  ['message', '"1.0 and 12345678901234567890 stand here, -0 too"', expect.stringContaining('-0 too')],
  ['buddy', '2.0', 2],
  ['buddy', '"002"', 2],
  ['buddy', '"\\u00a0+2\\t"', 2],
  ['sequences', '[1.0]', [1]],
  ['sequences', '["1.0"]', [1]],
  ['email', '"jo@exämple.io"', 'jo@exämple.io'],
])('takes %s: %s for what it says', async (field, value, stored) => {
  expect(await create(field, value)).toEqual({
    status: 201,
    body: expect.objectContaining({ [field]: stored }),
  });
});

it.each(['1.0', '9007199254740993', '-0', '"x"', 'true'])(
  'refuses the body %s, which is no object',
  async (body) => {
    const answer = await service.call('/api/users/', { method: 'POST', body });
    const type = { '1.0': 'float', '"x"': 'str', true: 'bool' }[body] ?? 'int';
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`] },
    ]);
  },
);

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

it.each([
  deep,
  `{"a":${deep}}`,
  `{"role":${deep}}`,
  `{"sequences":${deep}, "phone": 1.0}`,
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
])('refuses %.16s… of a hundred thousand levels, with a key and without', async (body) => {
  for (const headers of [{}, { 'idempotency-key': '"deep"' }]) {
    const answer = await service.call('/api/users/', { method: 'POST', body, headers });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { detail: 'The body is nested deeper than 1000 levels.' },
    ]);
  }
});

it('reads brackets in texts as text, and a thousand levels where nobody looks', async () => {
  const text = `${'[{'.repeat(5_000)}\\\\\\"${'[{'.repeat(5_000)}`;
  expect((await create('message', `"${text}"`)).status).toBe(201);
  expect((await create('unknown', `${'['.repeat(999)}1.0${']'.repeat(999)}`)).status).toBe(201);
});

it('tells 1.0 from 1 where a request is repeated with its key', async () => {
  const headers = { 'idempotency-key': '"strange"' };
  const send = (value: string) => {
    const body = `{"first_name":"J","last_name":"D","email":"key@acme.example","role":0,"phone":${value}}`;
    return service.call('/api/users/', { method: 'POST', body, headers });
  };
  const statuses = [];
  for (const value of ['1', '1.0', '1', '9007199254740993', '9007199254740992'])
    statuses.push((await send(value)).status);
  expect(statuses).toEqual([201, 422, 201, 422, 422]);
});

it.each([
  ['user', '9007199254740993', unknown('9007199254740993')],
  ['user', '"9007199254740993"', unknown('9007199254740993')],
  ['user', '2.5', noId('float')],
  ['termination_date', '1.0', badDay],
  ['sequences', '[9007199254740993]', notAll],
])('refuses an offboarding with %s: %s at its field', async (field, value, problem) => {
  const { [field]: _, ...rest } = { user: 2, termination_date: '2999-01-01' } as Record<string, unknown>;
  const body = `${JSON.stringify(rest).slice(0, -1)},"${field}":${value}}`;
  const answer = await service.call('/api/offboarding/', { method: 'POST', body });
  expect([answer.status, await answer.json()]).toEqual([400, { [field]: problem }]);
});
