import { expect } from 'vitest';
import { tasksOf, withKit, withTasks } from './task-office.ts';
import { it } from './world.ts';

it('moves open tasks with the start day, cancels them with the start, and reopens them', async ({ open }) => {
  const { clock, ines, marcus, service, hire, amend, posted } = await open(withTasks());
  await hire({ fields: withKit });
  await service.stop();
  await ines.openPerson();
  await ines.open('Move start day');
  expect(ines.pageText()).toContain('The onboarding service is updated too.');
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await marcus.untilMessage('start day moved from Mon 17 Mar');
  await service.startAgain();
  clock.moveToDay('2031-03-10', '10:00');
  await expect
    .poll(async () => (await tasksOf(service)).map(({ due_day }) => due_day))
    .toEqual(['2031-03-21', '2031-03-24', '2031-03-24', '2031-03-25']);
  for (const day of ['2031-03-14', '2031-03-17']) clock.moveToDay(day, '09:05');
  expect(posted('Task: ')).toEqual([]);
  clock.moveToDay('2031-03-21', '09:05');
  await marcus.untilMessage('Task: Order a laptop');
  // She saw it in the window.
  expect(ines.directMessages()).toEqual([]);
  const [lunch] = await tasksOf(service, 'Have lunch together');
  await service.ask('/api/frontdesk/tasks/change/', { ...lunch, action: 'done', by: null });
  await ines.openPerson();
  await ines.open('Cancel start');
  expect(ines.pageText()).toContain('come back if you resume the start');
  await ines.submit();
  await ines.closeAll();
  await expect
    .poll(async () => (await tasksOf(service)).filter(({ done_at }) => done_at === null))
    .toEqual([]);
  await marcus.press('Done');
  await marcus.untilMessage('No longer needed');
  clock.moveToDay('2031-03-24', '09:05');
  clock.moveToDay('2031-03-25', '12:00');
  await marcus.visitHome();
  expect(posted('Task: ')).toEqual(['U0MARCUS: Task: Order a laptop (Jane Doe)']);
  expect(posted('overdue')).toEqual([]);
  await amend('Resume start', { 'Start day': '2031-03-31' });
  await expect
    .poll(async () =>
      (await tasksOf(service)).map(({ text, due_day, done_at }) => [text, due_day, done_at !== null]),
    )
    .toEqual([
      ['Have lunch together', '2031-03-24', true],
      ['Order a laptop', '2031-03-28', false],
      ['Read the handbook', '2031-03-31', false],
      ['Check the contract', '2031-04-01', false],
    ]);
  clock.moveToDay('2031-03-28', '09:05');
  await marcus.until(() => posted('Task: Order a laptop').length === 2);
  await marcus.press('Done');
  await marcus.untilMessage('Done by Marcus Oyelaran');
});
