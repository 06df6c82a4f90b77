import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, newPerson, useTestService } from './start.ts';

onEachDatabase((fresh) => {
  // 23:30 UTC on the 15th is already the 16th in the organization's zone.
  const clock = clockAt('2030-06-15T23:30:00Z');
  const service = useTestService(fresh, { clock, timezone: 'Asia/Tokyo', language: 'jp' });
  const buddy = { first_name: 'B', last_name: 'B', email: 'buddy@acme.example', role: 3 as const };
  beforeAll(async () => {
    await service.operator.addUser(buddy);
    await service.addSequence('In', 'onboarding');
    await service.addSequence('Out', 'offboarding');
  });

  async function create(body: object, path = '/api/users/') {
    const [status, created] = await service.answer(path, body);
    return [status, created] as [number, Record<string, unknown>];
  }

  const employees = (query = '') => service.get<{ id: number }[]>(`/api/employees/${query}`);

  it('fills in what the request leaves out: the day of the request, zone and language of the organization', async () => {
    const body = newPerson();
    const texts = { phone: '', position: '', message: '', linkedin: '', facebook: '', twitter: '' };
    const nobody = { buddy: null, manager: null };
    const filledIn = { start_day: '2030-06-16', timezone: 'Asia/Tokyo', language: 'jp', sequences: [] };
    const id = expect.any(Number);
    expect(await create(body)).toEqual([201, { ...body, id, ...texts, ...nobody, ...filledIn }]);
  });

  it('gives the id first, then what was sent in the order in which released deployments give it', async () => {
    const [, created] = await create(newPerson({ buddy: 2 }));
    const first = ['id', 'first_name', 'last_name', 'role', 'email', 'buddy'];
    expect(Object.keys(created).slice(0, 6)).toEqual(first);
  });

  it('keeps every field as it was sent, Unicode included, and lists the person at once', async () => {
    const body = newPerson({
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
    const [status, created] = await create(body);
    expect([status, created]).toEqual([201, expect.objectContaining(body)]);
    const { first_name, last_name, email, role } = body;
    expect(await employees()).toContainEqual({ id: created.id, first_name, last_name, email, role });
  });

  it.each([0, 1, 2, 3])('creates users of role %i, who start today', async (role) => {
    expect(await create(newPerson({ role }))).toMatchObject([201, { role, start_day: '2030-06-16' }]);
  });

  it('takes anybody as buddy and manager: administrators, new hires, and those who leave', async () => {
    const { user } = await service.hire();
    await service.offboard(user, '2030-06-30');
    expect(await create(newPerson({ buddy: user, manager: 1 }))).toMatchObject([
      201,
      { buddy: user, manager: 1 },
    ]);
  });

  it('makes new hires on the older endpoint, whatever role is sent, and names the successor', async () => {
    for (const role of [undefined, 1, 'nonsense', null]) {
      const answer = await service.post('/api/newhires/', newPerson({ role, sequences: [1] }));
      expect([answer.status, await answer.json()]).toMatchObject([201, { role: 0, sequences: [1] }]);
      expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(answer.headers.get('link')).toBe('</api/users/>; rel="successor-version"');
    }
  });

  it('makes one user of the same address sent many times at once, to two processes, and both list it', async () => {
    const other = await service.replica();
    for (let round = 0; round < 8; round += 1) {
      const body = newPerson();
      const written = [body.email, body.email.toUpperCase(), body.email, body.email];
      const answers = await Promise.all(
        [service, other].flatMap((at) =>
          written.map((email) => at.answer('/api/users/', { ...body, email })),
        ),
      );
      expect(answers.map(([status]) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
      for (const at of [service, other]) {
        const listed = await at.get<{ email: string }[]>('/api/employees/');
        expect(listed.filter(({ email }) => email === body.email)).toHaveLength(1);
      }
    }
    await other.stop();
  });

  it('lists everybody and all sequences as plain arrays ordered by id, whatever the query says', async () => {
    const all = await employees('?search=x&page=2');
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(all[1]).toEqual({ id: 2, ...buddy });
    expect(await service.get('/api/sequences/')).toEqual([
      { id: 1, name: 'In', kind: 'onboarding' },
      { id: 2, name: 'Out', kind: 'offboarding' },
    ]);
  });

  it('shows at once what another process has changed', async () => {
    const before = (await employees()).length;
    await service.operator.addUser({ first_name: 'L', last_name: 'L', email: 'late@acme.example', role: 1 });
    expect(await employees()).toHaveLength(before + 1);
    const headers = { authorization: `Token ${await service.operator.createToken('late@acme.example')}` };
    const status = async () => (await service.call('/api/employees/', { headers })).status;
    expect(await status()).toBe(200);
    await service.operator.revokeTokens('late@acme.example');
    expect(await status()).toBe(401);
    await service.operator.removeUser('late@acme.example');
    expect(await employees()).toHaveLength(before);
  });

  it('never gives the id of a removed user again', async () => {
    const { email, user } = await service.hire();
    await service.operator.removeUser(email);
    expect((await service.hire()).user).toBeGreaterThan(user);
  });
});
