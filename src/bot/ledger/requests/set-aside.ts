import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { unleased } from '../delivery/lease.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { readMessage } from '../outbox/pending-message.ts';
import type { LedgerDatabase, SetAside } from '../tables/ledger-database.ts';
import type { MessageRow, RequestRow } from '../tables/schema.ts';
import { type Handle, step, updateRequest } from '../tables/write.ts';
import type { Request } from './request.ts';

export interface AsideCount {
  /** References of open requests, oldest first; limited to what HR can check. */
  open: string[];
  counts: { open: number; ended: number; messages: number };
}

const mostShown = 5;
const batch = 200;
/** Age after which an unreadable message is dropped as outdated, in milliseconds. */
const messagesKeptFor = 7 * 86_400_000;

/** Notifies HR once while any open request is set aside. Only references are logged. */
export function createSetAside(log: Log, onChange: () => void): SetAside {
  return async (tx, id, now) => {
    const others = await openOnes(tx);
    const row = await tx
      .updateTable('requests')
      .set({ set_aside_at: now.toISOString(), ...unleased })
      .where('id', '=', id)
      .where('set_aside_at', 'is', null)
      .returning('ended_at')
      .executeTakeFirst();
    if (!row) return;
    log.error({ requestId: id }, 'a stored request cannot be read: it is set aside');
    onChange();
    await step(tx, id, now, 'frontdesk', 'set aside');
    if (row.ended_at !== null || others.length > 0) return;
    const message = { name: 'request.unreadable', about: { id }, recipient: { hr: true } } as const;
    await enqueue(tx, [{ ...message, requestId: id, purpose: 'set aside' }], now);
  };
}

async function openOnes(tx: Handle): Promise<string[]> {
  const rows = await tx
    .selectFrom('requests')
    .select('id')
    .where('set_aside_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .limit(mostShown)
    .execute();
  return rows.map(({ id }) => id);
}

/** Parses rows; unreadable ones are set aside and left out. */
export function createReading({ transact, setAside, types }: LedgerDatabase) {
  return async (rows: readonly RequestRow[], now: Date): Promise<Request[]> => {
    const broken = rows.filter((row) => row.set_aside_at === null && !types.read(row));
    if (broken.length > 0)
      await transact(async (tx) => {
        for (const { id } of broken) await setAside(tx, id, now);
      });
    return rows.flatMap((row) => types.read(row) ?? []);
  };
}

/** Resumes a message that is readable again, or drops an outdated one. */
async function isTakenUp(tx: Handle, row: MessageRow, readers: LedgerDatabase, now: Date): Promise<boolean> {
  const isReadable = (await readMessage(tx, row, readers)) !== undefined;
  const oldest = new Date(now.getTime() - messagesKeptFor).toISOString();
  if (!isReadable && (row.scheduled_for ?? row.created_at) >= oldest) return false;
  const values = { state: isReadable ? 'pending' : 'dropped', due_at: now.toISOString() };
  await tx.updateTable('messages').set(values).where('id', '=', row.id).execute();
  return isReadable;
}

interface AsideOptions {
  onChange: () => void;
  onFreed: () => void;
  clock: Clock;
}

export function createAside(database: LedgerDatabase, { onChange, onFreed, clock }: AsideOptions) {
  const { db, transact, types } = database;

  /** Resumes the readable requests of one page. @returns the last id of a full page */
  function takeUpRequests(after: string, by: string, now: Date) {
    return transact(async (tx) => {
      const rows = await tx
        .selectFrom('requests')
        .selectAll()
        .where('set_aside_at', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .execute();
      const readable = rows.filter((row) => types.read(row));
      for (const { id } of readable) {
        await updateRequest(tx, id, { set_aside_at: null, due_at: now.toISOString() });
        await step(tx, id, now, by, 'taken up');
      }
      return { taken: readable.length, next: rows.length === batch ? rows.at(-1)?.id : undefined };
    });
  }

  function takeUpMessages(after: number, now: Date) {
    return transact(async (tx) => {
      const rows = await tx
        .selectFrom('messages')
        .selectAll()
        .where('state', '=', 'unreadable')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .execute();
      let taken = 0;
      for (const row of rows) if (await isTakenUp(tx, row, database, now)) taken += 1;
      return { taken, next: rows.length === batch ? rows.at(-1)?.id : undefined };
    });
  }

  return {
    async count(): Promise<AsideCount> {
      const requests = await db
        .selectFrom('requests')
        .select((eb) => [eb.fn.countAll().as('all'), eb.fn.count('ended_at').as('ended')])
        .where('set_aside_at', 'is not', null)
        .executeTakeFirstOrThrow();
      const messages = await db
        .selectFrom('messages')
        .select((eb) => eb.fn.countAll().as('all'))
        .where('state', '=', 'unreadable')
        .executeTakeFirstOrThrow();
      const [all, ended] = [Number(requests.all), Number(requests.ended)];
      return {
        open: await openOnes(db),
        counts: { open: all - ended, ended, messages: Number(messages.all) },
      };
    },

    /**
     * Resumes what can be read again, e.g. by a newer version. @param by a Slack user id, or `frontdesk` @returns the
     * number of entries
     */
    async takeUp(by: string): Promise<number> {
      const now = clock.now();
      let taken = 0;
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page: Awaited<ReturnType<typeof takeUpRequests>> = await takeUpRequests(after, by, now);
        taken += page.taken;
        after = page.next;
      }
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page: Awaited<ReturnType<typeof takeUpMessages>> = await takeUpMessages(after, now);
        taken += page.taken;
        after = page.next;
      }
      if (taken > 0) onFreed();
      if (taken > 0) onChange();
      return taken;
    },

    /** Cancels a request that a person has checked in the service. Returns false if it isn't set aside any more. */
    async discard(id: string, by: string): Promise<boolean> {
      const now = clock.now();
      const discarded = await transact(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('requests')
          .set({ state: 'cancelled', ended_at: now.toISOString() })
          .set({ outcome: JSON.stringify({ kind: 'cancelled', by }) })
          .where('id', '=', id)
          .where('set_aside_at', 'is not', null)
          .where('ended_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) await step(tx, id, now, by, 'discarded');
        return numUpdatedRows === 1n;
      });
      onChange();
      return discarded;
    },
  };
}
