import { otherZoneNames, zoneOfOtherName } from '../contract/zone-names.ts';
import { zones as contractZones } from '../contract/zones.ts';
import { type Day, isZone, offsetOn } from '../time/dates.ts';
import { fold } from './fold.ts';
import type { Menu } from './menus.ts';
import type { Snapshot } from './onboarding/directory/snapshot.ts';
import { option } from './slack/views/inputs.ts';

/** A time zone as a menu's entry, with its distance from UTC on that day: daylight saving makes it differ. */
export function zoneOption(zone: string, day: Day) {
  const shown = zone.replaceAll('_', ' ');
  return option(isZone(zone) ? `${shown} (${offsetOn(zone, day)})` : shown, zone);
}

/** The zones that the service says it takes, or, where it does not say, those of released deployments. */
export function zonesOf(snapshot: Snapshot | undefined): readonly string[] {
  const described = snapshot?.description.timezones?.map(({ value }) => value) ?? [];
  return described.length > 0 ? described : contractZones;
}

/** The most of a query that is read: no zone's name is longer. */
const longestQuery = 60;

/**
 * The zones that match what was typed: part of the name, a former name (`Kiev`), a city that shares the clock
 * (`Munich`), or a distance from UTC (`+5:30`) on that day. Best match first: a part that is what was typed, one that
 * begins so, then any.
 */
export function zonesMenu(zones: readonly string[], query: string, day: Day): Menu {
  const typed = query.slice(0, longestQuery).trim();
  const offset = offsetIn(typed);
  const found =
    offset === undefined ? byName(zones, typed) : zones.filter((zone) => offsetOn(zone, day) === offset);
  return { options: found.slice(0, 100).map((zone) => zoneOption(zone, day)) };
}

function byName(zones: readonly string[], typed: string): string[] {
  // Whoever types the offset too, as the menu shows it, still finds the city.
  const [name = ''] = typed.split('(', 1);
  const wanted = fold(name.trim()).replaceAll(' ', '_');
  const ranked = zones.map((zone) => ({ zone, rank: rankOf(zone, wanted) })).filter(({ rank }) => rank < 3);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ zone }) => zone);
}

/** 0: it is called so, 1: it begins so, 2: it is part of it, 3: it does not match. */
function rankOf(zone: string, wanted: string): number {
  const names = namesOf(zone).map(fold);
  const matching = names.filter((name) => name.includes(wanted));
  if (matching.length === 0) return 3;
  const parts = matching.flatMap((name) => [name, ...name.split('/')]);
  if (parts.includes(wanted)) return 0;
  return parts.some((part) => part.startsWith(wanted)) ? 1 : 2;
}

/** The zone and by what else it is known; also of a name that the list of an older service has. */
function namesOf(zone: string): string[] {
  const current = zoneOfOtherName(zone) ?? zone;
  return [zone, current, ...(otherZoneNames.get(current) ?? [])];
}

/** `UTC+2`, `gmt-03:30`, `+0530` or `(UTC+01:00)` as `offsetOn` writes it; undefined for anything else. */
function offsetIn(typed: string): string | undefined {
  const found = /^\(?(?:utc|gmt)? ?([+−-])(\d{1,2}):?([0-5]\d)?\)?$/i.exec(typed);
  if (!found) return undefined;
  const [, sign, hours = '', minutes = '00'] = found;
  const isZero = Number(hours) === 0 && Number(minutes) === 0;
  return `UTC${sign === '+' || isZero ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

/**
 * The service's name for a zone that Slack (or anybody else) calls otherwise: `Asia/Calcutta` is `Asia/Kolkata`
 * there, or the other way round where the service's list is an older one. Undefined when it has no such zone.
 */
export function serviceZone(name: string, zones: readonly string[]): string | undefined {
  if (zones.includes(name)) return name;
  const called = namesOf(name).map((one) => one.toLowerCase());
  const known = zones.find((zone) => called.includes(zone.toLowerCase()));
  if (known !== undefined) return known;
  const meant = canonical(name);
  return meant === undefined ? undefined : zones.find((zone) => canonical(zone) === meant);
}

/** The one name that this machine's time-zone data has for a zone and all its aliases. */
function canonical(name: string): string | undefined {
  if (!isZone(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
