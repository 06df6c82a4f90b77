import type { ToldMessage } from '../outbox/message.ts';
import { isDone } from '../tables/conditions.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { type Handle, updateRequest } from '../tables/write.ts';
import { changeDay, toldOf } from './change-day.ts';
import type { Words } from './ledger-words.ts';
import { departureEnding, followDay } from './presence.ts';
import type { Amendment, Request } from './request.ts';
import { readLocked } from './request-types.ts';

/** What came of it. */
type Amended =
  | { kind: 'amended'; request: Request; amendment: Amendment; told: ToldMessage[] }
  /** Somebody said something else since it was looked at, or a newer request counts: so it stands now. */
  | { kind: 'changed'; request: Request }
  /** It is not kept any more, or cannot be read. */
  | { kind: 'gone' };

/** What is said, and how many such words there were when the person looked. */
export interface NewAmendment {
  /** The day that counts; null calls it off. */
  day: string | null;
  seen: number;
}

/** Writes down what people say of requests that were carried out. */
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
    // Whoever says that they start after all has answered whether they do, though they may be missing.
    if (changed.amendment.kind === 'resumed') await updateRequest(tx, request.id, { kept_by: by });
    await followDay(tx, changed.request, presence, { by, now });
    return { kind: 'amended', ...changed };
  }

  return {
    /** The messages about a request. */
    toldOf: (id: string): Promise<ToldMessage[]> => toldOf(db, id),

    /** One transaction: whoever was told of the request is told of this. @param by a Slack user id */
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

/** The person still leaves before the day on which they'd start: it is kept for when they don't. */
async function staysEnded(
  tx: Handle,
  request: Request,
  { day, by }: { day: string | null; by: string },
): Promise<Amended> {
  await updateRequest(tx, request.id, { ended_day: day });
  const amendment = { kind: 'calledOff', day: null, before: day, by, isEnded: true } as const;
  return { kind: 'amended', request: { ...request, endedDay: day }, amendment, told: [] };
}

/** Whether no newer one about the same person was carried out. */
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
