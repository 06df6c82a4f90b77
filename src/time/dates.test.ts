import { Temporal } from 'temporal-polyfill';
import { afterEach, expect, it } from 'vitest';
import { inWhole } from '../../test/faults/trials.ts';
import { zones } from '../contract/choices.ts';
import { addDays, dayIn, formatDay, instantOf, isDay, isWeekend, isZone, offsetOn, timeIn } from './dates.ts';

it.each([
  ['2026-12-01', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['26-12-01', false],
  ['2026-12-01T00:00', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

it('knows that it is another day elsewhere', () => {
  const now = new Date('2026-11-21T01:30:00Z');
  expect([dayIn('America/Los_Angeles', now), dayIn('UTC', now), dayIn('Pacific/Auckland', now)]).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-21',
  ]);
});

it.each([
  ['Europe/Berlin', '2026-07-01', 'UTC+02:00'],
  ['Europe/Berlin', '2026-12-01', 'UTC+01:00'],
  ['America/New_York', '2026-03-08', 'UTC-04:00'],
  ['Asia/Kolkata', '2026-12-01', 'UTC+05:30'],
  ['UTC', '2026-12-01', 'UTC+00:00'],
])('the offset of %s on %s is %s', (zone, day, offset) => {
  expect(offsetOn(zone, day)).toBe(offset);
});

it('finds the instant of a local time, on either side of a change of clocks', () => {
  expect(instantOf('2026-03-28', '08:00', 'Europe/Berlin').toISOString()).toBe('2026-03-28T07:00:00.000Z');
  expect(instantOf('2026-03-29', '08:00', 'Europe/Berlin').toISOString()).toBe('2026-03-29T06:00:00.000Z');
});

it('counts days over months and years, and knows weekends', () => {
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
  expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(isWeekend)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it.each([
  ['2026-12-01', 'en-GB', '2026-03-02', 'Tue 1 Dec'],
  ['2026-12-01', 'de', '2026-03-02', 'Di. 1. Dez.'],
  ['2026-12-01', 'en-GB', '2025-12-01', 'Tue 1 Dec 2026'],
  ['2026-12-01', 'en-GB', '2027-11-30', 'Tue 1 Dec'],
  ['2026-12-01', 'en-GB', undefined, 'Tue 1 Dec 2026'],
])('writes %s in %s, with the year unless the reader’s %s is near', (day, locale, today, text) => {
  expect(formatDay(day, locale, today)).toBe(text);
});

it.each([
  ['Europe/Berlin', true],
  ['Mars/Base', false],
  ['', false],
])('“%s” is a zone: %s', (name, expected) => {
  expect(isZone(name)).toBe(expected);
});

const everyZone = [...new Set([...zones, ...Intl.supportedValuesOf('timeZone')])].filter(isZone);
const from = Temporal.Instant.from('2026-11-01T00:00Z');
const until = from.add({ hours: 2 * 366 * 24 });

/** Instants within two years at which a zone's clocks change, and one at which they don't. */
function instantsOf(zone: string): Temporal.Instant[] {
  const instants = [from];
  let next = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (next && Temporal.Instant.compare(next.toInstant(), until) < 0) {
    instants.push(next.toInstant());
    next = next.getTimeZoneTransition('next');
  }
  return instants;
}

/** Distances from these instants, in minutes. */
const distances = [-870, -360, -61, -1, 0, 59, 60, 330, 795];
/** Times of day that a clock change skips or repeats. */
const times = ['00:00', '00:30', '02:30'];

function expected(zone: string, at: Temporal.Instant) {
  const there = at.toZonedDateTimeISO(zone);
  const onThatDay = (plainTime: string) =>
    there.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
  const time = there.toPlainTime().toString().slice(0, 5);
  const noon = Temporal.Instant.fromEpochMilliseconds(onThatDay('12:00')).toZonedDateTimeISO(zone);
  const instants = [time, ...times].map(onThatDay);
  return { day: there.toPlainDate().toString(), time, offset: `UTC${noon.offset}`, instants };
}

function found(zone: string, now: Date) {
  const day = dayIn(zone, now);
  const time = timeIn(zone, now);
  const instants = [time, ...times].map((each) => instantOf(day, each, zone).getTime());
  return { day, time, offset: offsetOn(zone, day), instants };
}

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

inWhole.each(['Pacific/Auckland', 'UTC', 'America/Los_Angeles'])(
  'knows day, time and offset in every zone around every change of clocks, on a machine in %s',
  (machineZone) => {
    process.env.TZ = machineZone;
    const wrong = everyZone.flatMap((zone) =>
      instantsOf(zone).flatMap((instant) =>
        distances.flatMap((minutes) => {
          const at = instant.add({ minutes });
          const [is, should] = [found(zone, new Date(at.epochMilliseconds)), expected(zone, at)];
          return JSON.stringify(is) === JSON.stringify(should) ? [] : [{ zone, is, should }];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  },
);
