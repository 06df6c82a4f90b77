import { expect, it } from 'vitest';
import { FullSequence, FullSequences, Starters } from '../../src/contract/sequence.ts';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, type ServiceClient, unusedAddress, useTestService } from './start.ts';

const paths = {
  all: '/api/frontdesk/sequences/',
  add: '/api/frontdesk/sequences/new/',
  change: '/api/frontdesk/sequences/change/',
};
const greet = { day: 0, owner: 'manager', person: null, text: 'Say hello' } as const;
const talk = { day: -1, owner: 'hr', person: null, text: 'Talk' } as const;
const close = { day: 1, owner: 'hr', person: null, text: 'Close the accounts' } as const;
const stale = [400, { version: ['This has been changed since that version.'] }];
const notAll = [400, { sequences: ['Not all sequence ids are valid.'] }];

let count = 0;

onEachDatabase((fresh) => {
  const service = useTestService(fresh, { clock: clockAt('2030-03-15T12:00:00Z') });

  /** @returns a sequence with a unique name */
  async function sequence(more: object = {}) {
    count += 1;
    const body = { name: `Sequence ${count}`, kind: 'onboarding', tasks: [greet], ...more };
    const [status, made] = await service.answer(paths.add, body);
    expect(status).toBe(201);
    return FullSequence.parse(made);
  }

  function change({ id, version, name, archived, tasks }: FullSequence, more: object = {}) {
    return service.answer(paths.change, { id, version, name, archived, tasks, ...more });
  }

  async function changed(before: FullSequence, more: object): Promise<FullSequence> {
    const [status, after] = await change(before, more);
    expect(status).toBe(200);
    return FullSequence.parse(after);
  }

  const all = async () => FullSequences.parse(await service.get(paths.all));

  const listed = (at: ServiceClient = service) => at.get<{ id: number; name: string }[]>('/api/sequences/');

  const hire = (sequences: number[] = []) => service.hire({ start_day: '2030-04-01', sequences });

  async function planned(email: string): Promise<string[]> {
    const { tasks } = await service.timeline(email);
    return tasks.map(({ due_day, text }) => `${due_day} ${text}`);
  }

  it('makes a sequence that is offered at once, and shows it with its tasks, earliest first', async () => {
    const made = await sequence({ tasks: [greet, { ...greet, day: -3 }] });
    expect(made).toMatchObject({ version: 1, archived: false, in_use: 0, kind: 'onboarding' });
    expect(made.tasks.map(({ day }) => day)).toEqual([-3, 0]);
    expect((await all()).find(({ id }) => id === made.id)).toEqual(made);
    expect(await listed()).toContainEqual({ id: made.id, name: made.name, kind: 'onboarding' });
  });

  it('renames one in the list at once, on every replica', async () => {
    const before = await sequence();
    const other = await service.replica();
    await listed(other);
    await listed();
    await changed(before, { name: `Renamed ${before.id}` });
    for (const at of [service, other]) {
      const found = (await listed(at)).find(({ id }) => id === before.id);
      expect(found?.name).toBe(`Renamed ${before.id}`);
    }
    await other.stop();
  });

  it('changes a sequence for those who get it from then on: who has it keeps what was planned', async () => {
    const before = await sequence();
    const earlier = await hire([before.id]);
    const morning = { ...greet, text: 'Say good morning' };
    const after = await changed(before, { tasks: [morning, { ...greet, day: 2 }] });
    expect([after.version, after.in_use]).toEqual([2, 1]);
    const later = await hire([before.id]);
    expect(await planned(earlier.email)).toEqual(['2030-04-01 Say hello']);
    expect(await planned(later.email)).toEqual(['2030-04-01 Say good morning', '2030-04-03 Say hello']);
  });

  it('moves what is planned of an offboarding whose sequence was changed since, and plans nothing of the new', async () => {
    const before = await sequence({ kind: 'offboarding', tasks: [talk, close] });
    const { email, user } = await hire();
    const plannedFor = async (lastDay: string, sequences: number[]) => {
      await service.offboard(user, lastDay, sequences);
      return planned(email);
    };
    const first = ['2030-06-09 Talk', '2030-06-11 Close the accounts'];
    expect(await plannedFor('2030-06-10', [before.id])).toEqual(first);
    const { id } = await changed(before, { tasks: [{ ...talk, text: 'Talk for an hour' }, close] });
    const moved = ['2030-06-19 Talk', '2030-06-21 Close the accounts'];
    expect(await plannedFor('2030-06-20', [id])).toEqual(moved);
    // Removed and assigned again, the sequence has its current tasks.
    expect(await plannedFor('2030-06-20', [])).toEqual([]);
    const current = ['2030-06-19 Talk for an hour', '2030-06-21 Close the accounts'];
    expect(await plannedFor('2030-06-20', [id])).toEqual(current);
    const last = ['2030-06-29 Talk for an hour', '2030-07-01 Close the accounts'];
    expect(await plannedFor('2030-06-30', [id])).toEqual(last);
  });

  it('offers an archived one to nobody, and knows it no more when it is given anew', async () => {
    const before = await sequence();
    await hire([before.id]);
    const archived = await changed(before, { archived: true });
    expect((await listed()).map(({ id }) => id)).not.toContain(before.id);
    const person = { first_name: 'H', last_name: 'H', email: unusedAddress(), role: 0 };
    expect(await service.answer('/api/users/', { ...person, sequences: [before.id] })).toEqual(notAll);
    await changed(archived, { archived: false });
    expect((await listed()).map(({ id }) => id)).toContain(before.id);
    await hire([before.id]);
  });

  it('moves an offboarding whose sequence was archived since, and starts none with it', async () => {
    const before = await sequence({ kind: 'offboarding', tasks: [talk] });
    const leaver = await hire();
    await service.offboard(leaver.user, '2030-06-10', [before.id]);
    await changed(before, { archived: true });
    await service.offboard(leaver.user, '2030-06-20', [before.id]);
    expect(await planned(leaver.email)).toEqual(['2030-06-19 Talk']);
    const { user } = await hire();
    const body = { user, termination_date: '2030-06-20', sequences: [before.id] };
    expect(await service.answer('/api/offboarding/', body)).toEqual(notAll);
  });

  it('refuses the second of two that change it at once, and takes the same change twice', async () => {
    const before = await sequence();
    const answers = await Promise.all([
      change(before, { tasks: [greet, { ...greet, day: 1 }] }),
      change(before, { tasks: [{ ...greet, day: 2 }] }),
    ]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 400]);
    expect(answers).toContainEqual(stale);
    const next = await sequence();
    const name = `N${next.id}`;
    const twice = await Promise.all([change(next, { name }), change(next, { name })]);
    expect(twice[0]).toMatchObject([200, { version: 2, name }]);
    expect(twice[1]).toEqual(twice[0]);
  });

  it('makes one of many requests with one key, and none of a second with its name', async () => {
    const body = { name: 'Once', kind: 'offboarding', tasks: [talk] };
    const headers = { 'idempotency-key': '"a-key-of-its-own"' };
    const send = () => service.call(paths.add, { method: 'POST', headers, body: JSON.stringify(body) });
    const answers = await Promise.all(Array.from({ length: 5 }, send));
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect([answers.map(({ status }) => status), texts.size]).toEqual([Array(5).fill(201), 1]);
    const taken = { name: ['There is a sequence of this kind with this name already.'] };
    expect(await service.answer(paths.add, body)).toEqual([400, taken]);
    await sequence({ ...body, kind: 'onboarding' });
  });

  it('gives a task to somebody by name, and to HR when they are removed', async () => {
    const { user, email } = await hire();
    const own = { ...greet, owner: 'person', person: user };
    const made = await sequence({ tasks: [own] });
    expect(made.tasks).toEqual([own]);
    await service.operator.removeUser(email);
    const now = (await all()).find(({ id }) => id === made.id);
    expect(now?.tasks).toEqual([{ ...greet, owner: 'hr' }]);
    if (now) await changed(now, { archived: true });
  });

  const required = ['This field is required.'];
  const nobody = ['person: Invalid pk "99999" - object does not exist.'];
  const wrongTask = [
    'day: A valid integer is required.',
    'owner: "ceo" is not a valid choice.',
    'text: This field may not be blank.',
  ];
  const notList = ['Expected a list of items but got type "dict".'];
  const tooFar = ['day: Ensure this value is less than or equal to 3650.'];
  const tooMany = ['Ensure this field has no more than 1000 elements.'];
  it.each<[string, object, object]>([
    ['no name', { name: undefined }, { name: required }],
    ['no kind and no tasks', { kind: undefined, tasks: undefined }, { kind: required, tasks: required }],
    ['a blank name', { name: ' ' }, { name: ['This field may not be blank.'] }],
    [
      'a long name',
      { name: 'n'.repeat(241) },
      { name: ['Ensure this field has no more than 240 characters.'] },
    ],
    ['an unknown kind', { kind: 'boarding' }, { kind: ['"boarding" is not a valid choice.'] }],
    ['tasks that are no list', { tasks: { 0: greet } }, { tasks: notList }],
    [
      'a task that is none',
      { tasks: [greet, 7] },
      { tasks: { 1: ['Invalid data. Expected a dictionary, but got int.'] } },
    ],
    [
      'wrong fields of a task',
      { tasks: [greet, { day: 'soon', owner: 'ceo', text: ' ' }] },
      { tasks: { 1: wrongTask } },
    ],
    ['a day too far away', { tasks: [{ ...greet, day: 4_000 }] }, { tasks: { 0: tooFar } }],
    [
      'somebody who is not there',
      { tasks: [{ ...greet, owner: 'person', person: 99_999 }] },
      { tasks: { 0: nobody } },
    ],
    [
      'nobody where somebody is needed',
      { tasks: [greet, { ...greet, owner: 'person' }] },
      { tasks: { 1: [`person: ${required}`] } },
    ],
    ['too many tasks', { tasks: Array(1_001).fill(greet) }, { tasks: tooMany }],
  ])('refuses a sequence with %s', async (_title, more, problem) => {
    const body = { name: 'Wrong', kind: 'onboarding', tasks: [greet], ...more };
    expect(await service.answer(paths.add, body)).toEqual([400, problem]);
  });

  it('says that a sequence to be changed is not there', async () => {
    const made = await sequence();
    for (const id of [99_999, 2 ** 40]) {
      const problem = { id: [`Invalid pk "${id}" - object does not exist.`] };
      expect(await change(made, { id })).toEqual([400, problem]);
    }
  });

  it('lists eight starters, and which of them are there', async () => {
    const read = async () => Starters.parse(await service.get('/api/frontdesk/starters/'));
    const [first, ...others] = await read();
    expect([first?.added, others.length]).toEqual([null, 7]);
    const { key: _, added: __, ...body } = first ?? {};
    const { id } = await sequence(body);
    expect((await read())[0]?.added).toBe(id);
  });
});
