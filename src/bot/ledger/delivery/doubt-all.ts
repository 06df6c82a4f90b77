import { sql } from 'kysely';
import type { Database } from '../../../database/open.ts';
import type { LedgerTables } from '../tables/schema.ts';
import { type Handle, steps } from '../tables/write.ts';
import { unleased } from './lease.ts';

export interface Doubted {
  requests: number;
  messages: number;
}

/**
 * Marks open entries as uncertain after a restore from a backup, since they may have been carried out since. Every
 * open request is looked up, or a person is asked, before it is sent; messages are searched in Slack first. A request
 * waiting for approval is looked up after it is approved again.
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

/** Messages planned for later can't have been sent yet. */
async function doubtMessages(tx: Handle, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ state: 'pending', doubtful: 1, ...unleased })
    .where(sql<boolean>`messages.state in ('pending', 'sending')`)
    .where((eb) => eb.or([eb('due_at', '<=', now.toISOString()), eb('state', '=', 'sending')]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
