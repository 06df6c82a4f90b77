import { describe, expect, it } from 'vitest';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { freshPostgres, freshSqlite, postgresUrl } from '../postgres.ts';
import { posted } from './moved-office.ts';
import { channels } from './office.ts';
import { hiredWithKit, taskOffice } from './task-office.ts';

const cleanup = useCleanup();

const at = (day: string, time = '09:05') => instantOf(day, time, 'Europe/London');

const all = [
  `${channels.private}: Task: Check the contract (Jane Doe)`,
  `${channels.private}: Task: Read the handbook (Jane Doe)`,
  'U0MARCUS: Task: Order a laptop (Jane Doe)',
  'U0SOFIA: Task: Have lunch together (Jane Doe)',
];

it('says after a downtime what was due meanwhile, once, and that it is late', async () => {
  const { clock, office } = await taskOffice(cleanup);
  const { marcus } = office;
  await hiredWithKit(office);
  await office.bot.stop();
  clock.moveTo(at('2031-03-18', '07:00'));
  const again = await office.start();
  // Before working hours.
  await again.directory.refresh();
  expect(posted(office, 'Task: ')).toEqual([]);
  clock.moveTo(at('2031-03-18'));
  const late = await marcus.untilMessage('Task: Order a laptop');
  expect(late.texts.join()).toContain('This was due on Fri, 14 March 2031.');
  await expect.poll(() => posted(office, 'Task: ').toSorted()).toEqual(all);
  await again.stop();
  await office.start();
  clock.moveTo(at('2031-03-18', '10:00'));
  clock.moveTo(at('2031-03-18', '11:00'));
  await marcus.openHome();
  await marcus.until(() => marcus.home()?.texts.join().includes('Order a laptop'));
  expect(posted(office, 'Task: ').toSorted()).toEqual(all);
  // No overdue reminder on the day of a late announcement.
  expect(posted(office, 'overdue')).toEqual([]);
});

it('does not tell of what was overdue before Frontdesk looked for the first time', async () => {
  const { clock, office, service } = await taskOffice(cleanup);
  await office.bot.stop();
  const hire = { first_name: 'Old', last_name: 'Hand', email: 'old@acme.example', role: 0, manager: 3 };
  const [{ id = 0 } = {}] = (await service.ask('/api/frontdesk/sequences/')) as {
    id: number;
    name: string;
  }[];
  await service.ask('/api/users/', { ...hire, start_day: '2031-03-03', sequences: [id] });
  clock.moveTo(at('2031-03-20'));
  const database = await freshSqlite();
  cleanup.later(database.remove);
  office.environment.DATABASE_URL = database.url;
  await office.start();
  await hiredWithKit(office, '2031-03-21');
  clock.moveTo(at('2031-03-20', '12:00'));
  await office.marcus.untilMessage('Task: Order a laptop (Jane Doe)');
  clock.moveTo(at('2031-03-21'));
  await office.marcus.untilMessage('overdue');
  expect(posted(office, 'Old Hand')).toEqual([]);
});

const describeReplicas = postgresUrl ? describe : describe.skip;

describeReplicas('several replicas on one PostgreSQL', () => {
  it('say each thing once', async () => {
    const database = await freshPostgres();
    cleanup.later(database.remove);
    const { clock, office } = await taskOffice(cleanup, { env: { DATABASE_URL: database.url } });
    const second = await office.start();
    const third = await office.start();
    await hiredWithKit(office);
    clock.moveTo(at('2031-03-14'));
    await office.marcus.untilMessage('Task: Order a laptop');
    await second.stop();
    clock.moveTo(at('2031-03-17'));
    await office.sofia.untilMessage('Task: Have lunch together');
    await third.stop();
    await office.start();
    clock.moveTo(at('2031-03-18'));
    await expect.poll(() => posted(office, 'Task: ').toSorted()).toEqual(all);
    clock.moveTo(at('2031-03-18', '12:00'));
    // One reminder per person and day.
    const reminders = ['U0MARCUS', 'U0MARCUS', 'U0SOFIA'].map((who) => `${who}: 1 overdue task`);
    await expect.poll(() => posted(office, 'overdue').toSorted()).toEqual(reminders);
    expect(posted(office, 'Task: ').toSorted()).toEqual(all);
  });
});
