import type { ToldMessage } from '../outbox/message.ts';
import { isDone, type LedgerDatabase } from '../tables/ledger-database.ts';
import { type Handle, updateRequest } from '../tables/write.ts';
import { changeDay, toldOf } from './change-day.ts';
import type { Words } from './ledger-words.ts';
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

export function createAmendments({ db, transact, types, today }: LedgerDatabase, words: Words) {
  const presence = { types, words, today };

  async function amendIn(
    tx: Handle,
    request: Request,
    { day, by }: { day: string | null; by: string },
    now: Date,
  ): Promise<Amended> {
    const isEnded = (await departureEnding(tx, request, day, presence)) !== undefined;
    if (isEnded && request.calledOffAt !== null) return staysEnded(tx, request, { day, by });
    const change = isEnded ? { day: null, endedDay: day } : { day, endedDay: null };
    const changed = await changeDay(tx, request, change, presence, { by, now });
    // Resuming a start also answers the question of whether a missing person still starts.
    if (changed.amendment.kind === 'resumed') await updateRequest(tx, request.id, { kept_by: by });
    await followDay(tx, changed.request, presence, { by, now });
    return { kind: 'amended', ...changed };
  }

  return {
    toldOf: (id: string): Promise<ToldMessage[]> => toldOf(db, id),

    /** Changes the day in one transaction; everyone notified about the request gets a message. */
    amend(id: string, { day, seen }: NewAmendment, by: string, now: Date): Promise<Amended> {
      return transact(async (tx) => {
        const request = await readLocked(tx, types, id);
        if (!request) return { kind: 'gone' };
        if (request.state !== 'done' || request.amendments !== seen || !(await isNewest(tx, request)))
          return { kind: 'changed', request };
        return amendIn(tx, request, { day, by }, now);
      });
    },
  };
}

/** The person still leaves before the new start day. It is stored in case the departure is cancelled. */
async function staysEnded(
  tx: Handle,
  request: Request,
  { day, by }: { day: string | null; by: string },
): Promise<Amended> {
  await updateRequest(tx, request.id, { ended_day: day });
  const amendment = { kind: 'calledOff', day: null, before: day, by, isEnded: true } as const;
  return { kind: 'amended', request: { ...request, endedDay: day }, amendment, told: [] };
}

async function isNewest(tx: Handle, { kind, subject, id }: Request): Promise<boolean> {
  const newest = await tx
    .selectFrom('requests')
    .select('id')
    .where(isDone)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id === id;
}
