import type { ToldMessage } from '../outbox/message.ts';
import type { Tx } from '../tables/ledger-database.ts';
import { updateRequest } from '../tables/sql.ts';
import { changeDay } from './change-day.ts';
import { newestDone } from './lookups.ts';
import { departureEnding, followDay } from './presence.ts';
import type { Amendment, Request } from './request.ts';
import { readLocked } from './request-type.ts';

type Amended =
  | { kind: 'amended'; request: Request; amendment: Amendment; told: ToldMessage[] }
  /** The request was changed since the person looked, or a newer one counts; `request` is current. */
  | { kind: 'changed'; request: Request }
  | { kind: 'gone' };

export interface NewAmendment {
  /** The new day; null cancels. */
  day: string | null;
  seen: number;
}

/** Changes the day of a completed request; everyone notified about it gets a message. */
export async function amend(tx: Tx, id: string, { day, seen }: NewAmendment, by: string): Promise<Amended> {
  const request = await readLocked(tx, id);
  if (!request) return { kind: 'gone' };
  const newest = await newestDone(tx, request.kind, request.subject);
  if (request.state !== 'done' || request.amendments !== seen || newest?.id !== id)
    return { kind: 'changed', request };
  const isEnded = (await departureEnding(tx, request, day)) !== undefined;
  if (isEnded && request.calledOffAt !== null) return staysEnded(tx, request, day, by);
  const change = isEnded ? { day: null, endedDay: day } : { day, endedDay: null };
  const changed = await changeDay(tx, request, change, by);
  // Resuming a start also answers the question of whether a missing person still starts.
  if (changed.amendment.kind === 'resumed') await updateRequest(tx, id, { kept_by: by });
  await followDay(tx, changed.request, by);
  return { kind: 'amended', ...changed };
}

/** The person still leaves before the new start day. It is stored in case the departure is cancelled. */
async function staysEnded(tx: Tx, request: Request, day: string | null, by: string): Promise<Amended> {
  await updateRequest(tx, request.id, { ended_day: day });
  const amendment = { kind: 'calledOff', day: null, before: day, by, isEnded: true } as const;
  return { kind: 'amended', request: { ...request, endedDay: day }, amendment, told: [] };
}
