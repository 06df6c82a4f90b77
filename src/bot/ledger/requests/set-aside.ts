import { changedRows, countRows } from '../../../database/table.ts';
import { enqueue } from '../outbox/message.ts';
import { readMessage } from '../outbox/pending-message.ts';
import { unleased } from '../queue.ts';
import type { LedgerDatabase, Tx } from '../tables/ledger-database.ts';
import type { MessageRow, RequestRow } from '../tables/schema.ts';
import { type Handle, step, updateRequest } from '../tables/sql.ts';
import type { Request } from './request.ts';

const mostShown = 5;
const batch = 200;
/** Age after which an unreadable message is dropped as outdated, in milliseconds. */
const messagesKeptFor = 7 * 86_400_000;

/** Notifies HR once while any open request is set aside. Only references are logged. */
export async function setAside(tx: Tx, id: string): Promise<void> {
  const others = await openOnes(tx.db);
  const row = await tx.db
    .updateTable('requests')
    .set({ set_aside_at: tx.now.toISOString(), ...unleased })
    .where('id', '=', id)
    .where('set_aside_at', 'is', null)
    .returning('ended_at')
    .executeTakeFirst();
  if (!row) return;
  tx.log.error({ requestId: id }, 'a stored request cannot be read: it is set aside');
  tx.onChange();
  await step(tx, id, 'frontdesk', 'set aside');
  if (row.ended_at !== null || others.length > 0) return;
  const message = { name: 'request.unreadable', about: { id }, recipient: { hr: true } } as const;
  await enqueue(tx, [{ ...message, requestId: id, purpose: 'set aside' }]);
}

async function openOnes(db: Handle): Promise<string[]> {
  const rows = await db
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
export async function readAll(
  { transact, types }: LedgerDatabase,
  rows: readonly RequestRow[],
): Promise<Request[]> {
  const broken = rows.filter((row) => row.set_aside_at === null && !types.read(row));
  if (broken.length > 0)
    await transact(async (tx) => {
      for (const { id } of broken) await setAside(tx, id);
    });
  return rows.flatMap((row) => types.read(row) ?? []);
}

function asideAfter(db: Handle, last: string): Promise<RequestRow[]> {
  const rows = db.selectFrom('requests').selectAll().where('set_aside_at', 'is not', null);
  return rows.where('id', '>', last).orderBy('id').limit(batch).execute();
}

function unreadableAfter(db: Handle, last: number): Promise<MessageRow[]> {
  const rows = db.selectFrom('messages').selectAll().where('state', '=', 'unreadable');
  return rows.where('id', '>', last).orderBy('id').limit(batch).execute();
}

/** Resumes a readable request. */
async function takeUpRequest(tx: Tx, row: RequestRow, by: string): Promise<boolean> {
  if (!tx.types.read(row)) return false;
  await updateRequest(tx, row.id, { set_aside_at: null, due_at: tx.now.toISOString() });
  await step(tx, row.id, by, 'taken up');
  return true;
}

/** Resumes a readable message, or drops an outdated one. */
async function takeUpMessage(tx: Tx, row: MessageRow): Promise<boolean> {
  const isReadable = (await readMessage(tx, row)) !== undefined;
  const oldest = new Date(tx.now.getTime() - messagesKeptFor).toISOString();
  if (!isReadable && (row.scheduled_for ?? row.created_at) >= oldest) return false;
  const values = { state: isReadable ? 'pending' : 'dropped', due_at: tx.now.toISOString() };
  await tx.db.updateTable('messages').set(values).where('id', '=', row.id).execute();
  return isReadable;
}

export type Aside = ReturnType<typeof createAside>;
export type AsideCount = Awaited<ReturnType<Aside['count']>>;

export function createAside(database: LedgerDatabase, onFreed: () => void) {
  const { db, transact, onChange } = database;

  /** One transaction per page. @returns the number of rows taken up */
  async function takeUpAll<Row extends { id: string | number }>(
    pageAfter: (db: Handle, last: Row['id']) => Promise<Row[]>,
    first: Row['id'],
    takeUp: (tx: Tx, row: Row) => Promise<boolean>,
  ): Promise<number> {
    let all = 0;
    for (let last = first; ; ) {
      const { rows, taken } = await transact(async (tx) => {
        const page = await pageAfter(tx.db, last);
        let count = 0;
        for (const row of page) if (await takeUp(tx, row)) count += 1;
        return { rows: page, taken: count };
      });
      all += taken;
      if (rows.length < batch) return all;
      last = rows.at(-1)?.id ?? last;
    }
  }

  return {
    /** @returns counts, and the references of open requests, the oldest first; limited to what HR can check */
    async count() {
      const aside = db.selectFrom('requests').where('set_aside_at', 'is not', null);
      const counts = {
        open: await countRows(aside.where('ended_at', 'is', null)),
        ended: await countRows(aside.where('ended_at', 'is not', null)),
        messages: await countRows(db.selectFrom('messages').where('state', '=', 'unreadable')),
      };
      return { open: await openOnes(db), counts };
    },

    /**
     * Resumes what can be read again, e.g. by a newer version. @param by a Slack user id, or `frontdesk` @returns the
     * number of entries
     */
    async takeUp(by: string): Promise<number> {
      const taken =
        (await takeUpAll(asideAfter, '', (tx, row) => takeUpRequest(tx, row, by))) +
        (await takeUpAll(unreadableAfter, 0, takeUpMessage));
      if (taken > 0) {
        onFreed();
        onChange();
      }
      return taken;
    },

    /** Cancels a request that a person has checked in the service. Returns false if it isn't set aside any more. */
    async discard(id: string, by: string): Promise<boolean> {
      const discarded = await transact(async (tx) => {
        const own = tx.db
          .updateTable('requests')
          .set({ state: 'cancelled', ended_at: tx.now.toISOString() })
          .set({ outcome: JSON.stringify({ kind: 'cancelled', by }) })
          .where('id', '=', id)
          .where('set_aside_at', 'is not', null)
          .where('ended_at', 'is', null);
        const isAside = (await changedRows(own)) > 0;
        if (isAside) await step(tx, id, by, 'discarded');
        return isAside;
      });
      onChange();
      return discarded;
    },
  };
}
