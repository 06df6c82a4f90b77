import { expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { payloadFor, signed } from './access-payloads.ts';
import { begin, posted } from './moved-office.ts';
import { channels, openOffice } from './office.ts';
import { hiredWithKit, taskOffice, taskService, tasksOf } from './task-office.ts';

const cleanup = useCleanup();

const at = (day: string, time = '09:05') => instantOf(day, time, 'Europe/London');
const inSlack = {
  id: 'U0JANE',
  name: 'jane',
  realName: 'Jane Doe',
  email: 'jane@acme.example',
  timezone: 'Europe/London',
};
const withJane = { people: [...demoWorkspace.people, inSlack] };

it('tells each person of their task on the morning of its day, and HR where somebody is not in Slack', async () => {
  const { clock, office } = await taskOffice(cleanup);
  const { ines, marcus, sofia } = office;
  await hiredWithKit(office);
  clock.moveTo(at('2031-03-14', '08:00'));
  expect(posted(office, 'Task: ')).toEqual([]);
  clock.moveTo(at('2031-03-14'));
  const first = await marcus.untilMessage('Task: Order a laptop (Jane Doe)');
  expect(first.texts.join('\n')).toContain(
    'New hire: Jane Doe, start day Mon, 17 March 2031\nDue: Fri, 14 March 2031\nSequence: Office kit',
  );
  expect(first.buttons).toEqual(['Done', 'Not yet', 'Not mine']);
  clock.moveTo(at('2031-03-17'));
  await sofia.untilMessage('Task: Have lunch together (Jane Doe)');
  const instead = await ines.untilMessage('Task: Read the handbook', channels.private);
  expect(instead.texts.join()).toContain('nobody in Slack has their email address');
  clock.moveTo(at('2031-03-18'));
  await ines.untilMessage('Task: Check the contract', channels.private);
  expect(posted(office, 'Task: ').toSorted()).toEqual([
    `${channels.private}: Task: Check the contract (Jane Doe)`,
    `${channels.private}: Task: Read the handbook (Jane Doe)`,
    'U0MARCUS: Task: Order a laptop (Jane Doe)',
    'U0SOFIA: Task: Have lunch together (Jane Doe)',
  ]);
});

it('records once what is done, shows by whom in its place, and takes it back', async () => {
  const { clock, office, service } = await taskOffice(cleanup);
  const { marcus } = office;
  await hiredWithKit(office);
  clock.moveTo(at('2031-03-14'));
  await marcus.untilMessage('Task: Order a laptop');
  await Promise.all([marcus.press('Done'), marcus.press('Done')]);
  const done = await marcus.untilMessage('Done by Marcus Oyelaran on Fri, 14 March 2031.');
  expect(done.buttons).toEqual(['Undo']);
  const [task] = await tasksOf(service, 'Order a laptop');
  expect(task).toMatchObject({ version: 2, done_by: 3 });
  await marcus.press('Undo');
  await marcus.until(() => marcus.directMessages().at(-1)?.buttons.includes('Done'));
  expect((await tasksOf(service, 'Order a laptop'))[0]?.done_at).toBeNull();
  expect(posted(office, 'Order a laptop')).toHaveLength(1);
});

it('reminds once a day of what is overdue, and no more of what was done', async () => {
  const { clock, office } = await taskOffice(cleanup);
  const { marcus, sofia } = office;
  await hiredWithKit(office);
  clock.moveTo(at('2031-03-14'));
  await marcus.untilMessage('Task: Order a laptop');
  clock.moveTo(at('2031-03-15'));
  clock.moveTo(at('2031-03-17'));
  const late = await marcus.untilMessage('1 overdue task');
  expect(late.texts.join()).toContain('Overdue since Fri, 14 March 2031 · Order a laptop · Jane Doe');
  for (const time of ['10:00', '12:00', '15:00']) clock.moveTo(at('2031-03-17', time));
  await sofia.untilMessage('Task: Have lunch together');
  expect(posted(office, 'overdue')).toEqual(['U0MARCUS: 1 overdue task']);
  await marcus.press('Open the list');
  await marcus.untilView('Tasks');
  await marcus.press('Done');
  await marcus.until(() => marcus.view().texts.join().includes('There are no open tasks here.'));
  await marcus.closeAll();
  clock.moveTo(at('2031-03-18'));
  await sofia.untilMessage('1 overdue task');
  expect(posted(office, 'overdue').filter((line) => line.startsWith('U0MARCUS'))).toHaveLength(1);
});

inWhole('says nothing of somebody’s tasks either to a person who said so, until that is undone', async () => {
  const { clock, office } = await taskOffice(cleanup);
  const { marcus, sofia } = office;
  await hiredWithKit(office);
  clock.moveTo(at('2031-03-10'));
  await marcus.untilMessage('Jane Doe starts on');
  await marcus.press('Stop reminders');
  await marcus.untilMessage('Your own tasks still come');
  await marcus.press('Stop tasks, too');
  await marcus.untilMessage('any more reminders or task messages about this person.');
  clock.moveTo(at('2031-03-14'));
  clock.moveTo(at('2031-03-15'));
  clock.moveTo(at('2031-03-17'));
  await sofia.untilMessage('Task: Have lunch together (Jane Doe)');
  clock.moveTo(at('2031-03-18'));
  await sofia.untilMessage('1 overdue task');
  await office.sandbox.settled();
  const toMarcus = (part: string) => posted(office, part).filter((line) => line.startsWith('U0MARCUS'));
  expect([...toMarcus('Task: '), ...toMarcus('overdue')]).toEqual([]);
  // The task is still assigned to Marcus.
  await marcus.openHome();
  await marcus.until(() => marcus.home()?.texts.join().includes('Order a laptop'));
  await marcus.press('Undo');
  clock.moveTo(at('2031-03-19'));
  await marcus.untilMessage('1 overdue task');
});

inWhole('reminds HR of its own overdue task also where hundreds of others’ are overdue', async () => {
  const clock = testClock({ start: begin });
  const service = await taskService(cleanup, clock);
  const many = (count: number) =>
    Array.from({ length: count }, () => ({ day: 0, owner: 'manager' as const, text: 'Old' }));
  const added = (await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) => service.add(`Many ${number}`, 'onboarding', many(100))),
  )) as { id: number }[];
  const names = { first_name: 'Olga', last_name: 'Old', email: 'olga@acme.example', role: 0, manager: 3 };
  const sequences = added.map(({ id }) => id);
  await service.ask('/api/users/', { ...names, start_day: '2031-02-03', sequences });
  const office = await openOffice(cleanup, { service, clock });
  await hiredWithKit(office, '2031-03-04');
  clock.moveTo(at('2031-03-05'));
  await office.ines.untilMessage('Task: Check the contract', channels.private);
  clock.moveTo(at('2031-03-06'));
  const late = await office.ines.untilMessage('overdue task', channels.private);
  expect(late.texts.join()).toContain('Overdue since Wed, 5 March 2031 · Check the contract · Jane Doe');
  expect(late.texts.join()).not.toContain('Old');
});

it('brings a task again on the day to which it was put off, with the reason', async () => {
  const { clock, office, service } = await taskOffice(cleanup);
  const { marcus } = office;
  await hiredWithKit(office);
  clock.moveTo(at('2031-03-14'));
  await marcus.untilMessage('Task: Order a laptop');
  await marcus.press('Not yet');
  await marcus.untilView('Not yet');
  await marcus.fill({ 'New day': '2031-03-13' });
  expect((await marcus.submit()).outcome).toBe('errors');
  await marcus.fill({ 'New day': '2032-03-20' });
  expect((await marcus.submit()).outcome).toBe('errors');
  await marcus.fill({ 'New day': '2031-03-19', Reason: 'The shop is <!channel> closed' });
  await marcus.submit();
  await marcus.until(() => marcus.view().texts.join().includes('due on Wed, 19 March 2031 now'));
  await marcus.closeAll();
  await marcus.untilMessage('Due on Wed, 19 March 2031 now.');
  expect((await tasksOf(service, 'Order a laptop'))[0]).toMatchObject({
    due_day: '2031-03-19',
    note: 'The shop is <!channel> closed',
  });
  clock.moveTo(at('2031-03-17'));
  clock.moveTo(at('2031-03-19'));
  await marcus.until(() => posted(office, 'Order a laptop').length === 2);
  expect(posted(office, 'overdue').filter((line) => line.startsWith('U0MARCUS'))).toEqual([]);
  const again = await marcus.untilMessage('Put off before: The shop is <!channel> closed');
  expect(again.texts.join()).toContain('Due: Wed, 19 March 2031');
});

inWhole(
  'brings a task that was put off to a weekend again on the Monday that it said, and not at once',
  async () => {
    const { clock, office } = await taskOffice(cleanup);
    const { marcus } = office;
    await hiredWithKit(office);
    clock.moveTo(at('2031-03-14'));
    await marcus.untilMessage('Task: Order a laptop');
    await marcus.press('Not yet');
    await marcus.untilView('Not yet');
    await marcus.fill({ 'New day': '2031-03-15' });
    await marcus.submit();
    await marcus.until(() => marcus.view().texts.join().includes('due on Sat, 15 March 2031 now'));
    expect(marcus.view().texts.join()).toContain('sends it again on Mon, 17 March 2031, 09:00 (London).');
    await marcus.closeAll();
    for (const time of ['09:15', '12:00']) clock.moveTo(at('2031-03-14', time));
    await marcus.untilMessage('Due on Sat, 15 March 2031 now.');
    expect(posted(office, 'Order a laptop')).toHaveLength(1);
    clock.moveTo(at('2031-03-17'));
    await marcus.until(() => posted(office, 'Order a laptop').length === 2);
    expect(posted(office, 'overdue')).toEqual([]);
  },
);

it('passes a task on to somebody, who reads from whom it comes', async () => {
  const { clock, office, service } = await taskOffice(cleanup);
  const { marcus, sandbox } = office;
  const leila = sandbox.person('U0LEILA');
  await hiredWithKit(office);
  clock.moveTo(at('2031-03-14'));
  await marcus.untilMessage('Task: Order a laptop');
  await marcus.press('Not mine');
  await marcus.untilView('Not mine');
  await marcus.fill({ 'Who does it': 'Leila Haddad' });
  await marcus.submit();
  await marcus.until(() => marcus.view().texts.join().includes('This is a task of Leila Haddad now.'));
  expect(marcus.view().texts.join()).toContain('They get a message now, or HR does if they aren’t in Slack.');
  await marcus.closeAll();
  const got = await leila.untilMessage('Task: Order a laptop');
  expect(got.texts.join()).toContain('<@U0MARCUS> passed this on to you.');
  await marcus.untilMessage('This is a task of Leila Haddad now.');
  expect(marcus.directMessages().at(-1)?.buttons).toEqual([]);
  clock.moveTo(at('2031-03-14', '12:00'));
  await leila.press('Done');
  await leila.untilMessage('Done by Leila Haddad');
  expect((await tasksOf(service, 'Order a laptop'))[0]?.done_by).toBe(5);
  expect(posted(office, 'Order a laptop')).toHaveLength(2);
});

inWhole(
  'says that nothing was changed while the service is away, and does it when the button is pressed again',
  async () => {
    const { clock, office, service } = await taskOffice(cleanup);
    const { marcus } = office;
    await hiredWithKit(office);
    clock.moveTo(at('2031-03-14'));
    await marcus.untilMessage('Task: Order a laptop');
    await service.stop();
    await marcus.press('Done');
    await marcus.untilMessage('Nothing was changed. Press the button again');
    clock.moveTo(at('2031-03-17'));
    await service.startAgain();
    await marcus.press('Done');
    await marcus.untilMessage('Done by Marcus Oyelaran');
    // Tasks that fell due meanwhile are announced as soon as the service answers.
    clock.moveTo(at('2031-03-17', '09:20'));
    await office.sofia.untilMessage('Task: Have lunch together');
  },
);

it('shows everybody their own open tasks in App Home, and to somebody without access nothing else, not even a refusal', async () => {
  const { office, service } = await taskOffice(cleanup, { workspace: withJane });
  const { sandbox, sofia, ines } = office;
  const jane = sandbox.person('U0JANE');
  await hiredWithKit(office);
  for (const [person, text] of [
    [sofia, 'Have lunch together'],
    [jane, 'Read the handbook'],
  ] as const) {
    await person.openHome();
    await person.until(() => person.home()?.texts.join().includes(text));
    expect(person.home()?.texts[0]).toBe('Your tasks');
    expect(person.home()?.texts.join()).not.toContain('have access');
    expect(person.home()?.texts.join()).not.toContain('Order a laptop');
    expect(person.home()?.buttons).toEqual(['Done', 'Not yet', 'Not mine']);
  }
  await jane.press('Done');
  await jane.until(() => !jane.home()?.texts.join().includes('Read the handbook'));
  expect((await tasksOf(service, 'Read the handbook'))[0]?.done_by).toBe(41);
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Details'));
  await ines.press('Details');
  await ines.untilView('Request');
  expect(ines.view().texts.join('\n')).toContain('Tasks: 3 open, 1 done');
  await ines.press('Tasks');
  await ines.untilView('Tasks');
  expect(ines.view().texts.join('\n')).toContain('Order a laptop · Jane Doe · Marcus Oyelaran');
});

it('lets nobody else say what becomes of a task', async () => {
  const { office, service } = await taskOffice(cleanup, { mode: 'http' });
  const { sandbox, bot } = office;
  await hiredWithKit(office);
  await office.sofia.openHome();
  await office.sofia.until(() => office.sofia.home()?.buttons.includes('Done'));
  const home = JSON.stringify(sandbox.calls('views.publish').at(-1)?.args.view);
  const value = JSON.parse(`"${/"value":"(\{[^}]*task[^}]*\})"/.exec(home)?.[1] ?? ''}"`) as string;
  const press = async (id: string, action: string) => {
    const before = sandbox.calls().length;
    const way = { kind: 'action', constraint: action };
    const body = payloadFor(way, { id, teamId: 'T0SANDBOX' }, '').replace(
      'R-2',
      encodeURIComponent(JSON.stringify(value).slice(1, -1)),
    );
    const headers = signed(body, sandbox.signingSecret);
    await fetch(`${bot.url}/slack/events`, { method: 'POST', headers, body });
    const said = () =>
      JSON.stringify(
        sandbox
          .calls()
          .slice(before)
          .map(({ args }) => args),
      );
    await expect.poll(said).toMatch(/can’t change this task|only for full members/);
  };
  for (const action of ['task_done', 'task_postpone', 'task_pass_on'])
    for (const id of ['U0LEILA', 'U0ROBIN']) await press(id, action);
  expect((await tasksOf(service)).every(({ version }) => version === 1)).toBe(true);
});
