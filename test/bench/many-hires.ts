import type { HireRequest } from '../../src/bot/features/newhire/request.ts';
import { asIfDone, morningOf, rulesOf } from '../../src/bot/plan/plan.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { usualReminders } from '../../src/bot/storage/settings.ts';
import { type Database, openMigrated } from '../../src/database/open.ts';

interface ManyHires {
  count: number;
  day: string;
  zone: string;
}

/** Every day of the week, so that results don't depend on the weekday. */
const reminders = { ...usualReminders, workdays: [1, 2, 3, 4, 5, 6, 7] };

const rules = rulesOf({ reminders, timezone: 'UTC', channels: [] });

const atOnce = 500;

/**
 * Fills a database with hires.
 * @param isDue whether the messages of the start day are next, which go to the channels alone; otherwise each hire has a
 * manager and a buddy, and was never planned
 */
export async function fillHires(
  databaseUrl: string,
  { count, day, zone }: ManyHires,
  { isDue }: { isDue: boolean },
): Promise<void> {
  const database = await openMigrated<BotTables>(databaseUrl, migrations);
  const now = new Date();
  const set = {
    name: 'reminders',
    value: JSON.stringify(reminders),
    set_by: 'U0INES',
    set_at: now.toISOString(),
  };
  await database.db.insertInto('settings').values(set).execute();
  for (let first = 0; first < count; first += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => first + index);
    const companions = isDue ? {} : { manager: 1, buddy: 2 };
    const hires = numbers.map((number) =>
      hireOf(number, { start_day: day, timezone: zone, ...companions }, now),
    );
    await insert(database, hires, { now, next: isDue ? morningOf(day, zone, rules).toISOString() : null });
  }
  await database.close();
}

function hireOf(number: number, own: { start_day: string; timezone: string }, now: Date): HireRequest {
  const payload = {
    first_name: 'Many',
    last_name: `No${number}`,
    email: `many.${number}@acme.example`,
    role: 0,
    ...own,
  };
  const context = { personName: `Many No${number}`, sequenceNames: [], viewId: 'V0' };
  const entered = { kind: 'newhire', requester: 'U0INES', payload, context, day: own.start_day };
  return { ...asIfDone(entered, now), id: `R-MANY${number}`, subject: payload.email };
}

async function insert(
  { db }: Database<BotTables>,
  hires: readonly HireRequest[],
  { now, next }: { now: Date; next: string | null },
): Promise<void> {
  const at = now.toISOString();
  const rows = hires.map(({ id, kind, subject, requester, payload, context, outcome, day }) => ({
    ...{ id, kind, subject, requester, day, submission: `F-${id}`, state: 'done', revision: 0 },
    ...{
      payload: JSON.stringify(payload),
      context: JSON.stringify(context),
      outcome: JSON.stringify(outcome),
    },
    ...{ attempts: 1, awaits_view: 0, due_at: at, created_at: at, ended_at: at, next_moment_at: next },
  }));
  await db.insertInto('requests').values(rows).execute();
}
