import { z } from 'zod';
import { parsedJson } from '../../json.ts';
import { instantOf } from '../../time/dates.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { EventNews, Request } from '../ledger/requests/request.ts';
import type { NewEvent } from '../ledger/webhooks/event.ts';
import type { WebhookEvent } from '../ledger/webhooks/webhooks.ts';
import type { RequestType } from '../requests/define-request.ts';
import type { EventData, EventType } from './event-schema.ts';

/** Key that orders events about one person, across requests and tasks. */
export function personOf(email: string | null | undefined, employee: number | string | null): string {
  return email ? email.toLowerCase() : `employee ${employee}`;
}

function event<Type extends EventType>(
  type: Type,
  { id, email, subject, resultId }: Request,
  cause: string | number,
  data: EventData<Type>,
): NewEvent {
  const person = personOf(email ?? (subject.includes('@') ? subject : null), resultId);
  return { key: `${id}:${type}:${cause}`, type, person, requestId: id, data };
}

/** Events of a request about a first or a last day. */
export function eventsOf(type: RequestType, request: Request, news: EventNews): NewEvent[] {
  if (type.bounds === 'start') return hireEvents(type, request, news);
  if (type.bounds !== 'end') return [];
  return departureEvents(type, request, news).map((one) => ({ ...one, isConfidential: true as const }));
}

function hireData(type: RequestType, request: Request) {
  const { id, resultId: employee, context, day } = request;
  const { email, previousDay: _none, ...facts } = type.facts?.(request) ?? {};
  return { request: id, person: { employee, name: context.personName, email }, start_day: day, ...facts };
}

function hireEvents(type: RequestType, request: Request, news: EventNews): NewEvent[] {
  const { amendments } = request;
  const data = hireData(type, request);
  if (news.kind === 'done') return [event('hire.added', request, 'done', data)];
  if (news.kind === 'begun') return [event('hire.started', request, amendments, data)];
  if (news.kind === 'reassigned') {
    const { manager: previous_manager } = hireData(type, news.before);
    if (previous_manager?.employee === data.manager?.employee) return [];
    return [event('hire.manager_changed', request, news.at, { ...data, previous_manager })];
  }
  const isOver = news.amendment.kind === 'calledOff';
  const moved = { ...data, previous_start_day: news.amendment.before };
  return [event(isOver ? 'hire.start_cancelled' : 'hire.start_moved', request, amendments, moved)];
}

function departureEvents(type: RequestType, request: Request, news: EventNews): NewEvent[] {
  const { id, amendments, resultId: employee, context, email, day: last_day } = request;
  const person = { employee, name: context.personName, email: email ?? undefined };
  const data = { request: id, person, last_day };
  if (news.kind === 'reassigned') return [];
  if (news.kind === 'begun') return [event('offboarding.last_day', request, amendments, data)];
  if (news.kind === 'done') {
    const { previousDay } = type.facts?.(request) ?? {};
    if (previousDay === undefined) return [event('offboarding.started', request, 'done', data)];
    const moved = { ...data, previous_last_day: previousDay };
    return [event('offboarding.last_day_moved', request, 'done', moved)];
  }
  const isOver = news.amendment.kind === 'calledOff';
  const moved = { ...data, previous_last_day: news.amendment.before };
  return [event(isOver ? 'offboarding.cancelled' : 'offboarding.last_day_moved', request, amendments, moved)];
}

/** Midnight at the beginning of a request's day, in the person's zone or the organization's. */
export function dayBegins(type: RequestType, request: Request, timezone: string): Date | undefined {
  const { day, state, calledOffAt } = request;
  if (day === null || state !== 'done' || calledOffAt !== null || type.bounds === undefined) return undefined;
  return instantOf(day, '00:00', type.tasks?.zoneOf?.(request) ?? timezone);
}

const Started = z.object({ start_day: z.string() });

/** How long to wait before looking again whether HR has answered, in milliseconds. */
const untilAnswered = 10 * 60_000;

/**
 * Whether the beginning of a start has to wait: HR is asked whether the person comes at all. It's never sent if they
 * don't, or if they start later.
 */
export async function heldBack(
  { type, requestId, data }: WebhookEvent,
  { ledger, now }: { ledger: Pick<Ledger, 'find' | 'presence'>; now: Date },
) {
  if (type !== 'hire.started' || requestId === null) return undefined;
  const request = await ledger.find(requestId);
  if (!request) return undefined;
  const { data: event } = Started.safeParse(parsedJson(data));
  if (request.day === null || (event && request.day > event.start_day)) return { kind: 'dropped' } as const;
  if (!(await ledger.presence.isUncertain(request))) return undefined;
  return { kind: 'later', until: new Date(now.getTime() + untilAnswered) } as const;
}
