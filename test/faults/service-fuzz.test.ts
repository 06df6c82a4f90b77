import fc from 'fast-check';
import { sql } from 'kysely';
import { request as send } from 'undici';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, startTestService } from '../service/start.ts';
import { patience, trials } from './trials.ts';

const runs = trials(2_000, 100);

const text = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((short) => `a${short}`),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
);
const days = fc.oneof(
  fc
    .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('0001-01-01', '9999-12-31', '2030-02-28', '0000-01-01'),
);
const ids = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(1, 2) },
  fc.integer({ min: -1, max: 9 }),
  fc.integer(),
  fc.double(),
  fc.integer().map(String),
  fc.constant(null),
);
const anything = fc.anything({ maxDepth: 3, withNullPrototype: false });

/** Mostly the right kind of value, sometimes nothing, sometimes any JSON. */
function mostly<Value>(right: fc.Arbitrary<Value>) {
  return fc.oneof(
    { weight: 40, arbitrary: right },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: anything },
  );
}

const user = fc.record({
  first_name: mostly(text),
  last_name: mostly(text),
  email: mostly(
    fc.oneof(
      { weight: 9, arbitrary: fc.uuid().map((id) => `${id}@acme.example`) },
      fc.emailAddress(),
      text,
      fc.constantFrom('admin@acme.example', 'ADMIN@acme.example'),
    ),
  ),
  role: mostly(fc.constantFrom(0, 1, 2, 3, '0')),
  phone: mostly(text),
  position: mostly(text),
  message: mostly(text),
  linkedin: mostly(text),
  language: mostly(fc.constantFrom('en', 'jp')),
  timezone: mostly(fc.constantFrom('UTC', 'Europe/Kyiv', 'America/St_Johns', 'Antarctica/Troll')),
  start_day: mostly(days),
  buddy: mostly(ids),
  manager: mostly(ids),
  sequences: mostly(fc.uniqueArray(ids, { maxLength: 2 })),
});
const offboarding = fc.record({
  user: mostly(ids),
  termination_date: mostly(days),
  sequences: mostly(fc.uniqueArray(ids, { maxLength: 2 })),
});

const json = fc
  .oneof(
    { weight: 5, arbitrary: user },
    { weight: 3, arbitrary: offboarding },
    { weight: 1, arbitrary: anything },
  )
  .map(asJson);
const form = fc
  .dictionary(fc.constantFrom('email', 'role', 'sequences', 'user', '__proto__'), text)
  .map(asForm);
const body = fc.oneof(
  { weight: 8, arbitrary: json },
  { weight: 1, arbitrary: form },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 2, arbitrary: fc.tuple(json, fc.nat(300)).map(([whole, cut]) => whole.subarray(0, cut)) },
);

const header = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
const attempt = fc.record({
  method: fc.oneof(
    { weight: 9, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD') },
  ),
  path: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('/api/users/', '/api/newhires/', '/api/offboarding/') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '/api/employees/',
        '/api/users',
        '/api/schema/',
        '/api/%zz',
        '/readyz',
        '/api/%75sers/',
        '/%61pi/offboarding/',
      ),
    },
    { weight: 1, arbitrary: fc.webPath().map((path) => `/api${path}`) },
  ),
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
        'application/json; charset=latin1',
      ),
    },
    { weight: 1, arbitrary: header },
  ),
  accept: fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: header },
  ),
  authorization: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: header }),
  body,
});

const good = [
  ['/api/users/', { first_name: 'N', last_name: 'N', email: 'n@acme.example', role: 0, sequences: [1] }],
  ['/api/newhires/', { first_name: 'M', last_name: 'M', email: 'm@acme.example' }],
  ['/api/offboarding/', { user: 2, termination_date: '2026-07-01', sequences: [2] }],
].map(([path, fields]) => ({
  method: 'POST' as const,
  path: String(path),
  type: 'application/json',
  accept: 'application/json',
  authorization: null,
  body: Buffer.from(JSON.stringify(fields)),
}));

function asJson(value: unknown): Buffer {
  const written = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? String(item) : item,
  );
  return Buffer.from(written ?? 'null');
}

function asForm(fields: Record<string, string>): Buffer {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) form.append(name, value.toWellFormed());
  return Buffer.from(form.toString());
}

onEachDatabase((fresh) => {
  it(`answers ${runs} random requests without a server error, and a refusal changes nothing`, {
    timeout: patience,
  }, async () => {
    const database = await fresh();
    const service = await startTestService(database, {
      clock: clockAt(() => new Date('2026-06-15T10:00:00Z')),
    });
    for (const kind of ['onboarding', 'offboarding'] as const) {
      const tasks = [-400, 0, 400].map((day) => ({ day, owner: 'hr' as const, text: 'x' }));
      await service.operator.addSequence({ name: kind, kind, tasks });
    }
    await service.operator.addUser({ first_name: 'L', last_name: 'L', email: 'l@acme.example', role: 2 });
    const { db, close } = openDatabase<Tables>(database.url);
    const wishes = db
      .selectFrom('offboardings')
      .select(['person_id', 'termination_date', 'sequences'])
      .orderBy('person_id');
    const state = async () =>
      JSON.stringify([(await sql`${sql.raw(everything)}`.execute(db)).rows, await wishes.execute()]);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(attempt, async ({ method, path, type, accept, authorization, body }) => {
        const before = await state();
        const headers = {
          authorization: authorization ?? `Token ${service.token}`,
          'content-type': type,
          accept,
        };
        const withBody = method === 'GET' || method === 'HEAD' ? {} : { body };
        const answer = await send(`${service.url}${path}`, { method, headers, ...withBody });
        await answer.body.dump();
        expect(answer.statusCode).toBeLessThan(500);
        if (answer.statusCode < 300 && method === 'POST') accepted += 1;
        else expect(await state()).toBe(before);
      }),
      { numRuns: runs, examples: good.map((one): [typeof one] => [one]) },
    );
    // At least the valid requests are accepted.
    expect(accepted).toBeGreaterThanOrEqual(good.length);
    await close();
    await service.stop();
  });
});

/** State that a refused request must not change. Leavers' timelines are filled in the background and don't count. */
const everything = `
  select (select count(*) from people) as people,
    (select count(*) from people where termination_date is not null) as leavers,
    (select count(*) from assignments where sequence_id = 1) as assignments,
    (select count(*) from tokens) as tokens,
    (select max(requested_at) from offboardings) as newest`;
