import { sql } from 'kysely';
import { type Lease, leased, unleased } from '../delivery/lease.ts';
import type { Words } from '../requests/ledger-words.ts';
import { type RequestTypes, readLocked } from '../requests/request-type.ts';
import { isAtOnce, isPlanned, isUnsent, type LedgerDatabase, wasTried } from '../tables/ledger-database.ts';
import { parseJson } from '../tables/parse-json.ts';
import type { MessageRow } from '../tables/schema.ts';
import { type Handle, heldMessage, step, updateRequest } from '../tables/write.ts';
import { type BlockedChannel, tellOnce } from './blocked.ts';
import { addForEach, closeLane, enqueue, keyOf, laneIsFree, type NewMessage, takeTurn } from './enqueue.ts';
import { type Place, readRecipient, Unreached } from './message.ts';
import { type PendingMessage, readMessage } from './pending-message.ts';

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(database: LedgerDatabase, words: Words) {
  const { db, kind, statement, transact, types } = database;

  /** @returns false if the lease was lost */
  async function end(tx: Handle, id: number, holder: string, place: Place | undefined): Promise<boolean> {
    const { numUpdatedRows } = await heldMessage(tx, id, holder)
      .set({ state: place ? 'sent' : 'dropped', ...place, ...unleased })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  function claimOf(planned: boolean, lease: Lease, now: Date): Promise<MessageRow | undefined> {
    const next = db
      .selectFrom('messages')
      .select('id')
      .where(isUnsent)
      .where(planned ? isPlanned : isAtOnce)
      .where('due_at', '<=', now.toISOString())
      .where('lease_until', 'is', null)
      .$if(planned, (query) => query.where(laneIsFree(now)).orderBy('due_at'))
      .orderBy('id')
      .limit(1);
    return statement((handle) =>
      handle
        .updateTable('messages')
        .set((message) => ({
          ...leased(lease),
          attempts: message('attempts', '+', 1),
          doubtful: sql<number>`case when state = 'sending' then 2 else doubtful end`,
          state: 'sending',
        }))
        .where('id', '=', kind === 'postgres' ? next.forUpdate().skipLocked() : next)
        .returningAll()
        .executeTakeFirst(),
    );
  }

  async function claimPlanned(lease: Lease, now: Date): Promise<MessageRow | undefined> {
    const row = await claimOf(true, lease, now);
    if (!row || row.lane === null) return row;
    const { lane } = row;
    if (await statement((handle) => takeTurn(handle, lane, now))) return row;
    // Another process claimed the lane's slot first: undo the attempt.
    await heldMessage(db, row.id, lease.holder)
      .set({ state: 'pending', attempts: row.attempts - 1, doubtful: row.doubtful, ...unleased })
      .execute();
    return undefined;
  }

  return {
    /**
     * Claims the next due message under a lease; undefined if there is none. Immediate messages come before planned
     * ones. A message whose sender died may have arrived.
     */
    async claim(lease: Lease, now: Date): Promise<MessageRow | undefined> {
      return (await claimOf(false, lease, now)) ?? (await claimPlanned(lease, now));
    },

    closeLane: (lane: string, until: Date) => statement((handle) => closeLane(handle, lane, until)),

    /** Parses a claimed row along with the current request; undefined if invalid. */
    read: (row: MessageRow) => readMessage(db, row, database),

    async readAnew({ id }: PendingMessage): Promise<PendingMessage | undefined> {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
      return row && readMessage(db, row, database);
    },

    /** Sets an unreadable message aside for a version that can read it, so that it doesn't block others. */
    async setAside(id: number, holder: string): Promise<void> {
      const values = { state: 'unreadable', ...unleased };
      await statement((handle) => heldMessage(handle, id, holder).set(values).execute());
    },

    async settled(message: PendingMessage, holder: string, place: Place | undefined, now: Date) {
      const { id, requestId, awaited } = message;
      if (!awaited || requestId === null) await statement((handle) => end(handle, id, holder, place));
      else
        await transact(async (tx) => {
          if (await end(tx, id, holder, place)) await hurryRequester(tx, requestId, now);
        });
    },

    async dropped({ id, requestId, purpose }: PendingMessage, holder: string, why: string, now: Date) {
      await transact(async (tx) => {
        if ((await end(tx, id, holder, undefined)) && requestId !== null)
          await step(tx, requestId, now, 'frontdesk', 'message dropped', { purpose, why });
      });
    },

    /** The message to update was deleted from Slack: no later update is tried. */
    gone(message: PendingMessage, holder: string, over: { purpose: string; code: string }, now: Date) {
      const { id, requestId } = message;
      return transact(async (tx) => {
        if (!(await end(tx, id, holder, undefined))) return;
        const key = keyOf({ requestId: requestId ?? undefined, purpose: over.purpose });
        await tx.updateTable('messages').set({ state: 'gone' }).where('key', '=', key).execute();
        if (requestId !== null) await step(tx, requestId, now, 'frontdesk', 'message gone', over);
      });
    },

    /** Postpones a message as if it hadn't been tried. */
    async putOff(id: number, holder: string, until: Date): Promise<void> {
      await heldMessage(db, id, holder)
        .set({ state: 'pending', attempts: 0, due_at: until.toISOString(), ...unleased })
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
      const row = await db
        .selectFrom('messages')
        .select(['channel', 'ts', 'state', 'doubtful'])
        .where('key', '=', keyOf({ requestId: requestId ?? undefined, purpose }))
        .executeTakeFirst();
      if (row?.state === 'sending' || (row?.state === 'pending' && row.doubtful > 0)) return 'underWay';
      const { channel, ts } = row ?? {};
      return row?.state === 'sent' && channel && ts ? { channel, ts } : undefined;
    },

    /** HR gets the message if the recipient says so, and the requester is notified if necessary. */
    unreached(message: PendingMessage, holder: string, why: string, now: Date): Promise<void> {
      const { id, requestId, purpose, awaited } = message;
      return transact(async (tx) => {
        if (!(await end(tx, id, holder, undefined))) return;
        await passToHr(tx, id, why, now);
        const { data: unreached } = Unreached.safeParse(why);
        if (requestId !== null && unreached)
          await noteUnreached(tx, { requestId, purpose, why: unreached }, { words, types }, now);
        if (requestId !== null && awaited) await hurryRequester(tx, requestId, now);
      });
    },

    spread(
      message: PendingMessage,
      holder: string,
      { people, blocked }: { people: readonly string[]; blocked?: BlockedChannel | undefined },
      now: Date,
    ): Promise<void> {
      return transact(async (tx) => {
        const row = await heldMessage(tx, message.id, holder)
          .set({ state: people.length > 0 ? 'spread' : 'dropped', ...unleased })
          .returningAll()
          .executeTakeFirst();
        if (!row) return;
        await addForEach(tx, row, people, now);
        if (blocked) await tellOnce(tx, blocked, now);
      });
    },

    async aim(id: number, holder: string, target: string): Promise<void> {
      await heldMessage(db, id, holder).set({ target }).execute();
    },

    async postpone(id: number, holder: string, doubtful: boolean, until: Date): Promise<void> {
      await heldMessage(db, id, holder)
        .set({ state: 'pending', doubtful: doubtful ? 1 : 0, due_at: until.toISOString() })
        .set({ blocked_by: null, ...(!doubtful && { target: null }), ...unleased })
        .execute();
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

    async isHeld(id: number, holder: string): Promise<boolean> {
      const held = db.selectFrom('messages').select('id').where('id', '=', id);
      return (await held.where('lease_holder', '=', holder).executeTakeFirst()) !== undefined;
    },

    async renew(id: number, lease: Lease): Promise<void> {
      await heldMessage(db, id, lease.holder).set(leased(lease)).execute();
    },

    /** Makes waiting messages due, except those that may have been posted. */
    async hurry(now: Date): Promise<void> {
      for (const which of [isAtOnce, wasTried])
        await statement((handle) =>
          handle
            .updateTable('messages')
            .set({ due_at: now.toISOString() })
            .where(isUnsent)
            .where(which)
            .where('lease_until', 'is', null)
            .where('attempts', '>', 0)
            .where('doubtful', '=', 0)
            .execute(),
        );
    },

    async nextDue(): Promise<Date | undefined> {
      const first = async (which: typeof isPlanned) => {
        const row = await db
          .selectFrom('messages')
          .select('due_at')
          .where(isUnsent)
          .where(which)
          .where('lease_until', 'is', null)
          .orderBy('due_at')
          .limit(1)
          .executeTakeFirst();
        return row?.due_at ?? [];
      };
      const [earliest] = [await first(isAtOnce), await first(isPlanned)].flat().sort();
      return earliest === undefined ? undefined : new Date(earliest);
    },
  };
}

interface UnreachedMessage {
  requestId: string;
  purpose: string;
  why: Unreached;
}

/** Tells HR separately if this is news, and the requester once: in the pending outcome message, or separately. */
async function noteUnreached(
  tx: Handle,
  { requestId, purpose, why }: UnreachedMessage,
  { words, types }: { words: Words; types: RequestTypes },
  now: Date,
): Promise<void> {
  // Locks the row, since two messages may fail at once. An unreadable request must not keep the message from ending.
  const before = await readLocked(tx, types, requestId);
  if (!before) return;
  const news = words.unreached(before, { purpose, why });
  const apart = news && ('hr' in news.recipient || !(await isStillToBeBuilt(tx, requestId)));
  const others = (before.context.unreached ?? []).filter((one) => one.purpose !== purpose);
  const context = { ...before.context, unreached: [...others, { purpose, why, apart }] };
  await updateRequest(tx, requestId, { context: JSON.stringify(context) });
  if (news && apart) await enqueue(tx, [news], now);
}

/** Whether the requester's message is unclaimed. On PostgreSQL this locks it until the transaction ends. */
async function isStillToBeBuilt(tx: Handle, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ purpose: 'requester' })
    .where('request_id', '=', id)
    .where('purpose', '=', 'requester')
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes the requester's message due once no awaited message is open. */
async function hurryRequester(tx: Handle, requestId: string, now: Date): Promise<void> {
  const others = tx
    .selectFrom('messages as other')
    .select('other.id')
    .where('other.request_id', '=', requestId)
    .where('other.awaited', '=', 1)
    .where('other.state', 'in', ['pending', 'sending']);
  await tx
    .updateTable('messages')
    .set({ due_at: now.toISOString() })
    .where('request_id', '=', requestId)
    .where('purpose', '=', 'requester')
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .where('due_at', '>', now.toISOString())
    .where(({ not, exists }) => not(exists(others)))
    .execute();
}

const lane = 'in somebody’s place';

/** Passes an undeliverable message to HR, with the reason, if its recipient says so. */
async function passToHr(tx: Handle, id: number, why: string, now: Date): Promise<void> {
  const row = await tx.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
  const to = row && readRecipient(row.recipient);
  if (!row?.name || !to || !('employee' in to) || !to.elseHr) return;
  const message: NewMessage = {
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.topic !== null && { topic: row.topic }),
    purpose: `${row.purpose}:hr`,
    recipient: { hr: true, ...to.elseHr },
    name: row.name,
    about: { ...Object(parseJson(row.about ?? '')), why },
    planned: true,
    lane,
  };
  await enqueue(tx, [message], now);
}
