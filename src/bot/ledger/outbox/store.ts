import { sql } from 'kysely';
import { changedRows, findRow } from '../../../database/table.ts';
import { parsedJson } from '../../../json.ts';
import { type Lease, leased, unleased } from '../queue.ts';
import { readLocked } from '../requests/request.ts';
import type { LedgerDatabase, Tx } from '../tables/ledger-database.ts';
import type { MessageRow } from '../tables/schema.ts';
import { heldMessage, isAtOnce, isPlanned, isUnsent, step, updateRequest } from '../tables/sql.ts';
import { type BlockedChannel, tellOnce } from './blocked.ts';
import { laneIsFree, restLane, takeTurn } from './lanes.ts';
import {
  addForEach,
  enqueue,
  keyOf,
  type NewMessage,
  type Place,
  readRecipient,
  Unreached,
} from './message.ts';
import { type PendingMessage, readMessage } from './pending-message.ts';

/** Limit of earlier messages whose threads are looked through. */
const mostThreads = 10;

type Claimed = Pick<PendingMessage, 'id' | 'holder'>;

interface Postponement {
  until: Date;
  doubtful: boolean;
  blocked?: BlockedChannel;
}

export function createOutboxStore(database: LedgerDatabase) {
  const { db, kind, statement, transact } = database;

  function claimOf(planned: boolean, lease: Lease): Promise<MessageRow | undefined> {
    return statement((tx) => {
      const next = db
        .selectFrom('messages')
        .select('id')
        .where(isUnsent)
        .where(planned ? isPlanned : isAtOnce)
        .where('due_at', '<=', tx.now.toISOString())
        .where('lease_until', 'is', null)
        .where(laneIsFree(tx.now))
        .$if(planned, (query) => query.orderBy('due_at'))
        .orderBy('id')
        .limit(1);
      return tx.db
        .updateTable('messages')
        .set((message) => ({
          ...leased(lease),
          attempts: message('attempts', '+', 1),
          doubtful: sql<number>`case when state = 'sending' then 2 else doubtful end`,
          state: 'sending',
        }))
        .where('id', '=', kind === 'postgres' ? next.forUpdate().skipLocked() : next)
        .returningAll()
        .executeTakeFirst();
    });
  }

  async function claimInTurn(planned: boolean, lease: Lease): Promise<MessageRow | undefined> {
    const row = await claimOf(planned, lease);
    if (!row || row.lane === null) return row;
    const { lane } = row;
    if (await statement((tx) => takeTurn(tx, lane))) return row;
    // Another process claimed the lane's slot first: undo the attempt.
    await heldMessage(db, { id: row.id, holder: lease.holder })
      .set({ state: 'pending', attempts: row.attempts - 1, doubtful: row.doubtful, ...unleased })
      .execute();
    return undefined;
  }

  return {
    /**
     * Claims the next due message under a lease; undefined if there is none. Immediate messages come before planned
     * ones. A message whose sender died may have arrived.
     */
    async claim(lease: Lease): Promise<MessageRow | undefined> {
      return (await claimInTurn(false, lease)) ?? (await claimInTurn(true, lease));
    },

    async readAnew({ id }: PendingMessage): Promise<PendingMessage | undefined> {
      const row = await findRow(db, 'messages', { id });
      return row && readMessage(database, row);
    },

    /** Sets an unreadable message aside for a version that can read it, so that it doesn't block others. */
    async setAside(message: Claimed): Promise<void> {
      const values = { state: 'unreadable', ...unleased };
      await statement((tx) => heldMessage(tx.db, message).set(values).execute());
    },

    async settled(message: PendingMessage, place: Place | undefined): Promise<void> {
      const { requestId, awaited, lane, isPlanned } = message;
      if (place && lane !== null && !isPlanned) await statement((tx) => restLane(tx, lane));
      if (!awaited || requestId === null) await statement((tx) => end(tx, message, place));
      else
        await transact(async (tx) => {
          if (await end(tx, message, place)) await hurryRequester(tx, requestId);
        });
    },

    dropped: (message: PendingMessage, why: string): Promise<void> =>
      transact(async (tx) => {
        const { requestId, purpose } = message;
        if ((await end(tx, message)) && requestId !== null)
          await step(tx, requestId, 'frontdesk', 'message dropped', { purpose, why });
      }),

    /** The message to update was deleted from Slack: no later update is tried. */
    gone: (message: PendingMessage, over: { purpose: string; code: string }): Promise<void> =>
      transact(async (tx) => {
        const { requestId } = message;
        if (!(await end(tx, message))) return;
        const before = tx.db.updateTable('messages').where('key', '=', keyOf(requestId, over.purpose));
        await before.set({ state: 'gone' }).execute();
        if (requestId !== null) await step(tx, requestId, 'frontdesk', 'message gone', over);
      }),

    /** Postpones a message that isn't in Slack, as if it hadn't been tried. */
    async putOff(message: Claimed, until: Date): Promise<void> {
      await heldMessage(db, message)
        .set({ state: 'pending', attempts: 0, doubtful: 0, due_at: until.toISOString(), ...unleased })
        .execute();
    },

    async reachedBefore({ requestId, recipient }: PendingMessage): Promise<string | undefined> {
      const row = await db
        .selectFrom('messages')
        .select('target')
        .where('request_id', '=', requestId)
        .where('recipient', '=', JSON.stringify(recipient))
        .where('target', 'is not', null)
        .where('state', '=', 'sent')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.target ?? undefined;
    },

    /**
     * Returns undefined if the message wasn't sent and will be built with the current state. `underWay`: it
     * may arrive with the old state.
     */
    async placeOf(requestId: string | null, purpose: string): Promise<Place | 'underWay' | undefined> {
      const row = await findRow(db, 'messages', { key: keyOf(requestId, purpose) });
      if (row?.state === 'sending' || (row?.state === 'pending' && row.doubtful > 0)) return 'underWay';
      const { channel, ts } = row ?? {};
      return row?.state === 'sent' && channel && ts ? { channel, ts } : undefined;
    },

    /** HR gets the message if the recipient says so, and the requester is notified if necessary. */
    unreached: (message: PendingMessage, why: string): Promise<void> =>
      transact(async (tx) => {
        const { id, requestId, purpose, awaited } = message;
        if (!(await end(tx, message))) return;
        await passToHr(tx, id, why);
        const { data: unreached } = Unreached.safeParse(why);
        if (requestId !== null && unreached) await noteUnreached(tx, requestId, purpose, unreached);
        if (requestId !== null && awaited) await hurryRequester(tx, requestId);
      }),

    spread: (
      message: Claimed,
      { people, blocked }: { people: readonly string[]; blocked?: BlockedChannel | undefined },
    ): Promise<void> =>
      transact(async (tx) => {
        const row = await heldMessage(tx.db, message)
          .set({ state: people.length > 0 ? 'spread' : 'dropped', ...unleased })
          .returningAll()
          .executeTakeFirst();
        if (!row) return;
        await addForEach(tx, row, people);
        if (blocked) await tellOnce(tx, blocked);
      }),

    async aim(message: Claimed, target: string): Promise<void> {
      await heldMessage(db, message).set({ target }).execute();
    },

    /** `blocked`: until a person has mended the channel; HR is told once. */
    postpone: (message: Claimed, { until, doubtful, blocked }: Postponement): Promise<void> =>
      transact(async (tx) => {
        const target = blocked ? { target: blocked.channel } : !doubtful && { target: null };
        await heldMessage(tx.db, message)
          .set({ state: 'pending', doubtful: doubtful ? 1 : 0, due_at: until.toISOString() })
          .set({ blocked_by: blocked?.code ?? null, ...target, ...unleased })
          .execute();
        if (blocked) await tellOnce(tx, blocked);
      }),

    /**
     * Timestamps of the messages that were sent to the target before, about the same request or, for a correction, about
     * the same person. A reply belongs to the first; another process may have chosen one of the others.
     */
    async threadsOf({ id, requestId }: PendingMessage, target: string): Promise<string[]> {
      const own = db.selectFrom('requests').select(['kind', 'subject', 'revision']);
      const request = await own.where('id', '=', requestId).executeTakeFirst();
      if (!request) return [];
      const { kind, subject, revision } = request;
      const ofPerson = db.selectFrom('requests').select('id').where('kind', '=', kind);
      // Sorted here: with an order and a limit, a database might walk through all messages.
      const rows = await db
        .selectFrom('messages')
        .select(['id', 'ts'])
        .where('request_id', 'in', revision > 0 ? ofPerson.where('subject', '=', subject) : [requestId])
        .where('id', '<', id)
        .where('state', 'in', ['sent', 'answered'])
        .where((row) =>
          row.or([
            row('channel', '=', target),
            row('target', '=', target),
            row('recipient', 'like', `{"channel":"${target}"%`),
          ]),
        )
        .execute();
      const sorted = rows.toSorted((one, other) => one.id - other.id);
      return sorted.flatMap(({ ts }) => ts || []).slice(0, mostThreads);
    },

    async isBehind({ id, requestId }: PendingMessage): Promise<boolean> {
      const earlier = await db
        .selectFrom('messages')
        .select('id')
        .where('request_id', '=', requestId)
        .where('id', '<', id)
        .where('state', '=', 'sending')
        .limit(1)
        .executeTakeFirst();
      return earlier !== undefined;
    },

    /** Makes waiting messages due, except those that may have been posted. */
    async hurry(): Promise<void> {
      await statement((tx) =>
        tx.db
          .updateTable('messages')
          .set({ due_at: tx.now.toISOString() })
          .where(isUnsent)
          .where('lease_until', 'is', null)
          .where('attempts', '>', 0)
          .where('doubtful', '=', 0)
          .execute(),
      );
    },

    async nextDue(): Promise<Date | undefined> {
      const row = await db
        .selectFrom('messages')
        .select('due_at')
        .where(isUnsent)
        .where('lease_until', 'is', null)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      return row && new Date(row.due_at);
    },
  };
}

/** @returns false if the lease was lost */
async function end({ db }: Tx, message: Claimed, place?: Place): Promise<boolean> {
  const values = { state: place ? 'sent' : 'dropped', ...place, ...unleased };
  return (await changedRows(heldMessage(db, message).set(values))) > 0;
}

/** Tells HR separately if this is news, and the requester once: in the pending outcome message, or separately. */
async function noteUnreached(tx: Tx, requestId: string, purpose: string, why: Unreached): Promise<void> {
  // Locks the row, since two messages may fail at once. An unreadable request must not keep the message from ending.
  const before = await readLocked(tx, requestId);
  if (!before) return;
  const news = tx.words.unreached(before, { purpose, why });
  // The outcome's message says nothing about other requests.
  const isElsewhere = news && ('hr' in news.recipient || news.requestId === undefined);
  const apart = news && (isElsewhere || !(await isStillToBeBuilt(tx, requestId)));
  const others = (before.context.unreached ?? []).filter((one) => one.purpose !== purpose);
  const context = { ...before.context, unreached: [...others, { purpose, why, apart }] };
  await updateRequest(tx, requestId, { context: JSON.stringify(context) });
  if (news && apart) await enqueue(tx, [news]);
}

/** The message about a request's outcome, while no process has claimed it. */
function unbuilt({ db }: Tx, requestId: string) {
  return db
    .updateTable('messages')
    .where('request_id', '=', requestId)
    .where('purpose', '=', 'requester')
    .where('state', '=', 'pending')
    .where('attempts', '=', 0);
}

/** On PostgreSQL this locks the message until the transaction ends. */
async function isStillToBeBuilt(tx: Tx, requestId: string): Promise<boolean> {
  return (await changedRows(unbuilt(tx, requestId).set({ purpose: 'requester' }))) > 0;
}

/**
 * Makes the requester's message due once no awaited message is open. One that a form may make unnecessary keeps its
 * time.
 */
async function hurryRequester(tx: Tx, requestId: string): Promise<void> {
  const due_at = tx.now.toISOString();
  const others = tx.db
    .selectFrom('messages as other')
    .select('other.id')
    .where('other.request_id', '=', requestId)
    .where('other.awaited', '=', 1)
    .where('other.state', 'in', ['pending', 'sending']);
  const inWindow = tx.db
    .selectFrom('requests')
    .select('id')
    .where('id', '=', requestId)
    .where('awaits_view', '=', 1);
  await unbuilt(tx, requestId)
    .set({ due_at })
    .where('due_at', '>', due_at)
    .where(({ not, exists }) => not(exists(others)))
    .where(({ exists }) => exists(inWindow))
    .execute();
}

const lane = 'in somebody’s place';

/** Passes an undeliverable message to HR, with the reason, if its recipient says so. */
async function passToHr(tx: Tx, id: number, why: string): Promise<void> {
  const row = await findRow(tx.db, 'messages', { id });
  const to = row && readRecipient(row.recipient);
  if (!to || !('employee' in to) || !to.elseHr) return;
  const message: NewMessage = {
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.topic !== null && { topic: row.topic }),
    purpose: `${row.purpose}:hr`,
    recipient: { hr: true, ...to.elseHr },
    name: row.name,
    about: { ...Object(parsedJson(row.about)), why },
    planned: true,
    lane,
  };
  await enqueue(tx, [message]);
}
