import type { Words } from '../requests/ledger-words.ts';
import { type RequestTypes, readLocked } from '../requests/request-types.ts';
import { parseJson } from '../tables/parse-json.ts';
import { type Handle, updateRequest } from '../tables/write.ts';
import { enqueue, type NewMessage } from './enqueue.ts';
import { readRecipient, type Unreached } from './message.ts';

/** A message of a request that reached nobody. */
interface UnreachedMessage {
  requestId: string;
  purpose: string;
  why: Unreached;
}

/**
 * Writes down that a message reached nobody. Where that is news, HR gets it in a message of its own; the requester learns
 * it once: from the message about the outcome while that waits, or else from one of its own.
 */
export async function noteUnreached(
  tx: Handle,
  { requestId, purpose, why }: UnreachedMessage,
  { words, types }: { words: Words; types: RequestTypes },
  now: Date,
): Promise<void> {
  // Locked, since two messages of it may fail at once; one that cannot be read must not keep them from their end.
  const before = await readLocked(tx, types, requestId);
  if (!before) return;
  const news = words.unreached(before, { purpose, why });
  const apart = news && ('hr' in news.recipient || !(await isStillToBeBuilt(tx, requestId)));
  const others = (before.context.unreached ?? []).filter((one) => one.purpose !== purpose);
  const context = { ...before.context, unreached: [...others, { purpose, why, apart }] };
  await updateRequest(tx, requestId, { context: JSON.stringify(context) });
  if (news && apart) await enqueue(tx, [news], now);
}

/** Whether the requester's message has not been taken yet; on PostgreSQL nobody takes it until the transaction ends. */
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

/** The requester's message need not wait any longer once none of the others is open. */
export async function hurryRequester(tx: Handle, requestId: string, now: Date): Promise<void> {
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

/** All messages that HR gets in somebody's place go one way. */
const lane = 'in somebody’s place';

/** HR gets the message in the place of whoever is not told, with the reason, where its recipient says so. */
export async function passToHr(tx: Handle, id: number, why: string, now: Date): Promise<void> {
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
