import { expect, it } from 'vitest';
import { isZone } from '../time/dates.ts';
import { languages, zones } from './choices.ts';

it('holds the 433 zones of pytz’s common_timezones, each once, in order', () => {
  expect(zones).toHaveLength(433);
  expect(zones).toEqual([...new Set(zones)].sort());
});

it.each(['UTC', 'GMT', 'US/Pacific', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires'])(
  'holds %s',
  (zone) => expect(zones).toContain(zone),
);

it.each(['Asia/Calcutta', 'Europe/Kiev', 'America/Buenos_Aires', 'Asia/Saigon', 'Asia/Katmandu', 'EST'])(
  'does not hold %s, which released deployments refuse',
  (zone) => expect(zones).not.toContain(zone),
);

it('holds only zones that this machine’s time-zone data knows', () => {
  expect(zones.filter((zone) => !isZone(zone))).toEqual([]);
});

it('holds the languages of released deployments, Japanese as jp', () => {
  expect(languages.map(({ code }) => code)).toEqual(['en', 'nl', 'fr', 'de', 'tr', 'pt', 'jp', 'es', 'cs']);
});
