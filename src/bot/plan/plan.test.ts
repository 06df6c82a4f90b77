import { describe, expect, it } from 'vitest';
import { chance } from '../../../test/faults/trials.ts';
import { zonesApart as zones } from '../../../test/zones-apart.ts';
import { addDays, type Day } from '../../time/dates.ts';
import { daytime, usualReminders } from '../storage/reminders.ts';
import { type Moment, momentsOfEnd, momentsOfStart, openFrom, type PlanRules } from './plan.ts';

/** What clocks and calendars there show, as this machine’s own `Intl` has it. */
function shownIn(zone: string, instant: Date) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    ...{
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
    },
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return { day, hour: Number(parts.hour), minute: Number(parts.minute), weekday: parts.weekday ?? '' };
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function randomRules(random: () => number): PlanRules {
  const pick = <One>(all: readonly One[]) => all.filter(() => random() < 0.6);
  const workdays = pick([1, 2, 3, 4, 5, 6, 7]);
  const opens = daytime.first + Math.floor(random() * (daytime.last - daytime.first - 1));
  const closes = opens + 1 + Math.floor(random() * (daytime.last - opens));
  return {
    wanted: [...usualReminders.wanted],
    daysBefore: pick([1, 2, 3, 5, 10]),
    hour: daytime.first + Math.floor(random() * (daytime.last - daytime.first)),
    ...{ opens, closes },
    workdays: workdays.length > 0 ? workdays : [3],
    holidays: Array.from({ length: 12 }, () => addDays('2031-01-01', Math.floor(random() * 400))),
    timezone: 'UTC',
    channels: [],
  };
}

/** A day of some two years; every fourth one is within a week of a change of the clocks. */
function randomDay(random: () => number): Day {
  const changes = ['2031-03-09', '2031-03-30', '2031-04-06', '2031-09-28', '2031-10-26', '2031-11-02'];
  const near = changes[Math.floor(random() * changes.length)] ?? '2031-03-30';
  if (random() < 0.25) return addDays(near, Math.floor(random() * 14) - 7);
  return addDays('2030-06-01', Math.floor(random() * 730));
}

function mistakesIn({ due, about, step }: Moment, rules: PlanRules): string[] {
  const shown = shownIn(about.zone, due);
  const hour = Math.min(Math.max(rules.hour, rules.opens), rules.closes - 1);
  const isWorkday = rules.workdays.includes(weekdays.indexOf(shown.weekday) + 1);
  return [
    ...(shown.hour === hour && shown.minute === 0
      ? []
      : [`${step}: at ${shown.hour}:${shown.minute}, not ${hour}:00`]),
    ...(isWorkday && !rules.holidays.includes(shown.day) ? [] : [`${step}: on ${shown.day}, a day off`]),
    ...(new Date(about.until) > due ? [] : [`${step}: over before it begins`]),
  ];
}

describe.each(zones)('in %s', (zone) => {
  it('reminds at the hour and on the days of the settings, whatever they are, and across changes of the clocks', () => {
    const random = chance(zones.indexOf(zone) + 1);
    for (let trial = 0; trial < 400; trial += 1) {
      const rules = randomRules(random);
      const day = randomDay(random);
      for (const moments of [momentsOfStart({ day, zone }, rules), momentsOfEnd({ day, zone }, rules)]) {
        const about = JSON.stringify({ day, rules });
        expect([moments.flatMap((moment) => mistakesIn(moment, rules)), about]).toEqual([[], about]);
        const dues = moments.map(({ due }) => due.getTime());
        expect(dues).toEqual(dues.toSorted((one, other) => one - other));
        expect(new Set(moments.map(({ step }) => step)).size).toBe(moments.length);
      }
    }
  });

  it('sends what is late at once where people work, else when they do again', () => {
    const random = chance(zones.indexOf(zone) + 10);
    for (let trial = 0; trial < 400; trial += 1) {
      const rules = randomRules(random);
      const now = new Date(Date.parse('2031-01-01T00:00:00Z') + random() * 400 * 86_400_000);
      const from = openFrom(now, zone, rules);
      const shown = shownIn(zone, from);
      const isOpen = shown.hour >= rules.opens && shown.hour < rules.closes;
      const isWorkday = rules.workdays.includes(weekdays.indexOf(shown.weekday) + 1);
      const about = JSON.stringify({ now, from, shown, rules });
      expect([isOpen, isWorkday, rules.holidays.includes(shown.day), from >= now, about]).toEqual([
        true,
        true,
        false,
        true,
        about,
      ]);
    }
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
