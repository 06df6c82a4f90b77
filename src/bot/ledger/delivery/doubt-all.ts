import { sql } from 'kysely';
import type { Database } from '../../../database/open.ts';
import { changedRows } from '../../../database/table.ts';
import { unleased } from '../queue.ts';
import type { LedgerTables } from '../tables/schema.ts';
import { isOpen, isUnsent, step, type Writing } from '../tables/sql.ts';

export type Doubted = Awaited<ReturnType<typeof doubtAll>>;

/**
 * Marks open entries as uncertain after a restore from a backup, since they may have been carried out since. Every
 * open request is looked up, or a person is asked, before it is sent; messages are searched in Slack first. A request
 * waiting for approval is looked up after it is approved again.
 */
export async function doubtAll({ db }: Pick<Database<LedgerTables>, 'db'>, now: Date) {
  return db.transaction().execute(async (tx) => {
    const writing = { db: tx, now };
    await doubtPlanned(writing);
    return { requests: await doubtRequests(writing), messages: await doubtMessages(writing) };
  });
}

async function doubtRequests(tx: Writing): Promise<number> {
  const now = tx.now.toISOString();
  const rows = await tx.db
    .updateTable('requests')
    .set({
      state: sql<string>`case when state in ('pending', 'delivering') then 'outcome_unknown' else state end`,
      outcome_unknown_at: sql<string>`coalesce(outcome_unknown_at, ${now})`,
      restored_at: now,
      ...unleased,
    })
    .where(isOpen)
    .returning('id')
    .execute();
  for (const { id } of rows) await step(tx, id, 'frontdesk', 'restored');
  return rows.length;
}

/** Planned messages that were due since the backup may have been sent. */
async function doubtPlanned({ db, now }: Writing): Promise<void> {
  const restored_at = now.toISOString();
  await db.updateTable('requests').set({ restored_at }).where('next_moment_at', '<=', restored_at).execute();
}

/** Messages scheduled for later can't have been sent yet. */
function doubtMessages({ db, now }: Writing): Promise<number> {
  const doubted = db
    .updateTable('messages')
    .set({ state: 'pending', doubtful: 1, ...unleased })
    .where(isUnsent)
    .where((eb) => eb.or([eb('due_at', '<=', now.toISOString()), eb('state', '=', 'sending')]));
  return changedRows(doubted);
}
