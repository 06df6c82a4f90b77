import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, startTestService, type TestService } from './start.ts';

let count = 0;

/** Body with a unique address. */
function hire(more: object = {}) {
  count += 1;
  return { first_name: 'Jane', last_name: 'Doe', email: `jane${count}@acme.example`, role: 0, ...more };
}

onEachDatabase((fresh) => {
  let service: TestService;
  // 23:30 UTC on the 15th is already the 16th in the organization's zone.
  beforeAll(async () => {
    const clock = clockAt(() => new Date('2030-06-15T23:30:00Z'));
    service = await startTestService(await fresh(), { clock, timezone: 'Asia/Tokyo', language: 'jp' });
    await service.operator.addUser({ first_name: 'B', last_name: 'B', email: 'buddy@acme.example', role: 3 });
    await service.operator.addSequence({ name: 'In', kind: 'onboarding', tasks: [] });
    await service.operator.addSequence({ name: 'Out', kind: 'offboarding', tasks: [] });
  });
  afterAll(() => service.stop());

  async function create(body: unknown, path = '/api/users/') {
    const answer = await service.post(path, body);
    return {
      status: answer.status,
      headers: answer.headers,
      created: (await answer.json()) as Record<string, unknown>,
    };
  }

  it('fills in what the request leaves out: the day of the request, zone and language of the organization', async () => {
    const body = hire();
    const { status, created } = await create(body);
    expect(status).toBe(201);
    expect(created).toEqual({
      ...body,
      id: expect.any(Number),
      phone: '',
      position: '',
      message: '',
      linkedin: '',
      facebook: '',
      twitter: '',
      buddy: null,
      manager: null,
      start_day: '2030-06-16',
      timezone: 'Asia/Tokyo',
      language: 'jp',
      sequences: [],
    });
  });

  it('takes an address whose domain has letters outside ASCII, and stores it in small letters', async () => {
    const { status, created } = await create(hire({ email: 'Jo@EXÄMPLE.io' }));
    expect([status, created.email]).toEqual([201, 'jo@exämple.io']);
  });

  it('gives the id first, then what was sent in the order in which released deployments give it', async () => {
    const { created } = await create(hire({ buddy: 2 }));
    expect(Object.keys(created).slice(0, 6)).toEqual([
      'id',
      'first_name',
      'last_name',
      'role',
      'email',
      'buddy',
    ]);
  });

  it('keeps every field as it was sent, Unicode included', async () => {
    const body = hire({
      first_name: 'Zoë 👩🏽‍🚀',
      last_name: '李 بن',
      phone: '+351 21 123',
      position: 'x'.repeat(300),
      message: `{{ first_name }} <b>&amp;\n${'é'.repeat(10_000)}`,
      language: 'pt',
      start_day: '1999-12-31',
      buddy: 2,
      manager: 1,
      timezone: 'Europe/Kyiv',
      sequences: [2, 1],
      linkedin: 'in/zoe',
    });
    const { status, created } = await create(body);
    expect([status, created]).toEqual([201, expect.objectContaining(body)]);
  });

  it.each([
    [
      'an address in other case and with spaces',
      { email: '  New.Person@ACME.example ' },
      { email: 'new.person@acme.example' },
    ],
    ['a role as text', { role: '3' }, { role: 3 }],
    ['the role nought as text', { role: '0' }, { role: 0 }],
    [
      'ids as text',
      { buddy: '2', manager: ' 1 ', sequences: ['1'] },
      { buddy: 2, manager: 1, sequences: [1] },
    ],
    ['nobody as buddy and manager', { buddy: null, manager: '' }, { buddy: null, manager: null }],
    ['keys it does not know', { department: 'x', id: 7, __proto__: 1 }, { first_name: 'Jane' }],
    ['a past start day', { start_day: '2001-01-01' }, { start_day: '2001-01-01' }],
    ['an offboarding sequence on a hire', { sequences: [2] }, { sequences: [2] }],
    ['a number as a name', { first_name: 42 }, { first_name: '42' }],
    ['names with spaces around', { first_name: ' Jane ' }, { first_name: 'Jane' }],
    ['the longest names', { first_name: '😀'.repeat(200) }, { first_name: '😀'.repeat(200) }],
    ['the zone UTC', { timezone: 'UTC' }, { timezone: 'UTC' }],
  ])('accepts %s', async (_title, more, expected) => {
    const { status, created } = await create(hire(more));
    expect([status, created]).toEqual([201, expect.objectContaining(expected)]);
  });

  it.each([0, 1, 2, 3])('creates users of role %i', async (role) => {
    const { status, created } = await create(hire({ role }));
    expect([status, created.role, created.start_day]).toEqual([201, role, '2030-06-16']);
  });

  it('takes anybody as buddy and manager: administrators, new hires, and those who leave', async () => {
    const { created } = await create(hire());
    const leaving = { user: created.id, termination_date: '2030-06-30' };
    expect((await service.post('/api/offboarding/', leaving)).status).toBe(200);
    const answer = await create(hire({ buddy: created.id, manager: 1 }));
    expect([answer.status, answer.created.buddy, answer.created.manager]).toEqual([201, created.id, 1]);
  });

  it('makes new hires on the older endpoint, whatever role is sent, and names the successor', async () => {
    for (const role of [undefined, 1, 'nonsense', null]) {
      const { status, created, headers } = await create(hire({ role, sequences: [1] }), '/api/newhires/');
      expect([status, created.role, created.sequences]).toEqual([201, 0, [1]]);
      expect(headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(headers.get('link')).toBe('</api/users/>; rel="successor-version"');
    }
  });

  it('makes one user of the same address sent many times at once', async () => {
    const body = hire();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        create({ ...body, email: index % 2 ? body.email.toUpperCase() : body.email }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  });

  it('lists everybody and all sequences as plain arrays ordered by id, whatever the query says', async () => {
    const employees = (await (await service.call('/api/employees/?search=x&page=2')).json()) as {
      id: number;
    }[];
    const ids = employees.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(employees[1]).toEqual({
      id: 2,
      first_name: 'B',
      last_name: 'B',
      email: 'buddy@acme.example',
      role: 3,
    });
    const sequences: unknown = await (await service.call('/api/sequences/')).json();
    expect(sequences).toEqual([
      { id: 1, name: 'In', kind: 'onboarding' },
      { id: 2, name: 'Out', kind: 'offboarding' },
    ]);
  });

  it('shows at once what another process has changed', async () => {
    const before = ((await (await service.call('/api/employees/')).json()) as unknown[]).length;
    await service.operator.addUser({ first_name: 'L', last_name: 'L', email: 'late@acme.example', role: 2 });
    expect(await (await service.call('/api/employees/')).json()).toHaveLength(before + 1);
    await service.operator.removeUser('late@acme.example');
    expect(await (await service.call('/api/employees/')).json()).toHaveLength(before);
  });

  it('never gives the id of a removed user again', async () => {
    const { created } = await create(hire());
    await service.operator.removeUser(String(created.email));
    expect((await create(hire())).created.id).toBeGreaterThan(Number(created.id));
  });
});
