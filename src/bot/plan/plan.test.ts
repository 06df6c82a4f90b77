import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { some } from '../../../test/faults/trials.ts';
import { zonesApart as zones } from '../../../test/zones-apart.ts';
import { addDays, type Day } from '../../time/dates.ts';
import { daytime, usualReminders } from '../storage/settings.ts';
import { type Moment, momentsOfEnd, momentsOfStart, openFrom, type PlanRules } from './plan.ts';

function clocksIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
  });
  return (instant: Date) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const day = `${parts.year}-${parts.month}-${parts.day}`;
    return { day, hour: Number(parts.hour), minute: Number(parts.minute) };
  };
}

const someOf = <One>(all: readonly One[], minLength = 0) => fc.subarray([...all], { minLength });
const dayOf = (first: Day, days: number) => fc.nat(days).map((count) => addDays(first, count));
/** Days on which clocks change somewhere, forward or back, in both hemispheres. */
const changes = ['2031-03-09', '2031-03-30', '2031-04-06', '2031-09-28', '2031-10-26', '2031-11-02'];
/** A day within about two years; every third is within a week of a clock change. */
const days = fc.oneof(
  { weight: 2, arbitrary: dayOf('2030-06-01', 730) },
  { weight: 1, arbitrary: fc.constantFrom(...changes).chain((one) => dayOf(addDays(one, -7), 14)) },
);

const settings: fc.Arbitrary<PlanRules> = fc
  .record({
    daysBefore: someOf([1, 2, 3, 5, 10]),
    hour: fc.integer({ min: daytime.first, max: daytime.last - 1 }),
    open: fc.uniqueArray(fc.integer({ min: daytime.first, max: daytime.last }), {
      minLength: 2,
      maxLength: 2,
    }),
    workdays: someOf([1, 2, 3, 4, 5, 6, 7], 1),
    holidays: fc.array(dayOf('2031-01-01', 400), { maxLength: 12 }),
  })
  .map(({ open, ...rules }) => ({
    ...rules,
    wanted: [...usualReminders.wanted],
    ...{ opens: Math.min(...open), closes: Math.max(...open), timezone: 'UTC', channels: [] },
  }));

function isWorkday(day: Day, { workdays, holidays }: PlanRules): boolean {
  return workdays.includes(new Date(`${day}T12:00:00Z`).getUTCDay() || 7) && !holidays.includes(day);
}

function workdaysIn(from: Day, until: Day, rules: PlanRules): number {
  let count = 0;
  for (let day = from; day < until; day = addDays(day, 1)) count += isWorkday(day, rules) ? 1 : 0;
  return count;
}

interface Planned {
  rules: PlanRules;
  shownAt: ReturnType<typeof clocksIn>;
  zone: string;
  on: Day;
}

function mistakesIn({ due, about, step }: Moment, { rules, shownAt, zone, on }: Planned): string[] {
  const shown = shownAt(due);
  const hour = Math.min(Math.max(rules.hour, rules.opens), rules.closes - 1);
  const before = /^before-(\d+)$/.exec(step)?.[1];
  const isOnItsDay = before === undefined || workdaysIn(shown.day, on, rules) === Number(before);
  const isRight = {
    'at the hour': shown.hour === hour && shown.minute === 0,
    'on a day on which people work': isWorkday(shown.day, rules),
    'so many working days before': isOnItsDay,
    'on the day itself': step !== 'day' || shown.day === on,
    'not over before it begins': new Date(about.until) > due,
    'by the clocks of that zone': about.zone === zone,
  };
  return Object.entries(isRight).flatMap(([what, is]) => (is ? [] : [`${step}: ${what}`]));
}

/** Nearest working day: the day, or the next one in that direction. */
function nearest(day: Day, direction: 1 | -1, rules: PlanRules): Day {
  return isWorkday(day, rules) ? day : nearest(addDays(day, direction), direction, rules);
}

/** Fixed seed, so that failures are reproducible. Covers zones, people, settings and moments. */
const trials = { numRuns: 900, seed: 7 };

describe.each(some(zones, 2))('in %s', (zone) => {
  const shownAt = clocksIn(zone);

  it('reminds at the hour and on the days of the settings, whatever they are, and across changes of the clocks', () => {
    fc.assert(
      fc.property(days, settings, (day, rules) => {
        const plans = [
          { moments: momentsOfStart({ day, zone }, rules), on: nearest(day, 1, rules) },
          { moments: momentsOfEnd({ day, zone }, rules), on: nearest(day, -1, rules) },
        ];
        for (const { moments, on } of plans) {
          expect(moments.flatMap((moment) => mistakesIn(moment, { rules, shownAt, zone, on }))).toEqual([]);
          const dues = moments.map(({ due }) => due.getTime());
          expect(dues).toEqual(dues.toSorted((one, other) => one - other));
          const steps = moments.map(({ step }) => step);
          const before = rules.daysBefore.map((count) => `before-${count}`);
          expect(steps.filter((step) => step !== 'week').toSorted()).toEqual([...before, 'day'].toSorted());
        }
      }),
      trials,
    );
  });

  it('sends what is late at once where people work, else when they do again', () => {
    const instants = fc.date({
      min: new Date('2031-01-01T00:00:00Z'),
      max: new Date('2032-02-05T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, settings, (now, rules) => {
        const isOpen = (instant: Date) => {
          const { day, hour } = shownAt(instant);
          return hour >= rules.opens && hour < rules.closes && isWorkday(day, rules);
        };
        const from = openFrom(now, zone, rules);
        expect(isOpen(from)).toBe(true);
        if (isOpen(now)) {
          expect(from).toEqual(now);
          return;
        }
        // It is the first such moment: a minute earlier is outside working hours, and no working day is in between.
        expect(from > now && !isOpen(new Date(from.getTime() - 60_000))).toBe(true);
        expect(workdaysIn(addDays(shownAt(now).day, 1), shownAt(from).day, rules)).toBe(0);
      }),
      trials,
    );
  });
});

it('reminds of a start on a day off on the next working day, and of a last day on the one before', () => {
  const rules = { ...usualReminders, timezone: 'UTC', channels: [] };
  const saturday = { day: '2031-03-15', zone: 'Europe/Amsterdam' };
  const on = (moments: readonly Moment[]) => moments.map(({ step, due }) => `${step} ${due.toISOString()}`);
  expect(on(momentsOfStart(saturday, rules))).toEqual([
    'before-5 2031-03-10T08:00:00.000Z',
    'before-1 2031-03-14T08:00:00.000Z',
    'day 2031-03-17T08:00:00.000Z',
    'week 2031-03-24T08:00:00.000Z',
  ]);
  expect(on(momentsOfEnd(saturday, rules))).toEqual([
    'before-5 2031-03-07T08:00:00.000Z',
    'before-1 2031-03-13T08:00:00.000Z',
    'day 2031-03-14T08:00:00.000Z',
  ]);
});

it('plans nothing where every day is off but the day itself, and never looks for one for ever', () => {
  const holidays = Array.from({ length: 300 }, (_, index) => addDays('2031-01-01', index));
  const rules = { ...usualReminders, workdays: [1], holidays, timezone: 'UTC', channels: [] };
  const [first] = momentsOfStart({ day: '2031-06-02', zone: undefined }, rules);
  expect(first?.step).toBe('before-5');
});
