import { beforeAll, expect, it } from 'vitest';
import { FullSequences } from '../../src/contract/sequence.ts';
import { Task, TaskPage } from '../../src/contract/task.ts';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, useTestService } from './start.ts';

const path = '/api/frontdesk/tasks/';
const change = '/api/frontdesk/tasks/change/';
const stale = [400, { version: ['This has been changed since that version.'] }];

onEachDatabase((fresh) => {
  let now = '2030-03-15T12:00:00Z';
  const service = useTestService(fresh, { clock: clockAt(() => new Date(now)) });
  let onboarding: number;
  let offboarding: number;
  let named: number;
  beforeAll(async () => {
    named = (await add()).user;
    onboarding = await service.operator.addSequence({
      name: 'onboarding',
      kind: 'onboarding',
      tasks: [
        ...(['hire', 'manager', 'buddy', 'hr'] as const).map((owner, day) => ({
          ...{ day, owner, text: `For ${owner}` },
        })),
        { day: 4, owner: 'person', person_id: named, text: 'For one person' },
      ],
    });
    offboarding = await service.addSequence(
      'offboarding',
      'offboarding',
      [-1, 'manager', 'Talk'],
      [1, 'hr', 'Close'],
    );
  });

  const add = (more: object = {}) =>
    service.hire({
      ...{ first_name: 'Jo', last_name: 'Ek', start_day: '2030-04-01', timezone: 'Europe/Lisbon', ...more },
    });

  /** Hire with manager and buddy, who have tasks. */
  async function hire() {
    const [manager, buddy] = [await add(), await add()];
    const more = { manager: manager.user, buddy: buddy.user, sequences: [onboarding] };
    return { ...(await add(more)), manager, buddy };
  }

  async function list(query: string): Promise<TaskPage> {
    return TaskPage.parse(await service.get(`${path}?${query}`));
  }

  const texts = async (query: string) => (await list(query)).tasks.map(({ text }) => text);

  const tell = ({ id, version }: Task, body: object) =>
    service.answer(change, { id, version, by: null, ...body });

  async function told(task: Task, body: object): Promise<Task> {
    const [status, answer] = await tell(task, body);
    expect(status).toBe(200);
    return Task.parse(answer);
  }

  async function first(user: number): Promise<Task> {
    const [task] = (await list(`person=${user}`)).tasks;
    if (!task) throw new Error('There is none.');
    return task;
  }

  it('says of each task who it is about, who does it and when', async () => {
    const { email, user, manager, buddy } = await hire();
    const { tasks, next, total } = await list(`person=${user}`);
    expect([next, total]).toEqual([null, 5]);
    expect(tasks.map(({ owner, assignee }) => [owner, assignee])).toEqual([
      ['hire', user],
      ['manager', manager.user],
      ['buddy', buddy.user],
      ['hr', null],
      ['person', named],
    ]);
    expect(tasks[0]).toEqual({
      ...{ id: tasks[0]?.id, version: 1, person: user, person_name: 'Jo Ek', person_email: email },
      ...{ day: '2030-04-01', kind: 'onboarding', sequence: 'onboarding', owner: 'hire', assignee: user },
      ...{ text: 'For hire', due_day: '2030-04-01', due_at: '2030-04-01T08:00:00.000Z' },
      ...{ timezone: 'Europe/Lisbon', note: null, done_at: null, done_by: null },
    });
  });

  it('finds what somebody has to do, what is HR’s, and what is due', async () => {
    const { user, manager } = await hire();
    expect(await texts(`assignee=${manager.user}`)).toEqual(['For manager']);
    expect(await texts(`person=${user}&unassigned=true`)).toEqual(['For hr']);
    expect(await texts(`person=${user}&due_by=2030-04-02T08:00:00Z`)).toEqual(['For hire', 'For manager']);
    expect(await texts(`person=${user}&due_after=2030-04-04T09:00:00%2B01:00`)).toEqual(['For one person']);
    const { tasks, next, total } = await list(`person=${user}&limit=2`);
    expect([tasks.length, total]).toEqual([2, 5]);
    const rest = ['For buddy', 'For hr', 'For one person'];
    expect(await texts(`person=${user}&limit=3&after=${next}`)).toEqual(rest);
    expect(await texts(`ids=${tasks.map(({ id }) => id)}`)).toEqual(['For hire', 'For manager']);
    for (const nobody of ['person=99999', 'assignee=99999', 'ids=99999', `person=${2 ** 40}`])
      expect(await list(nobody)).toEqual({ tasks: [], next: null, total: 0 });
  });

  it('gives what nobody is there for to HR, also when the manager or the named person is removed', async () => {
    const nobodys = ['For manager', 'For buddy', 'For hr'];
    const without = await add({ sequences: [onboarding] });
    expect(await texts(`person=${without.user}&unassigned=true`)).toEqual(nobodys);
    const { user, manager, buddy } = await hire();
    const passed = (await list(`assignee=${manager.user}`)).tasks[0] as Task;
    await told(passed, { action: 'pass_on', assignee: buddy.user });
    await service.operator.removeUser(buddy.email);
    // When the new assignee is removed, the task returns to the manager.
    expect(await texts(`assignee=${manager.user}`)).toEqual(['For manager']);
    await service.operator.removeUser(manager.email);
    expect(await texts(`person=${user}&unassigned=true`)).toEqual(nobodys);
  });

  it('marks a task as done, by whom, once; and opens it again', async () => {
    const { user, manager } = await hire();
    const before = await first(user);
    const done = await told(before, { action: 'done', by: manager.user });
    expect(done).toMatchObject({ version: 2, done_at: '2030-03-15T12:00:00.000Z', done_by: manager.user });
    // Repeats after a lost answer, and a press by somebody else on an old message.
    expect(await told(before, { action: 'done', by: manager.user })).toEqual(done);
    expect(await told(before, { action: 'done', by: user })).toEqual(done);
    expect(await texts(`person=${user}&state=done`)).toEqual(['For hire']);
    expect((await list(`person=${user}&state=all`)).total).toBe(5);
    expect(await tell(before, { action: 'reopen' })).toEqual(stale);
    const open = await told(done, { action: 'reopen' });
    expect(open).toMatchObject({ version: 3, done_at: null, done_by: null });
    expect(await tell(done, { action: 'done' })).toEqual(stale);
  });

  it('lets one of two who change a task at once go first', async () => {
    const { user, manager, buddy } = await hire();
    const before = await first(user);
    const answers = await Promise.all([
      tell(before, { action: 'pass_on', assignee: manager.user }),
      tell(before, { action: 'pass_on', assignee: buddy.user }),
    ]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 400]);
    expect(answers).toContainEqual(stale);
  });

  it('puts a task off with a reason, in the person’s zone, and not to a day that is over', async () => {
    const { user } = await hire();
    const before = await first(user);
    const to = (due_day: string, note: string | null = null) => ({ action: 'postpone', due_day, note });
    const later = await told(before, to('2030-11-04', ' The laptop is late '));
    const due = { due_day: '2030-11-04', due_at: '2030-11-04T09:00:00.000Z' };
    expect(later).toMatchObject({ ...due, note: 'The laptop is late' });
    expect((await told(before, to('2030-11-04', 'The laptop is late'))).version).toBe(2);
    const past = { due_day: ['You cannot put a task off to a day in the past.'] };
    expect(await tell(later, to('2030-03-14'))).toEqual([400, past]);
    const done = await told(later, { action: 'done' });
    const isDone = { action: ['This task is done. Reopen it first.'] };
    expect(await tell(done, to('2030-12-02'))).toEqual([400, isDone]);
  });

  it('leaves a chosen day that is still to come when the start day moves, and moves what is over', async () => {
    const { user } = await hire();
    const [one, two] = (await list(`person=${user}`)).tasks as [Task, Task];
    await told(one, { action: 'postpone', due_day: '2030-05-02', note: 'On leave' });
    await told(two, { action: 'postpone', due_day: '2030-04-10', note: 'On leave' });
    now = '2030-04-20T12:00:00Z';
    await service.post('/api/frontdesk/people/change/', { user, start_day: '2030-06-03' });
    now = '2030-03-15T12:00:00Z';
    const moved = (await list(`person=${user}`)).tasks;
    expect(moved.map(({ text, due_day, note }) => [text, due_day, note])).toEqual([
      ['For hire', '2030-05-02', 'On leave'],
      ['For manager', '2030-06-04', null],
      ['For buddy', '2030-06-05', null],
      ['For hr', '2030-06-06', null],
      ['For one person', '2030-06-07', null],
    ]);
  });

  it('keeps to whom a task was passed on, what is done and what was put off when an offboarding moves', async () => {
    const helper = await add();
    const [manager, { user, email }] = [await add(), await add()];
    await service.offboard(user, '2030-06-10', [offboarding]);
    await service.timeline(email);
    const [talk, close] = (await list(`person=${user}`)).tasks as [Task, Task];
    expect(talk.day).toBe('2030-06-10');
    await told(talk, { action: 'done', by: manager.user });
    const passed = await told(close, { action: 'pass_on', assignee: helper.user });
    await told(passed, { action: 'postpone', due_day: '2030-07-01', note: null });
    await service.offboard(user, '2030-06-20', [offboarding]);
    await service.timeline(email);
    const after = (await list(`person=${user}&state=all`)).tasks;
    expect(after.map(({ text, due_day, assignee, done_by }) => [text, due_day, assignee, done_by])).toEqual([
      ['Talk', '2030-06-09', null, manager.user],
      ['Close', '2030-07-01', helper.user, null],
    ]);
  });

  it('counts who has open tasks of a sequence', async () => {
    const used = async () => {
      const all = FullSequences.parse(await service.get('/api/frontdesk/sequences/'));
      return all.find(({ id }) => id === onboarding)?.in_use ?? 0;
    };
    const before = await used();
    const { user } = await hire();
    expect(await used()).toBe(before + 1);
    for (const task of (await list(`person=${user}`)).tasks) await told(task, { action: 'done' });
    expect(await used()).toBe(before);
  });

  it('gives pages that leave nothing out and show nothing twice', async () => {
    const tasks = Array.from({ length: 600 }, (_, at) => ({
      ...{ day: at % 7, owner: 'hire' as const, text: `Task ${at}` },
    }));
    const many = await service.operator.addSequence({ name: 'Many', kind: 'onboarding', tasks });
    const { user } = await add({ sequences: [many] });
    await told(await first(user), { action: 'done' });
    for (const [state, expected] of Object.entries({ open: 599, all: 600 })) {
      const seen: Task[] = [];
      let after = '';
      for (let next: string | null = ''; next !== null; after = `&after=${next}`) {
        const page = await list(`person=${user}&state=${state}${after}`);
        expect(page.total).toBe(expected);
        seen.push(...page.tasks);
        next = page.next;
      }
      const dues = seen.map(({ due_at }) => due_at);
      expect(dues).toEqual(dues.toSorted());
      expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([expected, expected]);
    }
  });

  const tooLong = (most: number, what: string) => [`Ensure this field has no more than ${most} ${what}.`];
  const noId = (type: string) => [`Incorrect type. Expected pk value, received ${type}.`];
  const formats = 'Use one of these formats instead: YYYY-MM-DDThh:mm:ssZ.';
  const notThere = (id: number) => [`Invalid pk "${id}" - object does not exist.`];
  const required = ['This field is required.'];
  const lacking = { id: required, version: required, by: required };
  const one = { id: 1, version: 1, by: null };
  it.each<[string, object, object]>([
    ['nothing', {}, { ...lacking, action: required }],
    ['another action', { action: 'eat' }, { ...lacking, action: ['"eat" is not a valid choice.'] }],
    ['no day', { ...one, action: 'postpone' }, { due_day: required, note: required }],
    ['nobody to pass on to', { ...one, action: 'pass_on' }, { assignee: required }],
    ['an unknown task', { ...one, id: 999_999, action: 'done' }, { id: notThere(999_999) }],
    ['a task beyond all ids', { ...one, id: 2 ** 40, action: 'done' }, { id: notThere(2 ** 40) }],
  ])('refuses a change of %s', async (_title, body, problem) => {
    expect(await service.answer(change, body)).toEqual([400, problem]);
  });

  it('refuses people who are not there, and a reason that is too long', async () => {
    const task = await first((await hire()).user);
    const unknown = { assignee: notThere(99_999), by: notThere(99_998) };
    expect(await tell(task, { action: 'pass_on', assignee: 99_999, by: 99_998 })).toEqual([400, unknown]);
    const long = { action: 'postpone', due_day: '2030-12-02', note: 'n'.repeat(301) };
    expect(await tell(task, long)).toEqual([400, { note: tooLong(300, 'characters') }]);
  });

  it.each<[string, object]>([
    ['asignee=1', { asignee: ['This parameter is not known.'] }],
    ['assignee=jo', { assignee: noId('str') }],
    ['person=1&person=2', { person: noId('list') }],
    ['state=late', { state: ['"late" is not a valid choice.'] }],
    ['unassigned=false', { unassigned: ['Must be true, or left out.'] }],
    ['after=1', { after: ['Invalid cursor.'] }],
    ['due_by=tomorrow', { due_by: [`Datetime has wrong format. ${formats}`] }],
    [`ids=${Array.from({ length: 101 }, (_, at) => at)}`, { ids: tooLong(100, 'elements') }],
    ['ids=1,x', { ids: { 1: noId('str') } }],
    ['__proto__=1&constructor=2', { constructor: ['This parameter is not known.'] }],
  ])('refuses to list tasks with $0', async (query, problem) => {
    expect(await service.answer(`${path}?${query}`)).toMatchObject([400, problem]);
  });
});
