import { zones as contractZones, otherZoneNames, zoneOfOtherName } from '../contract/choices.ts';
import { type Day, isZone, offsetOn } from '../time/dates.ts';
import { fold } from './fold.ts';
import type { Snapshot } from './onboarding/directory/snapshot.ts';
import type { Menu } from './slack/modal.ts';
import { option } from './slack/views/view.ts';

export function zoneOption(zone: string, day: Day) {
  const shown = zone.replaceAll('_', ' ');
  return option(isZone(zone) ? `${shown} (${offsetOn(zone, day)})` : shown, zone);
}

/** Zones that the service declares, or those of released deployments. */
export function zonesOf(snapshot: Snapshot | undefined): readonly string[] {
  const described = snapshot?.description.timezones?.map(({ value }) => value) ?? [];
  return described.length > 0 ? described : contractZones;
}

/** Most characters read of a query; no zone's name is longer. */
const longestQuery = 60;

/**
 * Finds zones by part of the name, a former name (`Kiev`), a city with the same clock (`Munich`), or a UTC
 * offset (`+5:30`). Exact matches of a part come first, then prefixes.
 */
export function zonesMenu(zones: readonly string[], query: string, day: Day): Menu {
  const typed = query.slice(0, longestQuery).trim();
  const offset = offsetIn(typed);
  const found =
    offset === undefined ? byName(zones, typed) : zones.filter((zone) => offsetOn(zone, day) === offset);
  return { options: found.slice(0, 100).map((zone) => zoneOption(zone, day)) };
}

function byName(zones: readonly string[], typed: string): string[] {
  // Ignores a typed offset, as in the menu's labels.
  const [name = ''] = typed.split('(', 1);
  const wanted = fold(name.trim()).replaceAll(' ', '_');
  const ranked = zones.map((zone) => ({ zone, rank: rankOf(zone, wanted) })).filter(({ rank }) => rank < 3);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ zone }) => zone);
}

/** 0: exact match, 1: prefix, 2: part, 3: no match. */
function rankOf(zone: string, wanted: string): number {
  const names = namesOf(zone).map(fold);
  const matching = names.filter((name) => name.includes(wanted));
  if (matching.length === 0) return 3;
  const parts = matching.flatMap((name) => [name, ...name.split('/')]);
  if (parts.includes(wanted)) return 0;
  return parts.some((part) => part.startsWith(wanted)) ? 1 : 2;
}

function namesOf(zone: string): string[] {
  const current = zoneOfOtherName(zone) ?? zone;
  return [zone, current, ...(otherZoneNames.get(current) ?? [])];
}

/** Parses `UTC+2`, `gmt-03:30`, `+0530` or `(UTC+01:00)` to the format of `offsetOn`; undefined for anything else. */
function offsetIn(typed: string): string | undefined {
  const found = /^\(?(?:utc|gmt)? ?([+−-])(\d{1,2}):?([0-5]\d)?\)?$/i.exec(typed);
  if (!found) return undefined;
  const [, sign, hours = '', minutes = '00'] = found;
  const isZero = Number(hours) === 0 && Number(minutes) === 0;
  return `UTC${sign === '+' || isZero ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

/** The service's name for a zone known under another: `Asia/Calcutta` is `Asia/Kolkata` there, or vice versa. */
export function serviceZone(name: string, zones: readonly string[]): string | undefined {
  if (zones.includes(name)) return name;
  const called = namesOf(name).map((one) => one.toLowerCase());
  const known = zones.find((zone) => called.includes(zone.toLowerCase()));
  if (known !== undefined) return known;
  const meant = canonical(name);
  return meant === undefined ? undefined : zones.find((zone) => canonical(zone) === meant);
}

/** Canonical name in this machine's time-zone data, the same for all aliases. */
function canonical(name: string): string | undefined {
  if (!isZone(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Frontdesk itself computes with the zone, so only the running Node has to support it. A saved zone outside
 * the list, such as a fixed offset, is kept.
 */
export function organizationZones(saved: string): readonly string[] {
  const newer = Intl.supportedValuesOf('timeZone').filter((name) => !serviceZone(name, contractZones));
  const all = [...contractZones.filter(isZone), ...newer];
  return all.includes(saved) ? all : [saved, ...all];
}
