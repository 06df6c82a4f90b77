import { expect } from 'vitest';
import type { startProxy } from '../faults/proxy.ts';
import { leaksIn, toldIn } from './leaver-watch.ts';
import type { Cleanup, Office } from './office.ts';
import { farewell, finishAll, tasksOf, withJane, withKit, withTasks } from './task-office.ts';
import { behindProxy, channels, inWhole, it, type Open } from './world.ts';

async function janeLeaves(
  open: Open,
  by: 'ines' | 'leila' | 'marcus',
  { trouble, env }: { trouble?: Parameters<typeof startProxy>[2]; env?: Record<string, string> } = {},
) {
  const { clock, service: start } = withTasks();
  const service = (cleanup: Cleanup) => behindProxy(cleanup, start, trouble);
  const office = await open({ clock, service, workspace: withJane, ...(env && { env }) });
  await office.hire({ on: '2031-03-04', fields: withKit });
  await finishAll(office.service);
  const fields = { 'Offboarding sequences': [farewell] };
  await office.offboard({ name: 'Jane Doe', on: '2031-03-31', fields, by: office[by] });
  await expect.poll(async () => (await tasksOf(office.service, 'Collect the laptop')).length).toBe(1);
  return office;
}

function toldOfTasks({ sandbox }: Office) {
  const told = toldIn(sandbox, Object.values(channels));
  return told.filter(({ text }) => /Plan the handover|Collect the laptop/.test(text));
}

it('tells only HR about a leaver’s tasks, and the person to whom HR passes one on', async ({ open }) => {
  const office = await janeLeaves(open, 'leila');
  const { clock, ines, marcus, sofia, sandbox, service } = office;
  clock.moveToDay('2031-03-28', '09:05');
  await ines.untilMessage('Task: Plan the handover (Jane Doe)', channels.private);
  clock.moveToDay('2031-03-31', '09:05');
  const instead = await ines.untilMessage('Task: Collect the laptop (Jane Doe)', channels.private);
  expect(instead.texts.join()).toContain('This is for Marcus Oyelaran, who hasn’t been told');
  for (const person of [marcus, sandbox.person('U0JANE'), sofia]) await person.openHome();
  await marcus.until(() => marcus.home());
  clock.moveToDay('2031-04-01', '12:00');
  await ines.untilMessage('overdue', channels.private);
  const mayRead = (id: string) => [channels.private, 'U0LEILA', 'U0INES', 'U0GRACE'].includes(id);
  const early = toldOfTasks(office);
  expect(early.length).toBeGreaterThan(2);
  expect(early.filter(({ to }) => !(to && mayRead(to)))).toEqual([]);
  expect(leaksIn(toldIn(sandbox, Object.values(channels)), mayRead)).toEqual([]);

  await ines.open('Reassign');
  expect(ines.pageText()).toContain('The person you choose will see who is leaving.');
  await ines.submitUntil('Reassigned to Sofia Lindqvist.', { 'Who does it': 'Sofia Lindqvist' });
  await ines.closeAll();
  await sofia.untilMessage('Task: Collect the laptop (Jane Doe)');
  await sofia.press('Done');
  await sofia.untilMessage('Done by Sofia Lindqvist');
  expect((await tasksOf(service, 'Collect the laptop'))[0]?.done_at).not.toBeNull();
  const all = toldOfTasks(office).filter(({ to }) => !(to && (mayRead(to) || to === 'U0SOFIA')));
  expect(all).toEqual([]);
});

inWhole('lets HR give a leaver’s task to its owner or the leaver', async ({ open }) => {
  const office = await janeLeaves(open, 'leila');
  const { clock, ines, marcus, sandbox, service } = office;
  const leaver = sandbox.person('U0JANE');
  async function passOn(name: string) {
    await ines.fillIn('Reassign', { 'Who does it': name });
    await ines.submitUntil(`Reassigned to ${name}.`);
    await ines.closeAll();
  }
  clock.moveToDay('2031-03-28', '09:05');
  await ines.untilMessage('Task: Plan the handover (Jane Doe)', channels.private);
  await passOn('Jane Doe');
  await leaver.untilMessage('Task: Plan the handover (Jane Doe)');
  await leaver.visitHome('Plan the handover');
  await leaver.press('Done');
  await leaver.untilMessage('Done by Jane Doe');
  clock.moveToDay('2031-03-31', '09:05');
  await ines.untilMessage('Task: Collect the laptop (Jane Doe)', channels.private);
  await passOn('Marcus Oyelaran');
  await ines.untilMessage('Reassigned to Marcus Oyelaran.', channels.private);
  const task = await marcus.untilMessage('Task: Collect the laptop (Jane Doe)');
  expect(task.texts.join()).toContain('Reassigned to you by <@U0INES>.');
  await marcus.press('Done');
  await marcus.untilMessage('Done by Marcus Oyelaran');
  expect((await tasksOf(service, 'Collect the laptop'))[0]?.done_by).toBe(3);
});

inWhole('keeps tasks of their own leaving from a person of HR, even after a restart', async ({ open }) => {
  let canBeRead = true;
  const office = await janeLeaves(open, 'ines', {
    trouble: (_method, path) =>
      path === '/api/employees/' && !canBeRead ? { when: 'before', answer: 503 } : undefined,
    env: { FRONTDESK_HR: 'U0INES,U0JANE', FRONTDESK_PRIVATE_CHANNEL: '' },
  });
  const { clock, ines, rows } = office;
  clock.moveToDay('2031-03-28', '09:05');
  await ines.untilMessage('Task: Plan the handover (Jane Doe)');
  await office.bot.stop();
  canBeRead = false;
  clock.moveToDay('2031-03-31', '12:00');
  const again = await office.start();
  const toJane = async () =>
    (await rows('messages'))
      .filter(({ name, recipient }) => name === 'task.overdue' && String(recipient).includes('U0JANE'))
      .map(({ state }) => state);
  await expect.poll(toJane).toHaveLength(1);
  await office.sandbox.settled();
  canBeRead = true;
  await again.directory.refresh();
  clock.moveToDay('2031-03-31', '12:05');
  await ines.untilMessage('overdue');
  await expect.poll(toJane).toEqual(['dropped']);
  expect(toldOfTasks(office).filter(({ to }) => to === 'U0JANE')).toEqual([]);
});

it('gives a leaver’s task to the manager who requested it, who can’t pass it on', async ({ open }) => {
  const office = await janeLeaves(open, 'marcus');
  const { clock, marcus } = office;
  clock.moveToDay('2031-03-31', '09:05');
  const task = await marcus.untilMessage('Task: Collect the laptop (Jane Doe)');
  expect(task.texts.join()).toContain('Offboarding: Jane Doe, last day Mon 31 Mar');
  await marcus.open('Reassign');
  expect(marcus.pageText()).toContain('Only HR can choose somebody');
  await marcus.closeAll();
  await marcus.press('Done');
  await marcus.untilMessage('Done by Marcus Oyelaran');
  const readers = new Set(toldOfTasks(office).map(({ to }) => to));
  expect([...readers].filter((to) => to !== 'U0MARCUS' && to !== channels.private)).toEqual([]);
});
