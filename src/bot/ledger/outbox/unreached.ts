import type { Words } from '../requests/ledger-words.ts';
import { type RequestTypes, readLocked } from '../requests/request-types.ts';
import { parseJson } from '../tables/parse-json.ts';
import { type Handle, updateRequest } from '../tables/write.ts';
import { enqueue, type NewMessage } from './enqueue.ts';
import { readRecipient, type Unreached } from './message.ts';

interface UnreachedMessage {
  requestId: string;
  purpose: string;
  why: Unreached;
}

/**
 * Stores that a message couldn't be delivered. If that is news, HR gets a separate message, and the requester is
 * notified once: in the pending outcome message, or else separately.
 */
export async function noteUnreached(
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

const lane = 'in somebody’s place';

/** Passes an undeliverable message to HR, with the reason, if its recipient says so. */
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
