import { within } from '../../../../time/clock.ts';
import { type Day, dayIn, isZone } from '../../../../time/dates.ts';
import type { NewHireDeps } from '../deps.ts';

/** Time limit for Slack to return a person's zone, in milliseconds: the trigger expires after three seconds. */
const patience = 500;

/**
 * The day on which a person wrote something, in their zone, else the organization's.
 * @param userId the writer's; empty if there is none
 * @param when instant of writing; now by default
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

/** Converts a Slack timestamp, such as `1767225600.000100`; undefined if it's no valid one. */
export function instantOf(ts: string): Date | undefined {
  const seconds = Number(ts);
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined;
}
