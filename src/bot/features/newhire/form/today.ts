import { within } from '../../../../time/clock.ts';
import { type Day, dayIn, isZone } from '../../../../time/dates.ts';
import type { NewHireDeps } from '../deps.ts';

/** How long Slack may take to tell somebody's zone, in milliseconds: the trigger lives three seconds. */
const patience = 500;

/**
 * The day on which somebody wrote something, in their zone, else in the organization's.
 * @param userId who wrote it; empty when nobody did
 * @param when the instant at which it was written; now unless said
 */
export async function todayOf(
  userId: string,
  { clock, people, settings }: Pick<NewHireDeps, 'clock' | 'people' | 'settings'>,
  when?: Date,
): Promise<Day> {
  const nobody = () => undefined;
  const person = userId === '' ? undefined : await within(clock, patience, people.byId(userId)).catch(nobody);
  const zone = person?.timezone ?? '';
  return dayIn(isZone(zone) ? zone : settings().timezone, when ?? clock.now());
}

/** When a message was written, by its Slack timestamp, `1767225600.000100`. */
export function instantOf(ts: string): Date | undefined {
  const seconds = Number(ts);
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined;
}
