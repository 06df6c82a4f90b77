import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Recipient, ToldMessage } from '../ledger/outbox/message.ts';
import type { Amendment, Request } from '../ledger/requests/request.ts';
import { canBePlanned } from '../plan/plan.ts';
import type { Audience, DayInCalendars } from '../requests/define-request.ts';
import { entryMessage, purposeAfter } from './entry-message.ts';

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
