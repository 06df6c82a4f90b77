import { createHash } from 'node:crypto';
import type { Handle } from '../tables/write.ts';
import type { PendingMessage } from './pending-message.ts';

/**
 * Writes one message for each of several people in the place of one. Their keys follow from its key, so each exists
 * once however often, and in whichever process, this is done.
 * @param people Slack user ids
 */
export async function addForEach(
  tx: Handle,
  message: PendingMessage,
  people: readonly string[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map((person) => ({
    key: keyFor(message.key, person),
    request_id: message.requestId,
    purpose: `${message.purpose}:${person}`,
    recipient: JSON.stringify({ channel: person, confidential: true }),
    text: message.text,
    blocks: JSON.stringify(message.blocks),
    state: 'pending',
    doubtful: 0,
    attempts: 0,
    created_at: message.createdAt.toISOString(),
    due_at: now.toISOString(),
  }));
  await tx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function keyFor(key: string, person: string): string {
  return createHash('sha256').update(`${key} ${person}`).digest('hex').slice(0, 32);
}
