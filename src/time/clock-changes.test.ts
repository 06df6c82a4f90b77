import { Temporal } from 'temporal-polyfill';
import { afterEach, expect } from 'vitest';
import { inWhole } from '../../test/faults/trials.ts';
import { zones } from '../contract/choices.ts';
import { dayIn, instantOf, isZone, offsetOn, timeIn } from './dates.ts';

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
