import { beforeAll, expect, it } from 'vitest';
import { PeopleImported } from '../../src/contract/employee.ts';
import { onEachDatabase } from '../postgres.ts';
import { unusedAddress as address, clockAt, type ServiceClient, useTestService } from './start.ts';

const path = '/api/frontdesk/people/';
const change = '/api/frontdesk/people/change/';
const jo = { first_name: 'Jo', last_name: 'Ek' };

type Employee = Record<string, unknown>;

onEachDatabase((fresh) => {
  const service = useTestService(fresh, { clock: clockAt('2030-03-15T12:00:00Z') });
  beforeAll(async () => {
    await service.addSequence('In', 'onboarding', [-2, 'manager', 'Write'], [0, 'hire', 'Read']);
    await service.addSequence('Out', 'offboarding', [0, 'hr', 'Talk']);
  });

  async function bring(people: object[], dry_run = false) {
    const [status, brought] = await service.answer(path, { dry_run, people });
    expect(status).toBe(200);
    return PeopleImported.parse(brought);
  }

  const employees = (at: ServiceClient = service) => at.get<Employee[]>('/api/employees/');

  const listed = async (email: string, at?: ServiceClient) =>
    (await employees(at)).find((person) => person.email === email);

  const hire = (more: object = {}) =>
    service.hire({ ...jo, start_day: '2030-03-29', timezone: 'Europe/Lisbon', sequences: [1], ...more });

  async function dues(email: string): Promise<string[]> {
    const { tasks } = await service.operator.timeline(email);
    return tasks.map(({ due_at, text }) => `${due_at} ${text}`);
  }

  async function changed(body: object): Promise<unknown> {
    const [status, person] = await service.answer(change, body);
    expect(status).toBe(200);
    return person;
  }

  it('adds people, changes those who are there on every replica at once, and leaves alone who is as they were', async () => {
    const other = await service.replica();
    const [one, two] = [address(), address()];
    const first = await bring([
      { ...jo, email: one.toUpperCase(), position: 'Cook' },
      { ...jo, email: two, role: 2, timezone: 'Asia/Tokyo' },
    ]);
    expect(first.added.map(({ email }) => email)).toEqual([one, two]);
    expect(await listed(one)).toEqual({ id: first.added[0]?.id, ...jo, email: one, role: 3 });
    expect(await listed(two, other)).toMatchObject({ role: 2 });
    const second = await bring([
      { ...jo, last_name: 'Ekström', email: one, phone: '+46 8' },
      { ...jo, email: two, role: 1 },
    ]);
    expect(second).toEqual({
      added: [],
      changed: [{ id: first.added[0]?.id, email: one, fields: ['last_name', 'phone'] }],
      unchanged: 1,
    });
    // An import makes nobody an administrator.
    for (const at of [service, other]) {
      expect(await listed(one, at)).toMatchObject({ last_name: 'Ekström' });
      expect(await listed(two, at)).toMatchObject({ role: 2 });
    }
    await other.stop();
  });

  it('writes nothing in a dry run, and tells the same', async () => {
    const [one, two] = [address(), address()];
    await bring([{ ...jo, email: one }]);
    const before = await employees();
    const people = [
      { ...jo, first_name: 'Joan', email: one },
      { ...jo, email: two },
    ];
    const told = await bring(people, true);
    expect(told.added).toEqual([{ id: null, email: two }]);
    expect(told.changed).toMatchObject([{ email: one, fields: ['first_name'] }]);
    expect(await employees()).toEqual(before);
  });

  const good = { ...jo, email: 'good@acme.example' };
  it.each<[string, unknown[], object]>([
    [
      'every wrong entry',
      [good, { ...jo, email: 'nowhere', timezone: 'Mars' }, 7, { email: 'x@acme.example', last_name: ' ' }],
      {
        1: ['email: Enter a valid email address.', 'timezone: "Mars" is not a valid choice.'],
        2: ['Invalid data. Expected a dictionary, but got int.'],
        3: ['first_name: This field is required.', 'last_name: This field may not be blank.'],
      },
    ],
    [
      'an address that stands twice, in whatever case',
      [good, { ...jo, email: 'x@acme.example' }, { ...jo, email: 'GOOD@acme.example' }],
      { 2: ['email: Another entry has this address.'] },
    ],
  ])('names %s, and then does nothing', async (_title, people, problem) => {
    expect(await service.answer(path, { dry_run: false, people })).toEqual([400, { people: problem }]);
    expect(await listed(good.email)).toBeUndefined();
  });

  it('adds 500 at once, and each once when several requests bring the same', async () => {
    const people = Array.from({ length: 500 }, () => ({ ...jo, email: address() }));
    const all = await Promise.all([bring(people), bring(people.toReversed()), bring(people)]);
    expect(all.map(({ added }) => added.length).sort()).toEqual([0, 0, 500]);
    const there = new Set((await employees()).map(({ email }) => email));
    expect(people.filter(({ email }) => !there.has(email))).toEqual([]);
  });

  it('moves the instants of open tasks with the time zone, and their days not', async () => {
    const { email } = await hire();
    expect(await dues(email)).toEqual(['2030-03-27T09:00:00.000Z Write', '2030-03-29T09:00:00.000Z Read']);
    await bring([{ ...jo, email, timezone: 'Asia/Tokyo' }]);
    expect(await dues(email)).toEqual(['2030-03-27T00:00:00.000Z Write', '2030-03-29T00:00:00.000Z Read']);
  });

  it('moves open onboarding tasks with the start day, over a change of the clocks, and done ones never', async () => {
    const { email, user } = await hire();
    const [first] = (await service.operator.timeline(email)).tasks;
    await service.operator.markDone(email, [first?.id ?? 0]);
    const days = { start_day: '2030-04-02', termination_date: null };
    for (let times = 0; times < 2; times += 1)
      expect(await changed({ user, start_day: '2030-04-02' })).toEqual({ user, ...days });
    expect(await dues(email)).toEqual(['2030-03-27T09:00:00.000Z Write', '2030-04-02T08:00:00.000Z Read']);
  });

  it('takes open tasks of a kind back, and lets the same offboarding be started anew', async () => {
    const { email, user } = await hire();
    await changed({ user, drop_open: 'onboarding' });
    expect(await dues(email)).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      await service.offboard(user, '2030-06-28', [2]);
      await service.timeline(email);
      expect(await dues(email)).toEqual(['2030-06-28T08:00:00.000Z Talk']);
      const days = { start_day: '2030-03-29', termination_date: null };
      expect(await changed({ user, drop_open: 'offboarding' })).toEqual({ user, ...days });
      expect(await dues(email)).toEqual([]);
    }
  });

  it('brings cancelled onboarding tasks back with a start day, once, by that day, and to whom they were passed on', async () => {
    const { email, user } = await hire();
    const [write, read] = (await service.operator.timeline(email)).tasks;
    await service.operator.markDone(email, [write?.id ?? 0]);
    const passed = { id: read?.id, version: 1, by: null, action: 'pass_on', assignee: 1 };
    expect((await service.post('/api/frontdesk/tasks/change/', passed)).status).toBe(200);
    for (let times = 0; times < 2; times += 1) await changed({ user, drop_open: 'onboarding' });
    expect(await dues(email)).toEqual(['2030-03-27T09:00:00.000Z Write']);
    for (let times = 0; times < 2; times += 1) await changed({ user, start_day: '2030-04-02' });
    expect(await dues(email)).toEqual(['2030-03-27T09:00:00.000Z Write', '2030-04-02T08:00:00.000Z Read']);
    const there = await service.get(`/api/frontdesk/tasks/?person=${user}`);
    expect(there).toMatchObject({ tasks: [{ text: 'Read', assignee: 1 }] });
  });

  it('brings onboarding tasks back once neither the start nor an offboarding stands against them, in any order', async () => {
    const offboard = (user: number) => service.offboard(user, '2030-06-28');
    const both = ['2030-03-27T09:00:00.000Z Write', '2030-03-29T09:00:00.000Z Read'];
    const cancel = (user: number) => changed({ user, drop_open: 'onboarding' });
    const stay = (user: number) => changed({ user, drop_open: 'offboarding' });
    const start = (user: number) => changed({ user, start_day: '2030-03-29' });
    for (const steps of [
      [offboard, stay],
      [cancel, offboard, start, stay],
      [offboard, cancel, stay, start],
    ]) {
      const { email, user } = await hire();
      for (const step of steps) {
        await step(user);
        expect(await dues(email)).toEqual(step === steps.at(-1) ? both : []);
      }
    }
  });

  it('gives a new manager the open tasks of the one before, and refuses an unknown one', async () => {
    const { added } = await bring([
      { ...jo, email: address() },
      { ...jo, email: address() },
    ]);
    const [first, second] = added.map(({ id }) => id);
    const email = address();
    await hire({ email, manager: first });
    const user = (await listed(email))?.id;
    const assignees = async () => {
      const [, page] = await service.answer(`/api/frontdesk/tasks/?person=${user}&state=all`);
      return (page as { tasks: { text: string; assignee: number }[] }).tasks.map((one) => one.assignee);
    };
    expect(await assignees()).toEqual([first, user]);
    await changed({ user, manager: second });
    expect(await assignees()).toEqual([second, user]);
    await changed({ user, manager: null });
    expect(await assignees()).toEqual([null, user]);
    const [status, problem] = await service.answer(change, { user, buddy: 999_999 });
    expect([status, problem]).toEqual([400, { buddy: [expect.stringContaining('999999')] }]);
  });

  it('plans nothing of an offboarding that is called off at that moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, user } = await hire({ sequences: [] });
      await service.offboard(user, '2030-06-28', [2]);
      await changed({ user, drop_open: 'offboarding' });
      const timeline = await service.operator.timeline(email);
      expect([timeline.termination_date, timeline.beingFilled, timeline.tasks]).toEqual([null, false, []]);
    }
  });

  it.each<[string, string, object, object]>([
    [path, 'nothing', {}, { dry_run: ['This field is required.'], people: ['This field is required.'] }],
    [
      path,
      'no list',
      { dry_run: 'yes', people: {} },
      { dry_run: ['Must be a valid boolean.'], people: ['Expected a list of items but got type "dict".'] },
    ],
    [path, 'nobody', { dry_run: true, people: [] }, { people: ['This list may not be empty.'] }],
    [
      path,
      'too many',
      { dry_run: true, people: Array(501).fill(jo) },
      { people: ['Ensure this field has no more than 500 elements.'] },
    ],
    [change, 'nobody', {}, { user: ['This field is required.'] }],
    [change, 'somebody unknown', { user: 99_999 }, { user: ['Invalid pk "99999" - object does not exist.'] }],
    [
      change,
      'wrong fields',
      { user: 1, start_day: '31.12.2030', drop_open: 'all' },
      {
        start_day: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'],
        drop_open: ['"all" is not a valid choice.'],
      },
    ],
  ])('%s refuses %s', async (at, _title, body, problem) => {
    expect(await service.answer(at, body)).toEqual([400, problem]);
  });
});
