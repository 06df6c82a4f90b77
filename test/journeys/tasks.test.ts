import { expect } from 'vitest';
import { interactionOf } from './access-payloads.ts';
import {
  kitMessages,
  type TaskService,
  taskService,
  tasksOf,
  withJane,
  withKit,
  withTasks,
} from './task-office.ts';
import { channels, inWhole, it, type Open, type World } from './world.ts';

/** Tasks are announced shortly after nine. */
const moveTo = ({ clock }: World<TaskService>, day: string, time = '09:05') => clock.moveToDay(day, time);

async function hired(open: Open, options: { mode?: 'http'; workspace?: typeof withJane } = {}) {
  const office = await open({ ...withTasks(), ...options });
  await office.hire({ fields: withKit });
  return office;
}

async function withTask(open: Open) {
  const office = await hired(open);
  moveTo(office, '2031-03-14');
  await office.marcus.untilMessage('Task: Order a laptop');
  return office;
}

it('sends tasks in the morning of their day, to HR where a person isn’t in Slack', async ({ open }) => {
  const office = await hired(open);
  const { ines, marcus, sofia, posted } = office;
  moveTo(office, '2031-03-14', '08:00');
  expect(posted('Task: ')).toEqual([]);
  moveTo(office, '2031-03-14');
  const first = await marcus.untilMessage('Task: Order a laptop (Jane Doe)');
  expect(first.texts.join('\n')).toContain(
    'New hire: Jane Doe, start day Mon 17 Mar\nDue: Fri 14 Mar\nSequence: Office kit',
  );
  expect(first.buttons).toEqual(['Done', 'Not yet', 'Reassign']);
  moveTo(office, '2031-03-17');
  await sofia.untilMessage('Task: Have lunch together (Jane Doe)');
  const instead = await ines.untilMessage('Task: Read the handbook', channels.private);
  expect(instead.texts.join()).toContain('they’re not in Slack under their email');
  moveTo(office, '2031-03-18');
  await ines.untilMessage('Task: Check the contract', channels.private);
  expect(posted('Task: ').toSorted()).toEqual(kitMessages);
});

it('records a finished task once, says by whom, undoes that, and changes nothing while the service is away', async ({
  open,
}) => {
  const office = await withTask(open);
  const { marcus, sofia, service, posted } = office;
  await Promise.all([marcus.press('Done'), marcus.press('Done')]);
  const done = await marcus.untilMessage('Done by Marcus Oyelaran on Fri 14 Mar.');
  expect(done.buttons).toEqual(['Undo']);
  const [task] = await tasksOf(service, 'Order a laptop');
  expect(task).toMatchObject({ version: 2, done_by: 3 });
  await marcus.press('Undo');
  await marcus.until(() => marcus.directMessages().at(-1)?.buttons.includes('Done'));
  expect((await tasksOf(service, 'Order a laptop'))[0]?.done_at).toBeNull();
  expect(posted('Order a laptop')).toHaveLength(1);

  await service.stop();
  await marcus.press('Done');
  await marcus.untilMessage('Nothing was changed.');
  moveTo(office, '2031-03-17');
  await service.startAgain();
  await marcus.press('Done');
  await marcus.untilMessage('Done by Marcus Oyelaran on Mon 17 Mar.');
  // Tasks that fell due meanwhile are announced as soon as the service answers.
  moveTo(office, '2031-03-17', '09:20');
  await sofia.untilMessage('Task: Have lunch together');
});

it('sends one reminder a day of overdue tasks, and none of finished ones', async ({ open }) => {
  const office = await withTask(open);
  const { marcus, sofia, posted } = office;
  moveTo(office, '2031-03-15');
  moveTo(office, '2031-03-17');
  const late = await marcus.untilMessage('1 overdue task');
  expect(late.texts.join()).toContain('Overdue since Fri 14 Mar · Order a laptop · Jane Doe');
  for (const time of ['10:00', '12:00', '15:00']) moveTo(office, '2031-03-17', time);
  await sofia.untilMessage('Task: Have lunch together');
  expect(posted('overdue')).toEqual(['U0MARCUS: 1 overdue task']);
  await marcus.open('Open the list', 'Tasks');
  await marcus.pressUntil('Done', 'No open tasks.');
  await marcus.closeAll();
  moveTo(office, '2031-03-18');
  await sofia.untilMessage('1 overdue task');
  expect(posted('U0MARCUS: 1 overdue task')).toHaveLength(1);
});

it('sends no reminders or tasks of a hire to who stopped them, until they undo that', async ({ open }) => {
  const office = await hired(open);
  const { marcus, sofia, posted } = office;
  moveTo(office, '2031-03-10');
  await marcus.untilMessage('Jane Doe starts in');
  await marcus.press('Stop reminders');
  await marcus.untilMessage('No more reminders about this person.');
  await marcus.press('Stop tasks, too');
  await marcus.untilMessage('No more reminders or task messages about this person.');
  await sofia.untilMessage('Jane Doe starts in');
  moveTo(office, '2031-03-14');
  await sofia.until(() => posted('U0SOFIA: Jane Doe starts in').length === 2);
  for (const day of ['2031-03-15', '2031-03-17']) moveTo(office, day);
  await sofia.untilMessage('Task: Have lunch together (Jane Doe)');
  moveTo(office, '2031-03-18');
  await sofia.untilMessage('1 overdue task');
  await office.sandbox.settled();
  expect(posted('U0MARCUS: Jane Doe starts')).toHaveLength(1);
  expect(posted('U0MARCUS: ').filter((line) => /Task: |overdue/.test(line))).toEqual([]);
  // The task is still assigned to Marcus.
  await marcus.visitHome('Order a laptop');
  await marcus.press('Undo');
  moveTo(office, '2031-03-19');
  await marcus.untilMessage('1 overdue task');
  moveTo(office, '2031-03-24');
  await marcus.untilMessage('Ask them how the first week went.');
});

inWhole('reminds HR of its overdue task even where hundreds of others are', async ({ open, cleanup }) => {
  const { clock } = withTasks();
  const service = await taskService(cleanup, clock);
  const hundred = Array.from({ length: 100 }, () => ({ day: 0, owner: 'manager' as const, text: 'Old' }));
  const added = (await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) => service.add(`Many ${number}`, 'onboarding', hundred)),
  )) as { id: number }[];
  const names = { first_name: 'Olga', last_name: 'Old', email: 'olga@acme.example', role: 0, manager: 3 };
  const sequences = added.map(({ id }) => id);
  await service.ask('/api/users/', { ...names, start_day: '2031-02-03', sequences });
  const office = await open({ service, clock });
  await office.hire({ on: '2031-03-04', fields: withKit });
  moveTo(office, '2031-03-05');
  await office.ines.untilMessage('Task: Check the contract', channels.private);
  moveTo(office, '2031-03-06');
  const late = await office.ines.untilMessage('overdue task', channels.private);
  expect(late.texts.join()).toContain('Overdue since Wed 5 Mar · Check the contract · Jane Doe');
  expect(late.texts.join()).not.toContain('Old');
});

it('sends a postponed task again on its new working day, with the reason', async ({ open }) => {
  const office = await withTask(open);
  const { marcus, service, posted } = office;

  await marcus.fillIn('Not yet', { 'New day': '2031-03-15' });
  await marcus.submitUntil('Now due Sat 15 Mar');
  expect(marcus.pageText()).toContain('sends it again on Mon 17 Mar, 09:00 (London).');
  await marcus.closeAll();
  for (const time of ['09:15', '12:00']) moveTo(office, '2031-03-14', time);
  await marcus.untilMessage('Now due Sat 15 Mar.');
  expect(posted('Order a laptop')).toHaveLength(1);
  moveTo(office, '2031-03-17');
  await marcus.until(() => posted('Order a laptop').length === 2);
  expect(posted('overdue')).toEqual([]);

  await marcus.open('Not yet');
  for (const day of ['2031-03-16', '2032-03-20']) {
    await marcus.fill({ 'New day': day });
    expect((await marcus.submit()).outcome).toBe('errors');
  }
  await marcus.submitUntil('Now due Wed 19 Mar', {
    'New day': '2031-03-19',
    Reason: 'The shop is <!channel> closed',
  });
  await marcus.closeAll();
  await marcus.untilMessage('Now due Wed 19 Mar.');
  expect((await tasksOf(service, 'Order a laptop'))[0]).toMatchObject({
    due_day: '2031-03-19',
    note: 'The shop is <!channel> closed',
  });
  moveTo(office, '2031-03-18');
  moveTo(office, '2031-03-19');
  await marcus.until(() => posted('Order a laptop').length === 3);
  expect(posted('U0MARCUS: ').filter((line) => line.includes('overdue'))).toEqual([]);
  const again = await marcus.untilMessage('Put off: The shop is <!channel> closed');
  expect(again.texts.join()).toContain('Due: Wed 19 Mar');
});

it('passes a task on, says from whom, and to HR for a person who isn’t in Slack', async ({ open }) => {
  const office = await withTask(open);
  const { ines, marcus, sofia, leila, service, posted } = office;
  await marcus.fillIn('Reassign', { 'Who does it': 'Leila Haddad' });
  await marcus.submitUntil('Reassigned to Leila Haddad.');
  expect(marcus.pageText()).toContain('They get a message now.');
  await marcus.closeAll();
  const task = await leila.untilMessage('Task: Order a laptop');
  expect(task.texts.join()).toContain('Reassigned to you by <@U0MARCUS>.');
  await marcus.untilMessage('Reassigned to Leila Haddad.');
  expect(marcus.directMessages().at(-1)?.buttons).toEqual([]);
  moveTo(office, '2031-03-14', '12:00');
  await leila.press('Done');
  await leila.untilMessage('Done by Leila Haddad');
  expect((await tasksOf(service, 'Order a laptop'))[0]?.done_by).toBe(5);
  expect(posted('Order a laptop')).toHaveLength(2);

  moveTo(office, '2031-03-17');
  await sofia.untilMessage('Task: Have lunch together');
  await sofia.fillIn('Reassign', { 'Who does it': 'Amara Okafor' });
  await sofia.submitUntil(
    'Reassigned to Amara Okafor. HR gets the message: they’re not in Slack under their email.',
  );
  await ines.untilMessage('Task: Have lunch together', channels.private);
});

it('shows everyone their open tasks alone in App Home, which nobody else can change', async ({ open }) => {
  const office = await hired(open, { mode: 'http', workspace: withJane });
  const { ines, sofia, sandbox, service, postSigned } = office;
  const jane = sandbox.person('U0JANE');
  for (const [person, text] of [
    [sofia, 'Have lunch together'],
    [jane, 'Read the handbook'],
  ] as const) {
    await person.visitHome(text);
    expect(person.home()?.texts[0]).toBe('Your tasks');
    expect(person.homeText()).not.toMatch(/have access|Order a laptop/);
    expect(person.home()?.buttons).toEqual(['Done', 'Not yet', 'Reassign']);
  }
  const home = JSON.stringify(sandbox.calls('views.publish').at(-1)?.args.view);
  const value = JSON.parse(`"${/"value":"(\{[^}]*task[^}]*\})"/.exec(home)?.[1] ?? ''}"`) as string;
  async function press(id: string, action: string) {
    const before = sandbox.calls().length;
    const way = { kind: 'action', constraint: action, carries: JSON.parse(value) };
    await postSigned(interactionOf(way, { id, teamId: 'T0SANDBOX' }));
    const shown = () => {
      const calls = sandbox.calls().slice(before);
      return JSON.stringify(calls.map(({ args }) => args));
    };
    await expect.poll(shown).toMatch(/can change this task|only for full members/);
  }
  for (const action of ['task_done', 'task_postpone', 'task_pass_on'])
    for (const id of ['U0LEILA', 'U0ROBIN']) await press(id, action);
  expect((await tasksOf(service)).every(({ version }) => version === 1)).toBe(true);

  await jane.press('Done');
  await jane.until(() => !jane.homeText().includes('Read the handbook'));
  expect((await tasksOf(service, 'Read the handbook'))[0]?.done_by).toBe(41);
  await ines.openPerson();
  expect(ines.pageText()).toContain('Tasks: 3 open, 1 done');
  expect(ines.pageText()).not.toContain('Order a laptop');
  await ines.open('Tasks');
  expect(ines.pageText()).toContain('Order a laptop · Jane Doe · Marcus Oyelaran');
});
