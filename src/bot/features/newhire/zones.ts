import { dayIn, isDay, isZone, offsetOn } from '../../../dates.ts';
import type { Menu } from '../../menus.ts';
import type { Directory } from '../../onboarding/directory.ts';
import { fold } from '../../onboarding/search.ts';
import { option } from '../../slack/inputs.ts';

/** A time zone as a menu's entry, with its distance from UTC on that day: daylight saving makes it differ. */
export function zoneOption(zone: string, day: string) {
  const shown = zone.replaceAll('_', ' ');
  return option(isZone(zone) ? `${shown} (${offsetOn(zone, day)})` : shown, zone);
}

/**
 * The time zones that match what was typed: those that the service takes, or, where it does not say, those
 * that this machine knows. Best match first: a city that begins so, then any part.
 */
export function zonesMenu(
  directory: Directory,
  query: string,
  startDay: string | undefined,
  now: Date,
): Menu {
  const day = startDay && isDay(startDay) ? startDay : dayIn('UTC', now);
  const described = directory.current()?.description.timezones?.map(({ value }) => value);
  const zones = described && described.length > 0 ? described : Intl.supportedValuesOf('timeZone');
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
