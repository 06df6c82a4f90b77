import { beforeAll, expect, it } from 'vitest';
import { additions } from '../../src/contract/paths.ts';
import { type Database, openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, newPerson, type ServiceClient, useTestService } from './start.ts';

function newKey(): string {
  return `"${crypto.randomUUID()}"`;
}

/** Posts with a key. @param body JSON, or what becomes JSON */
async function send(at: ServiceClient, key: string, path: string, body: unknown, token?: string) {
  const answer = await at.call(path, {
    method: 'POST',
    headers: { 'idempotency-key': key, ...(token !== undefined && { authorization: `Token ${token}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { status, headers } = answer;
  const [type, replayed] = [headers.get('content-type'), headers.get('idempotent-replayed')];
  return { status, headers, type, replayed, text: await answer.text() };
}

onEachDatabase((fresh) => {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const service = useTestService(fresh, { clock });
  let database: Database<Tables>;
  beforeAll(async () => {
    database = openDatabase<Tables>(service.database.url);
    await service.addSequence('onboarding', 'onboarding', [1, 'hr', 'onboarding']);
    await service.addSequence('offboarding', 'offboarding', [1, 'hr', 'offboarding']);
    return database.close;
  });

  const post = (key: string, path: string, body: unknown, token?: string) =>
    send(service, key, path, body, token);

  async function peopleWith(email: unknown): Promise<number> {
    return (await service.operator.listUsers()).filter((person) => person.email === email).length;
  }

  it.each(['/api/users/', '/api/newhires/'])(
    'answers a repeated creation at %s as the first time, and makes nobody',
    async (path) => {
      const [key, body] = [newKey(), newPerson({ sequences: [1] })];
      const first = await post(key, path, body);
      const second = await post(key, path, body);
      expect([first.status, first.replayed, second.replayed]).toEqual([201, null, 'true']);
      expect([second.status, second.type, second.text]).toEqual([201, first.type, first.text]);
      expect(second.headers.get('deprecation')).toBe(first.headers.get('deprecation'));
      expect(await peopleWith(body.email)).toBe(1);
    },
  );

  it('answers a repeated offboarding as the first time, and does not undo what was planned since', async () => {
    const { email, user } = await service.hire();
    const [key, body] = [newKey(), { user, termination_date: '2030-06-30', sequences: [2] }];
    const first = await post(key, '/api/offboarding/', body);
    const moved = { ...body, termination_date: '2030-07-31', sequences: [] };
    await post(newKey(), '/api/offboarding/', moved);
    const second = await post(key, '/api/offboarding/', body);
    expect([first.status, first.type, first.text, first.replayed]).toEqual([200, null, '', null]);
    expect([second.status, second.type, second.text, second.replayed]).toEqual([200, null, '', 'true']);
    expect((await service.timeline(email)).termination_date).toBe('2030-07-31');
  });

  it('gives many that come at once to two processes the same answer', async () => {
    const other = await service.replica({ clock });
    const everywhere = async (key: string, path: string, body: unknown) => {
      const replicas = Array.from({ length: 12 }, (_, at) => (at % 2 ? other : service));
      const answers = await Promise.all(replicas.map((at) => send(at, key, path, body)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
      return answers[0];
    };
    for (let round = 0; round < 8; round += 1) {
      const [key, body] = [newKey(), newPerson()];
      const created = await everywhere(key, '/api/users/', body);
      expect([created?.status, await peopleWith(body.email)]).toEqual([201, 1]);
      const leaving = { user: JSON.parse(created?.text ?? '').id, termination_date: '2999-01-01' };
      expect(await everywhere(key, '/api/offboarding/', leaving)).toMatchObject({ status: 200, text: '' });
    }
    await other.stop();
  });

  it('tells requests with keys and without apart when they come for one address at once', async () => {
    const body = newPerson();
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
    const [key, body, another] = [newKey(), newPerson(), newPerson()];
    await post(key, '/api/users/', body);
    for (const other of [another, { ...body, first_name: 'Janet' }, {}, [], '"text"']) {
      const refused = await post(key, '/api/users/', other);
      expect([refused.status, refused.type]).toEqual([422, 'application/json']);
      expect(JSON.parse(refused.text)).toEqual({ detail: expect.stringContaining('another request') });
    }
    expect(await peopleWith(another.email)).toBe(0);
  });

  it('takes the same fields in another order for the same request', async () => {
    const [key, body] = [newKey(), newPerson()];
    const first = await post(key, '/api/users/', body);
    const turned = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 3);
    expect((await post(key, '/api/users/', turned)).text).toBe(first.text);
  });

  it('keeps keys of other endpoints apart', async () => {
    const key = newKey();
    const answers = [
      await post(key, '/api/users/', newPerson()),
      await post(key, '/api/newhires/', newPerson()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('serves a key on with another token, also of another administrator', async () => {
    const [key, body] = [newKey(), newPerson()];
    const first = await post(key, '/api/users/', body);
    const { email } = await service.hire({ role: 1 });
    for (const administrator of ['admin@acme.example', email]) {
      const token = await service.operator.createToken(administrator);
      expect((await post(key, '/api/users/', body, token)).text).toBe(first.text);
    }
  });

  it('leaves the key of a refused request unused, also of two at once, so that it serves the corrected one', async () => {
    const [key, body] = [newKey(), newPerson()];
    const wrong = await Promise.all([1, 2].map(() => post(key, '/api/users/', { ...body, role: 9 })));
    expect(wrong.map(({ status }) => status)).toEqual([400, 400]);
    const taken = await post(key, '/api/users/', { ...body, email: 'admin@acme.example' });
    expect([taken.status, JSON.parse(taken.text)]).toEqual([
      400,
      { email: ['user with this Email already exists.'] },
    ]);
    expect((await post(key, '/api/users/', body)).status).toBe(201);
    const gone = { user: 9_999, termination_date: '2030-06-30' };
    expect((await post(key, '/api/offboarding/', gone)).status).toBe(400);
    const { user } = await service.hire();
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
  ])('refuses the key $0 and does nothing', async (key) => {
    const body = newPerson();
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
    const body = newPerson();
    const first = await post(one, '/api/users/', body);
    const second = await post(other, '/api/users/', body);
    expect([first.status, second.replayed, second.text]).toEqual([201, 'true', first.text]);
  });

  it('makes nobody again who was removed since, and has forgotten the answer about them', async () => {
    const [key, body] = [newKey(), newPerson()];
    await post(key, '/api/users/', body);
    await service.operator.removeUser(body.email);
    const { status, text } = await post(key, '/api/users/', body);
    expect([status, JSON.parse(text)]).toEqual([410, { detail: expect.stringContaining('removed') }]);
    expect(await peopleWith(body.email)).toBe(0);
    const { db } = database;
    const answers = await db.selectFrom('idempotency_answers').select('body').execute();
    expect(JSON.stringify(answers)).not.toContain(body.email);
  });

  it('stores neither the key nor what was sent where either could be read', async () => {
    const body = newPerson();
    await post('"leaver-jane@acme.example"', '/api/users/', body);
    const { db } = database;
    const keys = await db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(keys)).not.toMatch(/leaver|acme|Jane/i);
  });

  it('still knows a key after a restart six days later, and after eight has dropped it with its answer', async () => {
    const [key, body] = [newKey(), newPerson()];
    const first = await post(key, '/api/users/', body);
    const { db } = database;
    const old = Array.from({ length: 1_200 }, (_, number) => ({
      ...{ digest: `old ${number}`, fingerprint: '', created_at: '2030-06-14T00:00:00.000Z' },
    }));
    for (let at = 0; at < old.length; at += 300)
      await db
        .insertInto('idempotency_keys')
        .values(old.slice(at, at + 300))
        .execute();
    const count = async (table: 'idempotency_keys' | 'idempotency_answers') =>
      (await db.selectFrom(table).select('digest').execute()).length;
    const known = await count('idempotency_keys');
    const sixth = await service.replica({ clock: clockAt('2030-06-21T12:00:00Z') });
    expect((await send(sixth, key, '/api/users/', body)).text).toBe(first.text);
    // Only keys older than seven days are removed.
    await expect.poll(() => count('idempotency_keys')).toBe(known - old.length);
    await sixth.stop();
    const eighth = await service.replica({ clock: clockAt('2030-06-23T12:00:00Z') });
    for (const table of ['idempotency_keys', 'idempotency_answers'] as const)
      await expect.poll(() => count(table)).toBe(0);
    await eighth.stop();
  });

  it('declares the header of every POST that makes something in its description, and what it can be refused for', async () => {
    const { paths } = await service.get<{
      paths: Record<string, { post: { parameters: object[]; responses: object } }>;
    }>('/api/schema/');
    const older = ['/api/users/', '/api/newhires/', '/api/offboarding/'];
    for (const path of [...older, additions.newSequence]) {
      const { parameters, responses } = paths[path]?.post ?? { parameters: [], responses: {} };
      expect(parameters).toEqual([
        expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
      ]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '410', '422']));
    }
  });
});
