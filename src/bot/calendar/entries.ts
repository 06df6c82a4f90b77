import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Recipient, ToldMessage } from '../ledger/outbox/message.ts';
import type { Amendment, Request } from '../ledger/requests/request.ts';
import { canBePlanned } from '../plan/plan.ts';
import type { Audience, DayInCalendars } from '../requests/define-request.ts';
import { entryMessage, purposeAfter } from './entry-message.ts';

type Wanted = Pick<Audience, 'reminders'>;

/** The calendar files about a request that was just carried out: beside the messages by which people hear of it. */
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

/** One more, to somebody whom the first one could not reach. @param key of the reader */
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

/**
 * After something was said of the request, to everybody who was sent the day before: what has become of it. Whoever has
 * nothing in their calendar has nothing to take out.
 */
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

/** Nothing without a day that calendars have. */
function entryFor(
  { id: requestId, day, amendments: count }: Request,
  purpose: string,
  recipient: Recipient,
): NewMessage[] {
  return canBePlanned(day) ? [entryMessage.message({ requestId, purpose, recipient }, { count, day })] : [];
}
