import { z } from 'zod';
import { addDays, type Day, dayIn, instantOf, isDay, isZone, weekdayOf } from '../../time/dates.ts';
import type { Held } from '../ledger/outbox/message.ts';
import type { Request, RequestContext } from '../ledger/requests/request.ts';
import type { Reminder, Reminders, Settings } from '../storage/settings.ts';
import { say } from './messages.ts';

export const placeholders = ['name', 'first name', 'day', 'manager', 'buddy', 'position'] as const;
export type Placeholder = (typeof placeholders)[number];

/** Values by placeholder; missing ones have no substitute. */
export type Facts = Partial<Record<Placeholder, string>>;

const inBraces = /\{([^{}]*)\}/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(inBraces)].map(([, name = '']) => name.trim().toLowerCase());
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((one) => one === name);
}

/** First unknown placeholder, or an unpaired brace; undefined if there is none. */
export function unknownIn(text: string): string | undefined {
  const unknown = namesIn(text).find((name) => !isPlaceholder(name));
  return unknown ?? /[{}]/.exec(text.replaceAll(inBraces, ''))?.[0];
}

const betweenSentences = /(?<=[.!?])\s+/;

/** Drops sentences with an unknown value, so that no gap is left; undefined if nothing is left. */
export function filled(text: string, facts: Facts): string | undefined {
  const isKnown = (name: string) => isPlaceholder(name) && facts[name] !== undefined;
  const lines = text.split('\n').map((line) => {
    const sentences = line.trim().split(betweenSentences);
    return sentences.filter((sentence) => namesIn(sentence).every(isKnown)).join(' ');
  });
  const left = lines.filter((line, at) => line !== '' || text.split('\n')[at]?.trim() === '').join('\n');
  const said = left.replaceAll(inBraces, (whole, name: string) => {
    const known = name.trim().toLowerCase();
    return (isPlaceholder(known) ? facts[known] : undefined) ?? whole;
  });
  const closed = said.replaceAll(/\n{3,}/g, '\n\n').trim();
  return closed === '' ? undefined : closed;
}

/** Settings that determine times and recipients of messages about a person. */
export interface PlanRules extends Omit<Reminders, 'weeklyChannels' | 'calendar' | 'addedElsewhere'> {
  /** The organization's zone, for people whose zone is unknown. */
  timezone: string;
  /** Ids of channels that announce created hires. */
  channels: readonly string[];
}

/** Stored data of every planned message. */
export const PlannedAbout = z.object({
  /** Start day or last day. */
  day: z.string(),
  zone: z.string(),
  due: z.string(),
  until: z.string(),
});
export type PlannedAbout = z.infer<typeof PlannedAbout>;

export interface Moment {
  /** For example `before-5`, `day`, `week`. */
  step: string;
  reminder: Reminder;
  due: Date;
  about: PlannedAbout;
}

interface Whose {
  day: Day;
  zone: string | undefined;
}

/** Delay from which a message says that it is late, in milliseconds: sending many takes a while. */
const lateAfter = 3_600_000;

const daysInAWeek = 7;
/** Days during which the question about the first week makes sense. */
const weekIsOver = 5;

/** Limit of plausible days: later ones are typing mistakes, and calendars end. */
const lastDay = '9000-01-01';

/** Whether messages can be planned around the day. */
export function canBePlanned(day: Day | null): day is Day {
  return day !== null && isDay(day) && day < lastDay;
}

/** Moments of a start: before the day, on its morning (or the next working day's), and a week later. */
export const momentsOfStart = remembered((whose, rules): readonly Moment[] => {
  const { day } = whose;
  if (!canBePlanned(day)) return [];
  const on = workingDayFrom(day, rules);
  const week = workingDayFrom(addDays(on, daysInAWeek), rules);
  return wanted(rules, [
    ...momentsBefore(day, { ...whose, reminder: 'before' }, rules),
    moment({ step: 'day', reminder: 'startDay', on, until: addDays(on, 1) }, whose, rules),
    moment({ step: 'week', reminder: 'firstWeek', on: week, until: addDays(week, weekIsOver) }, whose, rules),
  ]);
});

/** Moments of a departure: before the last day, and on its morning (or the previous working day's). */
export const momentsOfEnd = remembered((whose, rules): readonly Moment[] => {
  if (!canBePlanned(whose.day)) return [];
  const on = workingDayUntil(whose.day, rules);
  const until = addDays(whose.day, 1);
  return wanted(rules, [
    ...momentsBefore(on, { ...whose, reminder: 'leaving' }, rules),
    moment({ step: 'day', reminder: 'leaving', on, until }, whose, rules),
  ]);
});

type ByDay<Result> = (whose: Whose, rules: PlanRules) => Result;

/** Computes once per day and zone while the same rules are used: many people start on one day. */
function remembered<Result>(compute: ByDay<Result>): ByDay<Result> {
  const known = new WeakMap<PlanRules, Map<string, Result>>();
  return (whose, rules) => {
    const key = `${whose.day} ${whose.zone}`;
    const ofRules = known.get(rules) ?? new Map<string, Result>();
    const result = ofRules.get(key) ?? compute(whose, rules);
    known.set(rules, ofRules.set(key, result));
    return result;
  };
}

/** Each ends when the next begins, which says the same. */
function momentsBefore(on: Day, { reminder, ...whose }: Whose & { reminder: Reminder }, rules: PlanRules) {
  const counts = [...new Set(rules.daysBefore)].toSorted((one, other) => other - one);
  const days = counts.map((count) => workingDaysBefore(on, count, rules));
  return counts.map((count, index) => {
    const next = days[index + 1] ?? on;
    return moment({ step: `before-${count}`, reminder, on: days[index] ?? on, until: next }, whose, rules);
  });
}

/** First day on which a start counts as near: the day of its earliest reminder. */
export const soonFrom = remembered(({ day }, rules) =>
  workingDaysBefore(day, Math.max(...rules.daysBefore, 1), rules),
);

/** Time of reminders on a day. */
export function morningOf(on: Day, zone: string, { hour, opens, closes }: PlanRules): Date {
  const openHour = Math.min(Math.max(hour, opens), Math.max(closes - 1, opens));
  return instantOf(on, clockTime(openHour), zone);
}

function wanted(rules: PlanRules, moments: readonly Moment[]): Moment[] {
  return moments.filter(({ reminder }) => rules.wanted.includes(reminder));
}

interface OnDay extends Pick<Moment, 'step' | 'reminder'> {
  on: Day;
  until: Day;
}

function moment({ step, reminder, on, until }: OnDay, { day, zone: own }: Whose, rules: PlanRules): Moment {
  const zone = zoneOf(own, rules);
  const due = morningOf(on, zone, rules);
  const ends = instantOf(until, '00:00', zone);
  return { step, reminder, due, about: { day, zone, due: due.toISOString(), until: ends.toISOString() } };
}

/** The person's zone, or the organization's if that is missing or unknown to this machine. */
export function zoneOf(own: string | undefined, { timezone }: PlanRules): string {
  return own !== undefined && isZone(own) ? own : timezone;
}

function clockTime(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

export type PlanSettings = Pick<Settings, 'reminders' | 'timezone' | 'channels'>;

export function rulesOf({ reminders, timezone, channels }: PlanSettings): PlanRules {
  const { weeklyChannels: _weekly, calendar: _calendar, addedElsewhere: _elsewhere, ...rules } = reminders;
  return { ...rules, timezone, channels };
}

export function openFrom(now: Date, zone: string, rules: PlanRules): Date {
  const { opens, closes } = rules;
  const today = dayIn(zone, now);
  const at = (day: Day, hour: number) => instantOf(day, clockTime(hour), zone);
  const first = workingDayFrom(today, rules);
  if (first !== today) return at(first, opens);
  if (now < at(today, opens)) return at(today, opens);
  return now >= at(today, closes) ? at(workingDayFrom(addDays(today, 1), rules), opens) : now;
}

/**
 * Holds a message back until the next working hours; drops it if it is outdated by then.
 * @returns undefined if it can be sent now
 */
export function heldUntilOpen(now: Date, zone: string, rules: PlanRules, until?: Date): Held | undefined {
  const from = openFrom(now, zone, rules);
  if (until && from >= until) return { dropped: 'outdated' };
  return from > now ? { later: from } : undefined;
}

/** A sentence about a message that comes late; none about one in time. */
export function lateness(due: Date, now: Date, zone: string): string[] {
  return now.getTime() - due.getTime() >= lateAfter ? [say().late(due, zone)] : [];
}

type Calendar = Pick<PlanRules, 'workdays' | 'holidays'>;

/** Longest run of days off; more is a mistake in the settings, and the day itself is used. */
const mostInARow = 60;

function isWorkingDay(day: Day, { workdays, holidays }: Calendar): boolean {
  return workdays.includes(weekdayOf(day)) && !holidays.includes(day);
}

export function workingDayFrom(day: Day, calendar: Calendar): Day {
  return nearest(day, 1, calendar);
}

export function workingDayUntil(day: Day, calendar: Calendar): Day {
  return nearest(day, -1, calendar);
}

export function workingDaysBefore(day: Day, count: number, calendar: Calendar): Day {
  let at = day;
  for (let left = count; left > 0; left -= 1) at = workingDayUntil(addDays(at, -1), calendar);
  return at;
}

function nearest(day: Day, direction: 1 | -1, calendar: Calendar): Day {
  let at = day;
  for (let count = 0; count < mostInARow; count += 1) {
    if (isWorkingDay(at, calendar)) return at;
    at = addDays(at, direction);
  }
  return day;
}

export interface Entered<Payload extends object = object, Context extends RequestContext = RequestContext>
  extends Pick<Request<Payload, Context>, 'kind' | 'requester' | 'payload' | 'context' | 'day'> {}

/** Builds the request that a form would make, as if it were done at `now`, to preview its messages. */
export function asIfDone<Payload extends object, Context extends RequestContext>(
  { kind, requester, payload, context, day }: Entered<Payload, Context>,
  now: Date,
): Request<Payload, Context> {
  return {
    ...{ kind, requester, payload, context, day },
    id: 'R-REHEARSAL',
    subject: '',
    submission: '',
    state: 'done',
    attempts: 1,
    baseline: null,
    outcomeUnknownAt: null,
    question: null,
    cancelBy: null,
    outcome: { kind: 'done', resultId: null, confirmed: true },
    resultId: null,
    service: null,
    idempotencyKey: null,
    keySentAt: null,
    keyPromisedBy: null,
    createdAt: now.toISOString(),
    endedAt: now.toISOString(),
    amendments: 0,
    revision: 0,
    calledOffAt: null,
    endedDay: null,
    email: null,
    missingSince: null,
    keptBy: null,
    dismissedAt: null,
  };
}
