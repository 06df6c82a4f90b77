import { moveDay } from '../lists/found-by.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readRecipient, type ToldMessage } from '../outbox/message.ts';
import { planAnew } from '../planning/plan-anew.ts';
import { isDone } from '../tables/conditions.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { type Handle, step, updateRequest } from '../tables/write.ts';
import type { Words } from './complete.ts';
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
export function createAmendments({ db, transact, types }: LedgerDatabase, words: Words) {
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
        const amendment = { kind: kindOf(request, day), day, before: request.day, by };
        await moveDay(tx, id, day);
        await updateRequest(tx, id, {
          amendments: seen + 1,
          called_off_at: day === null ? now.toISOString() : null,
        });
        await step(tx, id, now, by, amendment.kind, { day, before: request.day });
        const told = await toldOf(tx, id);
        const amended = (await readLocked(tx, types, id)) ?? request;
        await enqueue(tx, words.amended(amended, amendment, told), now);
        await planAnew(tx, amended, words, now);
        return { kind: 'amended', request: amended, amendment, told };
      });
    },
  };
}

function kindOf({ calledOffAt }: Request, day: string | null): Amendment['kind'] {
  if (day === null) return 'calledOff';
  return calledOffAt === null ? 'moved' : 'resumed';
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

/** How many messages a request has at most that are looked at: channels, people, and those told in HR's place. */
const most = 200;

async function toldOf(handle: Handle, id: string): Promise<ToldMessage[]> {
  const rows = await handle
    .selectFrom('messages')
    .select(['name', 'purpose', 'recipient', 'target', 'state', 'doubtful'])
    .where('request_id', '=', id)
    .orderBy('id')
    .limit(most)
    .execute();
  const spread = rows.filter(({ state }) => state === 'spread').map(({ purpose }) => `${purpose}:`);
  // What several people got in the place of one is told to whoever that one is by then.
  const own = rows.filter(({ purpose }) => !spread.some((start) => purpose.startsWith(start)));
  return own.flatMap(({ name, purpose, recipient: stored, target, state, doubtful }) => {
    const isSent = ['sending', 'sent', 'answered', 'spread', 'gone'].includes(state) || doubtful > 0;
    const recipient = readRecipient(stored);
    return name !== null && recipient && !('inPlaceOf' in recipient)
      ? [{ isSent, name, purpose, recipient, target: target ?? undefined }]
      : [];
  });
}
