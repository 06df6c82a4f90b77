import { expect, it } from 'vitest';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { posted } from './moved-office.ts';
import type { Office } from './office.ts';
import { farewell, hiredWithKit, taskOffice, tasksOf } from './task-office.ts';

const cleanup = useCleanup();

const at = (day: string, time = '09:05') => instantOf(day, time, 'Europe/London');

async function openPage(person: Office['ines'], button: string) {
  await person.openHome();
  await person.until(() => person.home()?.buttons.includes('Details'));
  await person.press('Details');
  await person.untilView('Request');
  await person.press(button);
  await person.untilView(button);
}

inWhole(
  'moves the open tasks with the start day, once the service answers, and tells each on its new day',
  async () => {
    const { clock, office, service } = await taskOffice(cleanup);
    const { ines, marcus } = office;
    await hiredWithKit(office);
    await service.stop();
    await openPage(ines, 'Start day moved');
    expect(ines.view().texts.join()).toContain(
      'Frontdesk changes the start day in the onboarding service too',
    );
    await ines.fill({ 'New start day': '2031-03-24' });
    await ines.submit();
    await ines.until(() => ines.view().texts.join().includes('starts on Mon, 24 March 2031'));
    await ines.closeAll();
    await marcus.untilMessage('Jane Doe starts on Mon, 24 March 2031');
    expect(posted(office, 'in the onboarding service too now')).toEqual([]);
    await service.startAgain();
    clock.moveTo(at('2031-03-10', '10:00'));
    await ines.untilMessage('Jane Doe starts on Mon, 24 March 2031 in the onboarding service too now.');
    expect((await tasksOf(service)).map(({ due_day }) => due_day)).toEqual([
      '2031-03-21',
      '2031-03-24',
      '2031-03-24',
      '2031-03-25',
    ]);
    clock.moveTo(at('2031-03-14'));
    clock.moveTo(at('2031-03-17'));
    expect(posted(office, 'Task: ')).toEqual([]);
    clock.moveTo(at('2031-03-21'));
    await marcus.untilMessage('Task: Order a laptop');
    expect(posted(office, 'in the onboarding service too now')).toHaveLength(1);
  },
);

it('cancels the open tasks of somebody who won’t start, and brings them back where they start after all', async () => {
  const { clock, office, service } = await taskOffice(cleanup);
  const { ines, marcus } = office;
  await hiredWithKit(office);
  const [lunch] = await tasksOf(service, 'Have lunch together');
  await service.ask('/api/frontdesk/tasks/change/', { ...lunch, action: 'done', by: null });
  clock.moveTo(at('2031-03-14'));
  await marcus.untilMessage('Task: Order a laptop');
  await openPage(ines, 'Won’t start');
  expect(ines.view().texts.join()).toContain('If the person starts after all, the tasks come back');
  await ines.submit();
  await ines.untilMessage('The open onboarding tasks of Jane Doe are cancelled.');
  await ines.closeAll();
  expect((await tasksOf(service)).filter(({ done_at }) => done_at === null)).toEqual([]);
  await marcus.press('Done');
  await marcus.untilMessage('Nobody has to do this any more');
  clock.moveTo(at('2031-03-17'));
  clock.moveTo(at('2031-03-18', '12:00'));
  await marcus.openHome();
  await marcus.until(() => marcus.home());
  expect(posted(office, 'Task: ')).toEqual(['U0MARCUS: Task: Order a laptop (Jane Doe)']);
  expect(posted(office, 'overdue')).toEqual([]);
  await openPage(ines, 'Starts after all');
  await ines.fill({ 'Start day': '2031-03-24' });
  await ines.submit();
  await ines.untilMessage('in the onboarding service too. Cancelled tasks are open again.');
  await ines.closeAll();
  expect(
    (await tasksOf(service)).map(({ text, due_day, done_at }) => [text, due_day, done_at !== null]),
  ).toEqual([
    ['Have lunch together', '2031-03-17', true],
    ['Order a laptop', '2031-03-21', false],
    ['Read the handbook', '2031-03-24', false],
    ['Check the contract', '2031-03-25', false],
  ]);
  clock.moveTo(at('2031-03-21'));
  await marcus.until(() => posted(office, 'Task: Order a laptop').length === 2);
  await marcus.press('Done');
  await marcus.untilMessage('Done by Marcus Oyelaran');
});

inWhole(
  'takes the tasks of an offboarding back that was called off, and says so to nobody who did not know of it',
  async () => {
    const { office, service } = await taskOffice(cleanup);
    const { marcus } = office;
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    await marcus.fill({
      Employee: 'Sofia Lindqvist',
      'Last day': '2031-03-31',
      'Offboarding sequences': [farewell],
    });
    await marcus.submitAndAgree();
    await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await marcus.closeAll();
    await expect.poll(async () => (await tasksOf(service)).length).toBe(2);
    await openPage(marcus, 'Called off');
    await marcus.submit();
    await marcus.untilMessage('is called off in the onboarding service too now');
    expect(await tasksOf(service)).toEqual([]);
    const places = new Set(posted(office, 'Sofia').map((line) => line.split(':')[0]));
    expect([...places].toSorted()).toEqual(['C0PEOPLEOPS', 'U0MARCUS']);
  },
);
