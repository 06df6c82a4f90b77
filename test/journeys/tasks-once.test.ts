import { expect } from 'vitest';
import { freshSqlite } from '../postgres.ts';
import { kitMessages, withKit, withTasks } from './task-office.ts';
import { it, onPostgres } from './world.ts';

it('sends after a downtime what was due meanwhile, once, and says that it is late', async ({ open }) => {
  const { bot, clock, marcus, hire, posted, start } = await open(withTasks());
  await hire({ fields: withKit });
  await bot.stop();
  clock.moveToDay('2031-03-18', '07:00');
  const again = await start();
  await again.directory.refresh();
  expect(posted('Task: ')).toEqual([]);
  clock.moveToDay('2031-03-18', '09:05');
  const late = await marcus.untilMessage('Task: Order a laptop');
  expect(late.texts.join()).toContain('This was due on Fri 14 Mar.');
  await expect.poll(() => posted('Task: ').toSorted()).toEqual(kitMessages);
  await again.stop();
  await start();
  for (const time of ['10:00', '11:00']) clock.moveToDay('2031-03-18', time);
  await marcus.visitHome('Order a laptop');
  expect(posted('Task: ').toSorted()).toEqual(kitMessages);
  // No overdue reminder on the day of a late announcement.
  expect(posted('overdue')).toEqual([]);
});

it('sends nothing that was overdue before the first run', async ({ open, cleanup }) => {
  const { bot, clock, marcus, environment, service, hire, posted, start } = await open(withTasks());
  await bot.stop();
  const old = { first_name: 'Old', last_name: 'Hand', email: 'old@acme.example', role: 0, manager: 3 };
  const [{ id = 0 } = {}] = (await service.ask('/api/frontdesk/sequences/')) as { id: number }[];
  await service.ask('/api/users/', { ...old, start_day: '2031-03-03', sequences: [id] });
  clock.moveToDay('2031-03-20', '09:05');
  const database = await freshSqlite();
  cleanup.later(database.remove);
  environment.DATABASE_URL = database.url;
  await start();
  await hire({ on: '2031-03-21', fields: withKit });
  clock.moveToDay('2031-03-20', '12:00');
  await marcus.untilMessage('Task: Order a laptop (Jane Doe)');
  clock.moveToDay('2031-03-21', '09:05');
  await marcus.untilMessage('overdue');
  expect(posted('Old Hand')).toEqual([]);
});

onPostgres('sends each message once from several replicas', async ({ open, postgres }) => {
  const env = { DATABASE_URL: postgres };
  const { clock, marcus, sofia, hire, posted, start } = await open({ ...withTasks(), env });
  const second = await start();
  const third = await start();
  await hire({ fields: withKit });
  clock.moveToDay('2031-03-14', '09:05');
  await marcus.untilMessage('Task: Order a laptop');
  await second.stop();
  clock.moveToDay('2031-03-17', '09:05');
  await sofia.untilMessage('Task: Have lunch together');
  await third.stop();
  await start();
  clock.moveToDay('2031-03-18', '09:05');
  await expect.poll(() => posted('Task: ').toSorted()).toEqual(kitMessages);
  clock.moveToDay('2031-03-18', '12:00');
  // One reminder per person and day.
  const reminders = ['U0MARCUS', 'U0MARCUS', 'U0SOFIA'].map((who) => `${who}: 1 overdue task`);
  await expect.poll(() => posted('overdue').toSorted()).toEqual(reminders);
  expect(posted('Task: ').toSorted()).toEqual(kitMessages);
});
