import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import { startService } from '../../src/service/service.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { freshPostgres, onEachDatabase, postgresUrl } from '../postgres.ts';
import { clockAt, startTestService, type TestService } from './start.ts';

let count = 0;

/** Body with a unique address. */
function hire(more: object = {}) {
  count += 1;
  return { first_name: 'Jane', last_name: 'Doe', email: `jane${count}@acme.example`, role: 0, ...more };
}

function newKey(): string {
  return `"${crypto.randomUUID()}"`;
}

const clock = clockAt(() => new Date('2030-06-15T12:00:00Z'));
const options = { host: '127.0.0.1', port: 0, timezone: 'UTC', language: 'en', apiAccess: true };

interface Sent {
  token?: string;
  url?: string;
}

onEachDatabase((fresh) => {
  let service: TestService;
  let otherToken: string;
  beforeAll(async () => {
    service = await startTestService(await fresh(), { clock });
    const { operator } = service;
    for (const kind of ['onboarding', 'offboarding'] as const) {
      await operator.addSequence({ name: kind, kind, tasks: [{ day: 1, owner: 'hr', text: kind }] });
    }
    await operator.addUser({ first_name: 'O', last_name: 'O', email: 'other@acme.example', role: 1 });
    otherToken = await operator.createToken('other@acme.example');
  });
  afterAll(() => service.stop());

  async function post(key: string, path: string, body: unknown, { token, url }: Sent = {}) {
    const answer = await fetch(`${url ?? service.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Token ${token ?? service.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const { status, headers } = answer;
    return {
      status,
      type: headers.get('content-type'),
      replayed: headers.get('idempotent-replayed'),
      text: await answer.text(),
      headers,
    };
  }

  async function peopleWith(email: unknown): Promise<number> {
    return (await service.operator.listUsers()).filter((person) => person.email === email).length;
  }

  async function lastDayOf(email: string): Promise<string | null> {
    return (await service.operator.timeline(email)).termination_date;
  }

  async function someone() {
    const body = hire();
    const { id } = (await (await service.post('/api/users/', body)).json()) as { id: number };
    return { email: body.email, user: id };
  }

  it.each(['/api/users/', '/api/newhires/'])(
    'answers a repeated creation at %s as the first time, and makes nobody',
    async (path) => {
      const [key, body] = [newKey(), hire({ sequences: [1] })];
      const first = await post(key, path, body);
      const second = await post(key, path, body);
      expect([first.status, first.replayed, second.replayed]).toEqual([201, null, 'true']);
      expect([second.status, second.type, second.text]).toEqual([201, first.type, first.text]);
      expect(second.headers.get('deprecation')).toBe(first.headers.get('deprecation'));
      expect(await peopleWith(body.email)).toBe(1);
    },
  );

  it('answers a repeated offboarding as the first time, and does not undo what was planned since', async () => {
    const { email, user } = await someone();
    const [key, body] = [newKey(), { user, termination_date: '2030-06-30', sequences: [2] }];
    const first = await post(key, '/api/offboarding/', body);
    const moved = { ...body, termination_date: '2030-07-31', sequences: [] };
    await post(newKey(), '/api/offboarding/', moved);
    const second = await post(key, '/api/offboarding/', body);
    expect([first.status, first.type, first.text, first.replayed]).toEqual([200, null, '', null]);
    expect([second.status, second.type, second.text, second.replayed]).toEqual([200, null, '', 'true']);
    expect(await lastDayOf(email)).toBe('2030-07-31');
  });

  it('gives many that come at once the same answer', async () => {
    const [key, body] = [newKey(), hire()];
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(key, '/api/users/', body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect([answers[0]?.status, await peopleWith(body.email)]).toEqual([201, 1]);
  });

  it('tells requests with keys and without apart when they come for one address at once', async () => {
    const body = hire();
    const keys = Array.from({ length: 4 }, newKey);
    const answers = await Promise.all([
      ...keys.map((key) => post(key, '/api/users/', body)),
      ...keys.map((key) => post(key, '/api/users/', body)),
      service.post('/api/users/', body),
    ]);
    const made = answers.filter(({ status }) => status === 201).length;
    expect([made === 1 || made === 2, await peopleWith(body.email)]).toEqual([true, 1]);
    expect(answers.every(({ status }) => status === 201 || status === 400)).toBe(true);
  });

  it('refuses another request with the same key, and does nothing', async () => {
    const [key, body, another] = [newKey(), hire(), hire()];
    await post(key, '/api/users/', body);
    for (const other of [another, { ...body, first_name: 'Janet' }, {}, [], '"text"']) {
      const refused = await post(key, '/api/users/', other);
      expect([refused.status, refused.type]).toEqual([422, 'application/json']);
      expect(JSON.parse(refused.text)).toEqual({ detail: expect.stringContaining('another request') });
    }
    expect(await peopleWith(another.email)).toBe(0);
  });

  it('takes the same fields in another order for the same request', async () => {
    const [key, body] = [newKey(), hire()];
    const first = await post(key, '/api/users/', body);
    const turned = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 3);
    expect((await post(key, '/api/users/', turned)).text).toBe(first.text);
  });

  it('keeps keys of other endpoints apart', async () => {
    const key = newKey();
    const answers = [await post(key, '/api/users/', hire()), await post(key, '/api/newhires/', hire())];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('serves a key on with another token, also of another administrator', async () => {
    const [key, body] = [newKey(), hire()];
    const first = await post(key, '/api/users/', body);
    const token = await service.operator.createToken('admin@acme.example');
    expect((await post(key, '/api/users/', body, { token })).text).toBe(first.text);
    expect((await post(key, '/api/users/', body, { token: otherToken })).text).toBe(first.text);
  });

  it('leaves the key of a refused request unused, so that it serves the corrected one', async () => {
    const [key, body] = [newKey(), hire()];
    expect((await post(key, '/api/users/', { ...body, role: 9 })).status).toBe(400);
    const taken = await post(key, '/api/users/', { ...body, email: 'admin@acme.example' });
    expect([taken.status, JSON.parse(taken.text)]).toEqual([
      400,
      { email: ['user with this Email already exists.'] },
    ]);
    expect((await post(key, '/api/users/', body)).status).toBe(201);
    const gone = { user: 9_999, termination_date: '2030-06-30' };
    expect((await post(key, '/api/offboarding/', gone)).status).toBe(400);
    const { user } = await someone();
    expect((await post(key, '/api/offboarding/', { ...gone, user })).status).toBe(200);
  });

  it.each([
    '""',
    '"a',
    'a"',
    '"a" "b"',
    '"a", "b"',
    'a,b',
    'a b',
    '"a\\"',
    '"a\\b"',
    '"jö"',
    `"${'k'.repeat(256)}"`,
    'k'.repeat(256),
    '\\'.repeat(5_000),
    '',
    '"a";b=1',
  ])('refuses the key %.30j and does nothing', async (key) => {
    const body = hire();
    const answer = await post(Buffer.from(key).toString('latin1'), '/api/users/', body);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { detail: expect.stringContaining('Idempotency-Key') },
    ]);
    expect(await peopleWith(body.email)).toBe(0);
  });

  it.each([
    ['with and without quotes', '"8e03978e-40d5"', '8e03978e-40d5'],
    ['with spaces around', '"spaces"', '  "spaces" '],
    ['with escapes', '"a\\"b\\\\c"', '"a\\"b\\\\c"'],
    ['of the longest', `"${'x'.repeat(255)}"`, 'x'.repeat(255)],
    ['of the longest, all escaped', `"${'\\"'.repeat(255)}"`, `"${'\\"'.repeat(255)}"`],
  ])('knows a key again %s', async (_title, one, other) => {
    const body = hire();
    const first = await post(one, '/api/users/', body);
    const second = await post(other, '/api/users/', body);
    expect([first.status, second.replayed, second.text]).toEqual([201, 'true', first.text]);
  });

  it('makes nobody again who was removed since, and has forgotten the answer about them', async () => {
    const [key, body] = [newKey(), hire()];
    await post(key, '/api/users/', body);
    await service.operator.removeUser(body.email);
    const { status, text } = await post(key, '/api/users/', body);
    expect([status, JSON.parse(text)]).toEqual([410, { detail: expect.stringContaining('removed') }]);
    expect(await peopleWith(body.email)).toBe(0);
    const { db, close } = openDatabase<Tables>(service.database.url);
    const answers = await db.selectFrom('idempotency_answers').select('body').execute();
    expect(JSON.stringify(answers)).not.toContain(body.email);
    await close();
  });

  it('stores neither the key nor what was sent where either could be read', async () => {
    const body = hire();
    await post('"leaver-jane@acme.example"', '/api/users/', body);
    const { db, close } = openDatabase<Tables>(service.database.url);
    const keys = await db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(keys)).not.toMatch(/leaver|acme|Jane/i);
    await close();
  });

  it('still knows a key after a restart six days later, and after eight has dropped it with its answer', async () => {
    const [key, body] = [newKey(), hire()];
    const first = await post(key, '/api/users/', body);
    const { db, close } = openDatabase<Tables>(service.database.url);
    const old = Array.from({ length: 1_200 }, (_, number) => ({
      digest: `old ${number}`,
      fingerprint: '',
      created_at: '2030-06-14T00:00:00.000Z',
    }));
    for (let at = 0; at < old.length; at += 300)
      await db
        .insertInto('idempotency_keys')
        .values(old.slice(at, at + 300))
        .execute();
    const later = async (day: string) =>
      startService({
        databaseUrl: service.database.url,
        log: silentLog(),
        ...options,
        clock: clockAt(() => new Date(day)),
      });
    const known = (await db.selectFrom('idempotency_keys').select('digest').execute()).length;
    const sixth = await later('2030-06-21T12:00:00Z');
    expect((await post(key, '/api/users/', body, { url: sixth.url })).text).toBe(first.text);
    // Only keys older than seven days are removed.
    await expect
      .poll(async () => (await db.selectFrom('idempotency_keys').select('digest').execute()).length)
      .toBe(known - old.length);
    await sixth.stop();
    const eighth = await later('2030-06-23T12:00:00Z');
    for (const table of ['idempotency_keys', 'idempotency_answers'] as const)
      await expect.poll(() => db.selectFrom(table).select('digest').execute()).toEqual([]);
    await eighth.stop();
    await close();
  });

  it('declares the header of every POST in its description, and what it can be refused for', async () => {
    const { paths } = (await (await fetch(`${service.url}/api/schema/`)).json()) as {
      paths: Record<string, { post: { parameters: object[]; responses: object } }>;
    };
    for (const path of ['/api/users/', '/api/newhires/', '/api/offboarding/']) {
      const { parameters, responses } = paths[path]?.post ?? { parameters: [], responses: {} };
      expect(parameters).toEqual([
        expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
      ]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '409', '410', '422']));
    }
  });
});

describe.skipIf(!postgresUrl)(
  'several processes on one PostgreSQL (left out without TEST_POSTGRES_URL)',
  () => {
    it('carry a request with one key out once, whichever it comes to', { timeout: 60_000 }, async () => {
      const first = await startTestService(await freshPostgres());
      const second = await startService({
        databaseUrl: first.database.url,
        log: silentLog(),
        ...options,
      });
      const { operator } = first;
      await operator.addSequence({ name: 'Out', kind: 'offboarding', tasks: [] });
      const headers = { authorization: `Token ${first.token}`, 'content-type': 'application/json' };
      const send = (url: string, path: string, key: string, body: object) =>
        fetch(`${url}${path}`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': key },
          body: JSON.stringify(body),
        });
      for (let round = 0; round < 8; round += 1) {
        const pairs = [hire(), hire(), hire()].map((body) => ({ body, key: newKey() }));
        const urls = [first.url, second.url, first.url, second.url];
        const answers = await Promise.all(
          urls.flatMap((url, index) =>
            (index % 2 ? pairs.toReversed() : pairs).map(async ({ key, body }) => {
              const answer = await send(url, '/api/users/', key, body);
              return `${answer.status} ${await answer.text()}`;
            }),
          ),
        );
        expect(new Set(answers).size).toBe(3);
        const leaving = await Promise.all(
          urls.flatMap((url) =>
            pairs.map(({ key }, index) =>
              send(url, '/api/offboarding/', key, {
                user: (JSON.parse((answers[index] ?? '').slice(4)) as { id: number }).id,
                termination_date: '2999-01-01',
                sequences: [1],
              }),
            ),
          ),
        );
        expect(leaving.map(({ status }) => status)).toEqual(Array(12).fill(200));
        const done = leaving.filter(({ headers }) => headers.get('idempotent-replayed') === null);
        expect(done).toHaveLength(3);
      }
      await second.stop();
      await first.stop();
    });
  },
);
