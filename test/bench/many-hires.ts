import { planHire } from '../../src/bot/features/newhire/reminders/plan.ts';
import type { HireRequest } from '../../src/bot/features/newhire/request.ts';
import { rowOf } from '../../src/bot/ledger/outbox/enqueue.ts';
import { asIfDone } from '../../src/bot/plan/foretell.ts';
import { rulesOf } from '../../src/bot/plan/plan.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { usualReminders } from '../../src/bot/storage/reminders.ts';
import type { Settings } from '../../src/bot/storage/settings.ts';
import { openMigrated } from '../../src/database/migrate.ts';
import type { Database } from '../../src/database/open.ts';
import { channels } from '../journeys/office.ts';

interface ManyHires {
  count: number;
  day: string;
  zone: string;
}

/** Every day of the week, so that results don't depend on the weekday. */
const reminders = { ...usualReminders, workdays: [1, 2, 3, 4, 5, 6, 7] };

const settings: Pick<Settings, 'reminders' | 'timezone' | 'channels'> = {
  reminders,
  timezone: 'UTC',
  channels: [channels.hires],
};

const atOnce = 500;

/**
 * Fills a database with hires, each with a manager and a buddy.
 * @param isDue whether the start-day messages are stored, as on the hire's creation
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
    const hires = numbers.map((number) => hireOf(number, { day, zone }, now));
    await insert(database, hires, now);
    if (isDue) await insertDue(database, hires, now);
  }
  await database.close();
}

function hireOf(number: number, { day, zone }: { day: string; zone: string }, now: Date): HireRequest {
  const payload = {
    first_name: 'Many',
    last_name: `No${number}`,
    email: `many.${number}@acme.example`,
    role: 0,
    start_day: day,
    timezone: zone,
    manager: 1,
    buddy: 2,
  };
  const context = { personName: `Many No${number}`, sequenceNames: [], viewId: 'V0' };
  const entered = { kind: 'newhire', requester: 'U0INES', payload, context, day };
  return { ...asIfDone(entered, now), id: `R-MANY${number}`, subject: payload.email };
}

async function insert({ db }: Database<BotTables>, hires: readonly HireRequest[], now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = hires.map(({ id, kind, subject, requester, payload, context, outcome, day }) => ({
    ...{ id, kind, subject, requester, day, submission: `F-${id}`, state: 'done', revision: 0 },
    ...{
      payload: JSON.stringify(payload),
      context: JSON.stringify(context),
      outcome: JSON.stringify(outcome),
    },
    ...{ attempts: 1, awaits_view: 0, due_at: at, created_at: at, ended_at: at },
  }));
  await db.insertInto('requests').values(rows).execute();
}

async function insertDue(
  { db }: Database<BotTables>,
  hires: readonly HireRequest[],
  now: Date,
): Promise<void> {
  const messages = hires.flatMap((hire) => planHire(hire, rulesOf(settings as Settings)));
  const today = messages.filter(({ due, recipient }) => due <= now && 'channel' in recipient);
  const due = today.filter(({ name }) => name === 'newhire.day');
  await db
    .insertInto('messages')
    .values(due.map((message) => rowOf(message, now, now)))
    .execute();
}
