import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addDays, type Day } from '../../time/dates.ts';
import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Recipient, ToldMessage } from '../ledger/outbox/message.ts';
import type { Amendment, Request } from '../ledger/requests/request.ts';
import { canBePlanned } from '../plan/plan.ts';
import { asReply, defineMessage, type MessageContext, ofAnyKind } from '../requests/define-message.ts';
import type { Audience, DayInCalendars } from '../requests/define-request.ts';
import { cut, escapeMrkdwn } from '../slack/views/blocks.ts';
import { say } from './messages.ts';

type Wanted = Pick<Audience, 'reminders'>;

export function firstEntries(
  request: Request,
  calendar: DayInCalendars | undefined,
  { reminders }: Wanted,
): NewMessage[] {
  const isDone = request.outcome?.kind === 'done' && request.calledOffAt === null;
  if (!isDone || !calendar || !reminders.calendar) return [];
  return calendar
    .readers(request)
    .flatMap(({ key, recipient }) => entryFor(request, `calendar:${key}`, recipient));
}

/** Sends a reader the first file again, because it couldn't be delivered before. */
export function entryAgain(
  request: Request,
  calendar: DayInCalendars,
  { key, settings }: { key: string; settings: Wanted },
): NewMessage[] {
  const first = firstEntries(request, calendar, settings);
  return first.flatMap(({ purpose, recipient }) =>
    purpose === `calendar:${key}` ? entryFor(request, `${purpose} again`, recipient) : [],
  );
}

export function changedEntries(
  request: Request,
  { before }: Pick<Amendment, 'before'>,
  { told, settings }: { told: readonly ToldMessage[]; settings: Wanted },
): NewMessage[] {
  if (!settings.reminders.calendar) return [];
  const entries = told.filter(({ name }) => name === entryMessage.name);
  const ofReader = Map.groupBy(entries, ({ recipient }) => JSON.stringify(recipient));
  return [...ofReader.values()].flatMap((ofOne) => {
    const [first] = ofOne;
    const isNeeded = request.calledOffAt === null || ofOne.some(({ isSent }) => isSent);
    const day = request.day ?? before;
    if (!first || !isNeeded || !canBePlanned(day)) return [];
    const { purpose, recipient } = first;
    const { id: requestId, amendments: count } = request;
    const address = { requestId, purpose: purposeAfter(purpose, count), recipient };
    return [entryMessage.message(address, { count, day, first: purpose })];
  });
}

function entryFor(
  { id: requestId, day, amendments: count }: Request,
  purpose: string,
  recipient: Recipient,
): NewMessage[] {
  return canBePlanned(day) ? [entryMessage.message({ requestId, purpose, recipient }, { count, day })] : [];
}

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

function oneLine(text: string): string {
  const spaced = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return [...spaced].slice(0, longestTitle).join('');
}

const About = z.object({
  /** Number of amendments at the time; only the newest file counts. */
  count: z.int(),
  day: z.string(),
  first: z.string().optional(),
});

/** Most amendments per request that get their own sequence number. */
const mostChanges = 1_000;

export const entryMessage = asReply(
  defineMessage({
    name: 'calendar.entry',
    label: () => say().label,
    about: About,
    is: ofAnyKind,
    async build({ count, day, first }, context) {
      const { request, settings, typeOf, now, isRehearsal = false } = context;
      const { calendar } = typeOf(request);
      if (!calendar || !settings.reminders.calendar) return undefined;
      if (count < request.amendments || !(await context.isNewest(request))) return undefined;
      if (request.calledOffAt !== null && !(await wasSent(request, first, context))) return undefined;
      const name = cut(oneLine(request.context.personName), 140);
      const said = calendar.words();
      const title = said.title(name);
      const asked = isRehearsal ? say().rehearsed(title) : title;
      const content = await calendarFile(
        {
          // A rehearsal's entry must not collide with the real one.
          uid: `${isRehearsal ? randomUUID() : (calendar.begunBy?.(request) ?? request.id)}@frontdesk`,
          sequence: request.revision * mostChanges + Math.min(request.amendments, mostChanges - 1),
          isCancelled: request.calledOffAt !== null,
          isPrivate: calendar.isPrivate,
          day,
          title: asked,
        },
        now,
      );
      const comment = commentOn(request, day, name, said);
      const fileName = calendar.isPrivate ? say().file : slugOf(title);
      return { text: title, blocks: [], file: { name: fileName, title: asked, comment, content } };
    },
  }),
);

/** Name for a file: `First day: Jane Doe` becomes `first-day-jane-doe`. */
function slugOf(title: string): string {
  const words = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...words.replaceAll(/[^\p{L}\p{N}]+/gu, '-')].slice(0, 60).join('').replaceAll(/^-|-$/g, '');
}

async function wasSent(
  { id, amendments }: Request,
  first: string | undefined,
  { toldOf }: Pick<MessageContext, 'toldOf'>,
): Promise<boolean> {
  if (first === undefined) return false;
  const before = [first, ...Array.from({ length: amendments - 1 }, (_, at) => purposeAfter(first, at + 1))];
  return (await toldOf(id)).some(({ purpose, isSent }) => isSent && before.includes(purpose));
}

/**
 * Purpose of a file after an amendment.
 * @param first purpose of the first file
 */
function purposeAfter(first: string, count: number): string {
  return `${first} after ${count}`;
}

function commentOn(
  request: Request,
  day: Day,
  personName: string,
  said: ReturnType<DayInCalendars['words']>,
): string {
  const { whatToDo } = say();
  const name = escapeMrkdwn(personName);
  if (request.calledOffAt !== null) return `${said.calledOff(name)} ${whatToDo.remove}`;
  const isChange = request.amendments > 0 || request.revision > 0;
  return isChange
    ? `${said.moved(name, day)} ${whatToDo.update}`
    : `${said.added(name, day)} ${whatToDo.add}`;
}
