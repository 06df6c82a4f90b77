import { addDays, type Day } from '../../time/dates.ts';

interface CalendarDay {
  /** Constant through the entry's life; calendars find their entry by it. */
  uid: string;
  sequence: number;
  day: Day;
  title: string;
  isCancelled: boolean;
  /** Hides the entry from others who see the reader's calendar. */
  isPrivate: boolean;
}

const longestTitle = 200;

/** An all-day entry as an iCalendar file (RFC 5545). */
export async function calendarFile(entry: CalendarDay, now: Date): Promise<string> {
  // Loaded on first use, to keep startup fast.
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
    // An all-day event has no zone; only the UTC date is written.
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

export function oneLine(text: string): string {
  const spaced = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return [...spaced].slice(0, longestTitle).join('');
}
