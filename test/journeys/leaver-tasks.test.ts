import { expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { openDatabase } from '../../src/database/open.ts';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { startProxy } from '../faults/proxy.ts';
import { inWhole } from '../faults/trials.ts';
import { leaksIn, toldIn } from './leaver-watch.ts';
import { begin } from './moved-office.ts';
import { channels, type Office, openOffice } from './office.ts';
import { farewell, hiredWithKit, taskService, tasksOf } from './task-office.ts';

const cleanup = useCleanup();

const at = (day: string, time = '09:05') => instantOf(day, time, 'Europe/London');
const jane = {
  id: 'U0JANE',
  name: 'jane',
  realName: 'Jane Doe',
  email: 'jane@acme.example',
  timezone: 'Europe/London',
};

/** Jane is hired with Marcus as manager, and `by` starts her offboarding. */
async function leavingOffice(
  by: 'U0LEILA' | 'U0MARCUS',
  trouble: Parameters<typeof startProxy>[2] = () => undefined,
) {
  const clock = testClock({ start: begin });
  const service = await taskService(cleanup, clock);
  const { url } = await startProxy(cleanup, service.url, trouble);
  const workspace = { people: [...demoWorkspace.people, jane] };
  const office = await openOffice(cleanup, { service: { url, token: service.token }, clock, workspace });
  await hiredWithKit(office, '2031-03-04');
  // Finish her onboarding tasks.
  for (const { id, version } of await tasksOf(service))
    await service.ask('/api/frontdesk/tasks/change/', { action: 'done', id, version, by: null });
  const manager = office.sandbox.person(by);
  await manager.command('/offboard');
  await manager.untilView('Start offboarding');
  await manager.fill({ Employee: 'Jane Doe', 'Last day': '2031-03-31', 'Offboarding sequences': [farewell] });
  await manager.submitAndAgree();
  await manager.untilMessage('The offboarding of Jane Doe has started.');
  await manager.closeAll();
  await expect.poll(async () => (await tasksOf(service, 'Collect the laptop')).length).toBe(1);
  return { clock, service, office };
}

function toldOfTasks({ sandbox }: Office) {
  const told = toldIn(sandbox, Object.values(channels));
  return told.filter(({ text }) => /Plan the handover|Collect the laptop/.test(text));
}

it('tells of a leaver’s tasks HR alone, and whoever HR passes one on to', async () => {
  const { office, clock, service } = await leavingOffice('U0LEILA');
  const { ines, marcus, sandbox } = office;
  clock.moveTo(at('2031-03-28'));
  await ines.untilMessage('Task: Plan the handover (Jane Doe)', channels.private);
  clock.moveTo(at('2031-03-31'));
  const instead = await ines.untilMessage('Task: Collect the laptop (Jane Doe)', channels.private);
  expect(instead.texts.join()).toContain('This is a task of Marcus Oyelaran. Frontdesk hasn’t told them');
  const people = [marcus, sandbox.person('U0JANE'), office.sofia];
  for (const person of people) await person.openHome();
  await marcus.until(() => marcus.home());
  clock.moveTo(at('2031-04-01', '12:00'));
  await ines.untilMessage('overdue', channels.private);
  const mayRead = (id: string) => [channels.private, 'U0LEILA', 'U0INES', 'U0GRACE'].includes(id);
  const early = toldOfTasks(office);
  expect(early.length).toBeGreaterThan(2);
  expect(early.filter(({ to }) => !(to && mayRead(to)))).toEqual([]);
  expect(leaksIn(toldIn(sandbox, Object.values(channels)), mayRead)).toEqual([]);

  await ines.press('Not mine');
  await ines.untilView('Not mine');
  expect(ines.view().texts.join()).toContain('Whoever you choose will see who is leaving.');
  await ines.fill({ 'Who does it': 'Sofia Lindqvist' });
  await ines.submit();
  await ines.until(() => ines.view().texts.join().includes('This is a task of Sofia Lindqvist now.'));
  await ines.closeAll();
  await office.sofia.untilMessage('Task: Collect the laptop (Jane Doe)');
  await office.sofia.press('Done');
  await office.sofia.untilMessage('Done by Sofia Lindqvist');
  expect((await tasksOf(service, 'Collect the laptop'))[0]?.done_at).not.toBeNull();
  const all = toldOfTasks(office).filter(({ to }) => !(to && (mayRead(to) || to === 'U0SOFIA')));
  expect(all).toEqual([]);
});

inWhole(
  'lets HR hand a leaver’s task to its owner, or to the leaver, who hear of it once the service has accepted that',
  async () => {
    let isAway = false;
    const { office, clock, service } = await leavingOffice('U0LEILA', (_method, path) =>
      isAway && path.endsWith('/tasks/change/') ? { when: 'before', answer: 503 } : undefined,
    );
    const { ines, marcus, sandbox } = office;
    const leaver = sandbox.person('U0JANE');
    const handTo = async (name: string, said: string) => {
      await ines.press('Not mine');
      await ines.untilView('Not mine');
      await ines.fill({ 'Who does it': name });
      await ines.submit();
      await ines.until(() => ines.view().texts.join().includes(said));
      await ines.closeAll();
    };
    clock.moveTo(at('2031-03-28'));
    await ines.untilMessage('Task: Plan the handover (Jane Doe)', channels.private);
    await handTo('Jane Doe', 'Jane Doe');
    await leaver.untilMessage('Task: Plan the handover (Jane Doe)');
    await leaver.openHome();
    await leaver.until(() => leaver.home()?.texts.join().includes('Plan the handover'));
    await leaver.press('Done');
    await leaver.untilMessage('Done by Jane Doe');
    clock.moveTo(at('2031-03-31'));
    await ines.untilMessage('Task: Collect the laptop (Jane Doe)', channels.private);
    isAway = true;
    await handTo('Marcus Oyelaran', 'Press the button again');
    isAway = false;
    await marcus.openHome();
    await marcus.until(() => marcus.home());
    expect(toldOfTasks(office).filter(({ to }) => to === 'U0MARCUS')).toEqual([]);
    await handTo('Marcus Oyelaran', 'Marcus Oyelaran');
    await ines.untilMessage('This is a task of Marcus Oyelaran now.', channels.private);
    const got = await marcus.untilMessage('Task: Collect the laptop (Jane Doe)');
    expect(got.texts.join()).toContain('<@U0INES> passed this on to you.');
    await marcus.press('Done');
    await marcus.untilMessage('Done by Marcus Oyelaran');
    expect((await tasksOf(service, 'Collect the laptop'))[0]?.done_by).toBe(3);
  },
);

inWhole(
  'keeps the tasks of their own leaving from somebody of HR, also where a new process knows nobody yet',
  async () => {
    const clock = testClock({ start: begin });
    const service = await taskService(cleanup, clock);
    const lists = { canBeRead: true };
    const proxy = await startProxy(cleanup, service.url, (_method, path) =>
      path === '/api/employees/' && !lists.canBeRead ? { when: 'before', answer: 503 } : undefined,
    );
    const office = await openOffice(cleanup, {
      service: { url: proxy.url, token: service.token },
      clock,
      workspace: { people: [...demoWorkspace.people, jane] },
      env: { FRONTDESK_HR: 'U0INES,U0JANE', FRONTDESK_PRIVATE_CHANNEL: '' },
    });
    const { ines, sandbox } = office;
    await hiredWithKit(office, '2031-03-04');
    await ines.command('/offboard');
    await ines.untilView('Start offboarding');
    await ines.fill({ Employee: 'Jane Doe', 'Last day': '2031-03-31', 'Offboarding sequences': [farewell] });
    await ines.submitAndAgree();
    await ines.untilMessage('The offboarding of Jane Doe has started.');
    await ines.closeAll();
    await expect.poll(async () => (await tasksOf(service, 'Plan the handover')).length).toBe(1);
    clock.moveTo(at('2031-03-28'));
    await ines.untilMessage('Task: Plan the handover (Jane Doe)');
    await office.bot.stop();
    lists.canBeRead = false;
    clock.moveTo(at('2031-03-31', '12:00'));
    const again = await office.start();
    const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
    cleanup.later(close);
    const reminders = db.selectFrom('messages').select('state').where('name', '=', 'task.overdue');
    const toJane = async () =>
      (await reminders.where('recipient', 'like', '%U0JANE%').execute()).map(({ state }) => state);
    await expect.poll(toJane).toHaveLength(1);
    await sandbox.settled();
    lists.canBeRead = true;
    await again.directory.refresh();
    clock.moveTo(at('2031-03-31', '12:05'));
    await ines.untilMessage('overdue');
    await expect.poll(toJane).toEqual(['dropped']);
    expect(toldOfTasks(office).filter(({ to }) => to === 'U0JANE')).toEqual([]);
  },
);

it('gives a leaver’s task to the manager who asked for the offboarding, who cannot show it to others', async () => {
  const { office, clock } = await leavingOffice('U0MARCUS');
  const { marcus } = office;
  clock.moveTo(at('2031-03-31'));
  const task = await marcus.untilMessage('Task: Collect the laptop (Jane Doe)');
  expect(task.texts.join()).toContain('Offboarding: Jane Doe, last day Mon, 31 March 2031');
  await marcus.press('Not mine');
  await marcus.untilView('Not mine');
  expect(marcus.view().texts.join()).toContain('Only HR can pass this on');
  await marcus.closeAll();
  await marcus.press('Done');
  await marcus.untilMessage('Done by Marcus Oyelaran');
  const readers = new Set(toldOfTasks(office).map(({ to }) => to));
  expect([...readers].filter((to) => to !== 'U0MARCUS' && to !== channels.private)).toEqual([]);
});
