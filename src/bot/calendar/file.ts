import { randomUUID } from 'node:crypto';
import { addDays, type Day } from '../../time/dates.ts';

/** What stands in somebody's calendar for a whole day. */
export interface CalendarDay {
  /** The same one through the entry's life: by it a calendar finds what it has. */
  uid: string;
  /** The higher one counts. */
  sequence: number;
  day: Day;
  title: string;
  /** It is to be taken out. */
  isCancelled: boolean;
  /** Whoever sees the calendar of its reader learns nothing of it. */
  isPrivate: boolean;
}

/** So many characters of a title, which is what somebody is called: more is no name. */
const longestTitle = 200;

/** The address of an entry by the reference of what it is about. */
export function uidOf(reference: string): string {
  return `${reference}@frontdesk`;
}

/** One that no calendar has. */
export function uidOfNone(): string {
  return uidOf(randomUUID());
}

/**
 * The calendar file with that one day (RFC 5545), which whoever opens it puts into their calendar, or takes out.
 * @param now when it was written
 */
export async function calendarFile(entry: CalendarDay, now: Date): Promise<string> {
  // Loaded with the first file: nothing that is needed to start is one.
  const ical = await import('ical-generator');
  const { isCancelled } = entry;
  const calendar = ical.default({
    prodId: '//Frontdesk//Frontdesk//EN',
    method: isCancelled ? ical.ICalCalendarMethod.CANCEL : ical.ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: now,
    // A whole day has no zone: it is said in UTC, and only the day of it is written.
    start: new Date(entry.day),
    end: new Date(addDays(entry.day, 1)),
    allDay: true,
    summary: oneLine(entry.title),
    status: isCancelled ? ical.ICalEventStatus.CANCELLED : ical.ICalEventStatus.CONFIRMED,
    transparency: ical.ICalEventTransparency.TRANSPARENT,
    ...(entry.isPrivate && { class: ical.ICalEventClass.PRIVATE }),
  });
  return `${calendar.toString().trimEnd()}\r\n`;
}

/** What ends a line in some calendar or other, and what no calendar may hold, are spaces in a title. */
export function oneLine(text: string): string {
  const spaced = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return [...spaced].slice(0, longestTitle).join('');
}
