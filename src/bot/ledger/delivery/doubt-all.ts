import { sql } from 'kysely';
import type { Database } from '../../../database/open.ts';
import type { LedgerTables } from '../tables/schema.ts';
import { type Handle, steps } from '../tables/write.ts';
import { unleased } from './lease.ts';

/** What is not certain any more since the database is one of an earlier moment. */
export interface Doubted {
  requests: number;
  messages: number;
}

/**
 * Of a database that was put back from a backup: what was open then may have been carried out since. Every open
 * request is looked up before it is sent, or a person is asked; every message that may have been sent since is looked
 * for in Slack first. A request that waits for approval may have been approved: it is looked up once it is again.
 */
export async function doubtAll({ db }: Pick<Database<LedgerTables>, 'db'>, now: Date): Promise<Doubted> {
  return db.transaction().execute(async (tx) => {
    const requests = await doubtRequests(tx, now);
    for (const id of requests) await steps(tx, id, now, [{ actor: 'frontdesk', what: 'restored' }]);
    return { requests: requests.length, messages: await doubtMessages(tx, now) };
  });
}

async function doubtRequests(tx: Handle, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('requests')
    .set({
      state: sql<string>`case when state in ('pending', 'delivering') then 'outcome_unknown' else state end`,
      outcome_unknown_at: sql<string>`coalesce(outcome_unknown_at, ${now.toISOString()})`,
      restored_at: now.toISOString(),
      ...unleased,
    })
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What is planned for later than now cannot have been sent. */
async function doubtMessages(tx: Handle, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ state: 'pending', doubtful: 1, ...unleased })
    .where(sql<boolean>`messages.state in ('pending', 'sending')`)
    .where((eb) => eb.or([eb('due_at', '<=', now.toISOString()), eb('state', '=', 'sending')]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
