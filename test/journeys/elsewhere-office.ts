import { expect } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { type TestClock, testClock } from '../clock.ts';
import { begin } from './moved-office.ts';
import { type Cleanup, channels, type Office, type OfficeOptions, openOffice } from './office.ts';

/** Opens an office that has read its service's list once, with a clock that the test moves. */
export async function openedAt(
  cleanup: Cleanup,
  service: OfficeOptions['service'],
  options: Partial<OfficeOptions> = {},
) {
  const clock = testClock({ start: begin });
  const office = await openOffice(cleanup, { service, clock, ...options });
  await look(office, clock);
  return { clock, office };
}

/** Rereads the service's list, and waits until it's compared with the previous one. */
export async function look({ bot, environment }: Pick<Office, 'bot' | 'environment'>, clock: TestClock) {
  await bot.directory.refresh();
  pass(clock, 61);
  const ids = (bot.directory.asRead()?.newerThan(0) ?? []).map(({ id }) => id);
  // Frontdesk ignores higher ids.
  const highest = Math.max(0, ...ids.filter((id) => id < 2 ** 31));
  const { db, close } = openDatabase<BotTables>(environment.DATABASE_URL);
  const marks = db
    .selectFrom('elsewhere_marks')
    .select('highest_id')
    .where('service', '=', bot.directory.asRead()?.from ?? '');
  await expect
    .poll(async () => {
      const mark = await marks.executeTakeFirst();
      return mark !== undefined && mark.highest_id >= highest;
    })
    .toBe(true);
  await close();
}

export function pass(clock: TestClock, seconds: number): void {
  clock.moveBy(seconds * 1_000);
}

/** Questions to HR about people added in the service, in order. */
export function questions(
  { sandbox }: Pick<Office, 'sandbox'>,
  channel: string = channels.private,
): string[] {
  return sandbox
    .messages(channel)
    .map(({ text }) => text)
    .filter((text) => text.includes('added in the onboarding service'));
}

export async function rowsOf<Table extends keyof BotTables & string>(
  { environment }: Pick<Office, 'environment'>,
  table: Table,
) {
  const { db, close } = openDatabase<BotTables>(environment.DATABASE_URL);
  const rows = await db
    .selectFrom(table as 'requests')
    .selectAll()
    .execute();
  await close();
  return rows as unknown as Record<string, unknown>[];
}
