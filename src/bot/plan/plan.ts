import { z } from 'zod';
import { addDays, type Day, dayIn, instantOf, isDay, isZone } from '../../time/dates.ts';
import type { Reminder, Reminders } from '../storage/reminders.ts';
import type { Settings } from '../storage/settings.ts';
import { workingDayFrom, workingDaysBefore, workingDayUntil } from './calendar.ts';

/** What decides when who is told what of somebody. */
export interface PlanRules extends Omit<Reminders, 'weeklyChannels' | 'calendar' | 'addedElsewhere'> {
  /** The organization's zone, for whom no other is known. */
  timezone: string;
  /** The ids of the channels told of created hires. */
  channels: readonly string[];
}

/** What is stored of a planned message, beside what its feature adds. */
export const PlannedAbout = z.object({
  /** The start day or last day that it is about. */
  day: z.string(),
  /** The zone whose clocks it goes by. */
  zone: z.string(),
  /** The instant for which it is planned, and that from which on nobody needs it any more, as ISO 8601. */
  due: z.string(),
  until: z.string(),
});
export type PlannedAbout = z.infer<typeof PlannedAbout>;

/** A moment at which something is said of somebody's day. */
export interface Moment {
  /** Which one: `before-5`, `day`, `week`. */
  step: string;
  reminder: Reminder;
  due: Date;
  about: PlannedAbout;
}

/** Whom the moments are those of. */
interface Whose {
  day: Day;
  /** Their zone, where it is known. */
  zone: string | undefined;
}

/** So much later than planned people are told that it is late, in milliseconds: many at once take their time. */
export const lateAfter = 3_600_000;

const daysInAWeek = 7;
/** How long the question about the first week makes sense, in days. */
const weekIsOver = 5;

/** Nobody can be reminded of a day further away: it was a slip, and calendars end. */
const lastDay = '9000-01-01';

/** Whether anything can be said around the day. */
export function canBePlanned(day: Day | null): day is Day {
  return day !== null && isDay(day) && day < lastDay;
}

/** Of somebody who starts: before the day, on its morning (the next one where nobody works), and a week later. */
export function momentsOfStart(whose: Whose, rules: PlanRules): Moment[] {
  const { day } = whose;
  if (!canBePlanned(day)) return [];
  const on = workingDayFrom(day, rules);
  const week = workingDayFrom(addDays(on, daysInAWeek), rules);
  return wanted(rules, [
    ...momentsBefore(day, { ...whose, reminder: 'before' }, rules),
    moment({ step: 'day', reminder: 'startDay', on, until: addDays(on, 1) }, whose, rules),
    moment({ step: 'week', reminder: 'firstWeek', on: week, until: addDays(week, weekIsOver) }, whose, rules),
  ]);
}

/** Of somebody who leaves: before the last day, and on its morning (the one before where nobody works). */
export function momentsOfEnd(whose: Whose, rules: PlanRules): Moment[] {
  if (!canBePlanned(whose.day)) return [];
  const on = workingDayUntil(whose.day, rules);
  const until = addDays(whose.day, 1);
  return wanted(rules, [
    ...momentsBefore(on, { ...whose, reminder: 'leaving' }, rules),
    moment({ step: 'day', reminder: 'leaving', on, until }, whose, rules),
  ]);
}

/** Each until the next one says the same. */
function momentsBefore(on: Day, { reminder, ...whose }: Whose & { reminder: Reminder }, rules: PlanRules) {
  const counts = [...new Set(rules.daysBefore)].toSorted((one, other) => other - one);
  const days = counts.map((count) => workingDaysBefore(on, count, rules));
  return counts.map((count, index) => {
    const next = days[index + 1] ?? on;
    return moment({ step: `before-${count}`, reminder, on: days[index] ?? on, until: next }, whose, rules);
  });
}

/** From that day on somebody's start is near: the first one on which anybody is reminded of it. */
export function soonFrom(day: Day, rules: PlanRules): Day {
  return workingDaysBefore(day, Math.max(...rules.daysBefore, 1), rules);
}

/** When something changes in the morning of a day, whether or not anybody works on it. */
export function morningOf(on: Day, zone: string, rules: PlanRules): Date {
  return instantOf(on, clockTime(openHour(rules)), zone);
}

function wanted(rules: PlanRules, moments: readonly Moment[]): Moment[] {
  return moments.filter(({ reminder }) => rules.wanted.includes(reminder));
}

interface OnDay {
  step: string;
  reminder: Reminder;
  on: Day;
  until: Day;
}

function moment({ step, reminder, on, until }: OnDay, { day, zone: own }: Whose, rules: PlanRules): Moment {
  const zone = zoneOf(own, rules);
  const due = instantOf(on, clockTime(openHour(rules)), zone);
  const ends = instantOf(until, '00:00', zone);
  return { step, reminder, due, about: { day, zone, due: due.toISOString(), until: ends.toISOString() } };
}

/** A zone that this machine does not know says nothing about when it is morning there. */
export function zoneOf(own: string | undefined, { timezone }: PlanRules): string {
  return own !== undefined && isZone(own) ? own : timezone;
}

/** The hour at which is reminded, brought within the hours in which anything is sent. */
function openHour({ hour, opens, closes }: PlanRules): number {
  return Math.min(Math.max(hour, opens), Math.max(closes - 1, opens));
}

function clockTime(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** When people are reminded on that day, or on the next one on which they work. */
export function morningFrom(day: Day, zone: string, rules: PlanRules): Date {
  return morningOf(workingDayFrom(day, rules), zone, rules);
}

export type PlanSettings = Pick<Settings, 'reminders' | 'timezone' | 'channels'>;

/** What of the settings decides who is told what, and when. */
export function rulesOf({ reminders, timezone, channels }: PlanSettings): PlanRules {
  const { weeklyChannels: _weekly, calendar: _calendar, addedElsewhere: _elsewhere, ...rules } = reminders;
  return { ...rules, timezone, channels };
}

/** When a message may be sent that could not be sent in time: now, or when people work again. */
export function openFrom(now: Date, zone: string, rules: PlanRules): Date {
  const { opens, closes } = rules;
  const today = dayIn(zone, now);
  const at = (day: Day, hour: number) => instantOf(day, clockTime(hour), zone);
  const first = workingDayFrom(today, rules);
  if (first !== today) return at(first, opens);
  if (now < at(today, opens)) return at(today, opens);
  return now >= at(today, closes) ? at(workingDayFrom(addDays(today, 1), rules), opens) : now;
}
