import { zones as contractZones } from '../../../contract/zones.ts';
import { type Day, dayIn, isDay, isZone, offsetOn } from '../../../dates.ts';
import type { Menu } from '../../menus.ts';
import type { Snapshot } from '../../onboarding/directory.ts';
import { fold } from '../../onboarding/search.ts';
import { option } from '../../slack/inputs.ts';

/** A time zone as a menu's entry, with its distance from UTC on that day: daylight saving makes it differ. */
export function zoneOption(zone: string, day: Day) {
  const shown = zone.replaceAll('_', ' ');
  return option(isZone(zone) ? `${shown} (${offsetOn(zone, day)})` : shown, zone);
}

/** The day whose offsets are shown: the start day, or today. */
export function offsetDay(startDay: string | undefined, now: Date): Day {
  return startDay !== undefined && isDay(startDay) ? startDay : dayIn('UTC', now);
}

/** The zones that the service says it takes, or, where it does not say, those of released deployments. */
export function zonesOf(snapshot: Snapshot | undefined): readonly string[] {
  const described = snapshot?.description.timezones?.map(({ value }) => value) ?? [];
  return described.length > 0 ? described : contractZones;
}

/** The zones that match what was typed. Best match first: a city that begins so, then any part. */
export function zonesMenu(zones: readonly string[], query: string, day: Day): Menu {
  // Whoever types the offset too, as the menu shows it, still finds the city.
  const wanted = fold(query.replace(/\(.*$/, '').trim()).replaceAll(' ', '_');
  const matching = zones.filter((zone) => fold(zone).includes(wanted));
  const begins = (zone: string) =>
    fold(zone)
      .split('/')
      .some((part) => part.startsWith(wanted));
  const best = [...matching.filter(begins), ...matching.filter((zone) => !begins(zone))];
  return { options: best.slice(0, 100).map((zone) => zoneOption(zone, day)) };
}

/**
 * The service's name for a zone that Slack (or anybody else) calls otherwise: `Asia/Calcutta` is `Asia/Kolkata`
 * there. Undefined when the service has no such zone.
 */
export function serviceZone(name: string, zones: readonly string[]): string | undefined {
  if (zones.includes(name)) return name;
  const meant = canonical(name);
  return meant === undefined ? undefined : zones.find((zone) => canonical(zone) === meant);
}

/** The one name that this machine's time-zone data has for a zone and all its aliases. */
function canonical(name: string): string | undefined {
  if (!isZone(name)) return undefined;
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
}
