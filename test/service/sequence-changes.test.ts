import { afterAll, beforeAll, expect, it } from 'vitest';
import { FullSequence, FullSequences, Starters } from '../../src/contract/additions/sequences.ts';
import { silentLog } from '../../src/log.ts';
import { startService } from '../../src/service/service.ts';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, startTestService, type TestService } from './start.ts';

const paths = {
  all: '/api/frontdesk/sequences/',
  add: '/api/frontdesk/sequences/new/',
  change: '/api/frontdesk/sequences/change/',
};
const greet = { day: 0, owner: 'manager', person: null, text: 'Say hello' } as const;
const talk = { day: -1, owner: 'hr', person: null, text: 'Talk' } as const;
const close = { day: 1, owner: 'hr', person: null, text: 'Close the accounts' } as const;
const stale = { version: ['This has been changed since that version.'] };

let count = 0;

onEachDatabase((fresh) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await fresh(), {
      clock: clockAt(() => new Date('2030-03-15T12:00:00Z')),
    });
  });
  afterAll(() => service.stop());

  /** @returns a sequence with a unique name */
  async function sequence(more: object = {}) {
    count += 1;
    const answer = await service.post(paths.add, {
      name: `Sequence ${count}`,
      kind: 'onboarding',
      tasks: [greet],
      ...more,
    });
    expect(answer.status).toBe(201);
    return FullSequence.parse(await answer.json());
  }

  function change({ id, version, name, archived, tasks }: FullSequence, more: object = {}) {
    return service.post(paths.change, { id, version, name, archived, tasks, ...more });
  }

  async function changed(before: FullSequence, more: object): Promise<FullSequence> {
    const answer = await change(before, more);
    expect(answer.status).toBe(200);
    return FullSequence.parse(await answer.json());
  }

  async function listed(url = service.url): Promise<{ id: number; name: string }[]> {
    const headers = { authorization: `Token ${service.token}` };
    return (await fetch(`${url}/api/sequences/`, { headers })).json() as Promise<
      { id: number; name: string }[]
    >;
  }

  async function hire(sequences: number[]) {
    count += 1;
    const email = `h${count}@acme.example`;
    const answer = await service.post('/api/users/', {
      ...{ first_name: 'H', last_name: 'H', email, role: 0, start_day: '2030-04-01', sequences },
    });
    return { email, status: answer.status, body: (await answer.json()) as { id: number } };
  }

  async function planned(email: string): Promise<string[]> {
    const { tasks } = await service.operator.timeline(email);
    return tasks.map(({ due_day, text }) => `${due_day} ${text}`);
  }

  async function offboard(user: number, termination_date: string, sequences: number[]): Promise<number> {
    return (await service.post('/api/offboarding/', { user, termination_date, sequences })).status;
  }

  it('makes a sequence that is offered at once, and shows it with its tasks, earliest first', async () => {
    const made = await sequence({ tasks: [greet, { ...greet, day: -3 }] });
    expect(made).toMatchObject({ version: 1, archived: false, in_use: 0, kind: 'onboarding' });
    expect(made.tasks.map(({ day }) => day)).toEqual([-3, 0]);
    const all = FullSequences.parse(await (await service.call(paths.all)).json());
    expect(all.find(({ id }) => id === made.id)).toEqual(made);
    expect(await listed()).toContainEqual({ id: made.id, name: made.name, kind: 'onboarding' });
  });

  it('renames one in the list at once, on every replica', async () => {
    const before = await sequence();
    const other = await startService({
      ...{ databaseUrl: service.database.url, host: '127.0.0.1', port: 0, timezone: 'UTC' },
      ...{ language: 'en', apiAccess: true, log: silentLog() },
    });
    await listed(other.url);
    await listed();
    await changed(before, { name: `Renamed ${before.id}` });
    for (const url of [service.url, other.url]) {
      const found = (await listed(url)).find(({ id }) => id === before.id);
      expect(found?.name).toBe(`Renamed ${before.id}`);
    }
    await other.stop();
  });

  it('changes a sequence for those who get it from then on: who has it keeps what was planned', async () => {
    const before = await sequence();
    const earlier = await hire([before.id]);
    const after = await changed(before, {
      tasks: [
        { ...greet, text: 'Say good morning' },
        { ...greet, day: 2 },
      ],
    });
    expect([after.version, after.in_use]).toEqual([2, 1]);
    const later = await hire([before.id]);
    expect(await planned(earlier.email)).toEqual(['2030-04-01 Say hello']);
    expect(await planned(later.email)).toEqual(['2030-04-01 Say good morning', '2030-04-03 Say hello']);
  });

  it('moves what is planned of an offboarding whose sequence was changed since, and plans nothing of the new', async () => {
    const before = await sequence({ kind: 'offboarding', tasks: [talk, close] });
    const { email, body } = await hire([]);
    await offboard(body.id, '2030-06-10', [before.id]);
    await expect.poll(() => planned(email)).toEqual(['2030-06-09 Talk', '2030-06-11 Close the accounts']);
    const after = await changed(before, { tasks: [{ ...talk, text: 'Talk for an hour' }, close] });
    await offboard(body.id, '2030-06-20', [after.id]);
    await expect.poll(() => planned(email)).toEqual(['2030-06-19 Talk', '2030-06-21 Close the accounts']);
    // Removed and assigned again, the sequence has its current tasks.
    await offboard(body.id, '2030-06-20', []);
    await expect.poll(() => planned(email)).toEqual([]);
    await offboard(body.id, '2030-06-20', [after.id]);
    await expect
      .poll(() => planned(email))
      .toEqual(['2030-06-19 Talk for an hour', '2030-06-21 Close the accounts']);
    await offboard(body.id, '2030-06-30', [after.id]);
    await expect
      .poll(() => planned(email))
      .toEqual(['2030-06-29 Talk for an hour', '2030-07-01 Close the accounts']);
  });

  it('offers an archived one to nobody, and knows it no more when it is given anew', async () => {
    const before = await sequence();
    await hire([before.id]);
    const archived = await changed(before, { archived: true });
    expect((await listed()).map(({ id }) => id)).not.toContain(before.id);
    const refused = await hire([before.id]);
    expect([refused.status, refused.body]).toEqual([400, { sequences: ['Not all sequence ids are valid.'] }]);
    await changed(archived, { archived: false });
    expect((await listed()).map(({ id }) => id)).toContain(before.id);
    expect((await hire([before.id])).status).toBe(201);
  });

  it('moves an offboarding whose sequence was archived since, and starts none with it', async () => {
    const before = await sequence({ kind: 'offboarding', tasks: [talk] });
    const leaver = await hire([]);
    await offboard(leaver.body.id, '2030-06-10', [before.id]);
    await changed(before, { archived: true });
    expect(await offboard(leaver.body.id, '2030-06-20', [before.id])).toBe(200);
    await expect.poll(() => planned(leaver.email)).toEqual(['2030-06-19 Talk']);
    const other = await hire([]);
    expect(await offboard(other.body.id, '2030-06-20', [before.id])).toBe(400);
  });

  it('refuses the second of two that change it at once, and takes the same change twice', async () => {
    const before = await sequence();
    const answers = await Promise.all([
      change(before, { tasks: [greet, { ...greet, day: 1 }] }),
      change(before, { tasks: [{ ...greet, day: 2 }] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(await refused?.json()).toEqual(stale);
    const next = await sequence();
    const twice = await Promise.all([
      change(next, { name: `N${next.id}` }),
      change(next, { name: `N${next.id}` }),
    ]);
    const bodies = await Promise.all(twice.map((answer) => answer.json()));
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ version: 2, name: `N${next.id}` });
  });

  it('makes one of many requests with one key, and none of a second with its name', async () => {
    const body = { name: 'Once', kind: 'offboarding', tasks: [talk] };
    const headers = { 'idempotency-key': '"a-key-of-its-own"' };
    const send = () => service.call(paths.add, { method: 'POST', headers, body: JSON.stringify(body) });
    const answers = await Promise.all(Array.from({ length: 5 }, send));
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect([answers.map(({ status }) => status), texts.size]).toEqual([Array(5).fill(201), 1]);
    const again = await service.post(paths.add, body);
    expect([again.status, await again.json()]).toEqual([
      400,
      { name: ['There is a sequence of this kind with this name already.'] },
    ]);
    expect((await service.post(paths.add, { ...body, kind: 'onboarding' })).status).toBe(201);
  });

  it('gives a task to somebody by name, and to HR when they are removed', async () => {
    const person = await hire([]);
    const own = { ...greet, owner: 'person', person: person.body.id };
    const made = await sequence({ tasks: [own] });
    expect(made.tasks).toEqual([own]);
    await service.operator.removeUser(person.email);
    const all = FullSequences.parse(await (await service.call(paths.all)).json());
    const now = all.find(({ id }) => id === made.id);
    expect(now?.tasks).toEqual([{ ...greet, owner: 'hr' }]);
    if (now) await changed(now, { archived: true });
  });

  const nobody = (id: number) => `person: Invalid pk "${id}" - object does not exist.`;
  it.each<[string, object, object]>([
    [
      'nothing',
      { name: undefined, kind: undefined, tasks: undefined },
      {
        name: ['This field is required.'],
        kind: ['This field is required.'],
        tasks: ['This field is required.'],
      },
    ],
    ['a blank name', { name: ' ' }, { name: ['This field may not be blank.'] }],
    [
      'a long name',
      { name: 'n'.repeat(241) },
      { name: ['Ensure this field has no more than 240 characters.'] },
    ],
    ['an unknown kind', { kind: 'boarding' }, { kind: ['"boarding" is not a valid choice.'] }],
    [
      'tasks that are no list',
      { tasks: { 0: greet } },
      { tasks: ['Expected a list of items but got type "dict".'] },
    ],
    [
      'a task that is none',
      { tasks: [greet, 7] },
      { tasks: { 1: ['Invalid data. Expected a dictionary, but got int.'] } },
    ],
    [
      'wrong fields of a task',
      { tasks: [greet, { day: 'soon', owner: 'ceo', text: ' ' }] },
      {
        tasks: {
          1: [
            'day: A valid integer is required.',
            'owner: "ceo" is not a valid choice.',
            'text: This field may not be blank.',
          ],
        },
      },
    ],
    [
      'a day too far away',
      { tasks: [{ ...greet, day: 4_000 }] },
      { tasks: { 0: ['day: Ensure this value is less than or equal to 3650.'] } },
    ],
    [
      'somebody who is not there',
      { tasks: [{ ...greet, owner: 'person', person: 99_999 }] },
      { tasks: { 0: [nobody(99_999)] } },
    ],
    [
      'nobody where somebody is needed',
      { tasks: [greet, { ...greet, owner: 'person' }] },
      { tasks: { 1: ['person: This field is required.'] } },
    ],
    [
      'too many tasks',
      { tasks: Array(1_001).fill(greet) },
      { tasks: ['Ensure this field has no more than 1000 elements.'] },
    ],
  ])('refuses a sequence with %s', async (_title, more, problem) => {
    const answer = await service.post(paths.add, {
      name: 'Wrong',
      kind: 'onboarding',
      tasks: [greet],
      ...more,
    });
    expect([answer.status, await answer.json()]).toEqual([400, problem]);
  });

  it('says that a sequence to be changed is not there', async () => {
    const made = await sequence();
    for (const id of [99_999, 2 ** 40]) {
      const answer = await change(made, { id });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { id: [`Invalid pk "${id}" - object does not exist.`] },
      ]);
    }
  });

  it('lists eight starters, and which of them are there', async () => {
    const read = async () => Starters.parse(await (await service.call('/api/frontdesk/starters/')).json());
    const [first, ...others] = await read();
    expect([first?.added, others.length]).toEqual([null, 7]);
    const { key: _, added: __, ...body } = first ?? { key: '', added: null };
    const made = FullSequence.parse(await (await service.post(paths.add, body)).json());
    expect((await read())[0]?.added).toBe(made.id);
  });
});
