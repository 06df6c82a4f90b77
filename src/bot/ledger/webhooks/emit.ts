import { sql } from 'kysely';
import type { Tx } from '../tables/ledger-database.ts';
import type { Handle } from '../tables/sql.ts';
import { eventId, type NewEvent } from './event.ts';

/** Since when an endpoint wants events of a type; it may have been switched on later. */
function sinceOf(type: string) {
  const column = { 'task.done': 'done_since', 'task.overdue': 'overdue_since' }[type] ?? 'since';
  return sql.ref<string>(`webhook_endpoints.${column}`);
}

/** Part of an endpoint's `types`, which are JSON. */
const naming = (type: string) => `%"${type}%`;

/**
 * Stores events for each endpoint that wants them, in the transaction of their cause. Which endpoints there are is
 * read in the same statement: another process may have added one.
 */
export async function emit(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    const at = (event.at ?? tx.now).toISOString();
    const wanting = tx.db
      .selectFrom('webhook_endpoints')
      .select('webhook_endpoints.id as endpoint')
      .select((eb) => [
        eb.val(eventId(event.key)).as('event'),
        eb.val(event.type).as('type'),
        eb.val(event.person).as('person'),
        eb.cast<string | null>(eb.val(event.requestId ?? null), 'text').as('request_id'),
        sql.lit(event.isConfidential ? 1 : 0).as('confidential'),
        eb.val(JSON.stringify(event.data)).as('data'),
        eb.val(at).as('at'),
        eb.val(tx.now.toISOString()).as('since'),
        eb.val(tx.now.toISOString()).as('due_at'),
        sql.lit('pending').as('state'),
        sql.lit(0).as('attempts'),
      ])
      .where('removed_at', 'is', null)
      .$if(event.endpoint !== undefined, (query) => query.where('id', '=', event.endpoint ?? ''))
      .$if(event.endpoint === undefined, (query) => query.where('types', 'like', naming(`${event.type}"`)))
      .$if(event.isConfidential === true, (query) => query.where('types', 'like', naming('offboarding.')))
      .$if(event.at !== undefined, (query) => query.where(sinceOf(event.type), '<=', at));
    const { numInsertedOrUpdatedRows = 0n } = await tx.db
      .insertInto('webhook_events')
      .columns([
        ...(['endpoint', 'event', 'type', 'person', 'request_id', 'confidential', 'data'] as const),
        ...(['at', 'since', 'due_at', 'state', 'attempts'] as const),
      ])
      .expression(wanting)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) tx.onEmitted();
  }
}

/** Whether an endpoint wants events of this type, and since when the first one does. */
export async function wantedSince(db: Handle, type: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(sinceOf(type).as('since'))
    .where('removed_at', 'is', null)
    .where('types', 'like', naming(`${type}"`))
    .orderBy('since')
    .limit(1)
    .executeTakeFirst();
  return row && new Date(row.since);
}
