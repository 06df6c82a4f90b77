import type { Selectable } from 'kysely';
import type { MessageRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import { unsent } from './enqueue.ts';

/**
 * Writes one message for each of several people in the place of one. Their keys follow from its key, so each exists
 * once however often, and in whichever process, this is done.
 * @param people Slack user ids
 */
export async function addForEach(
  tx: Handle,
  message: Selectable<MessageRow>,
  people: readonly string[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  const { key, purpose, request_id, name, about, text, blocks, created_at, scheduled_for } = message;
  const rows = people.map((person) => ({
    ...unsent({ channel: person, confidential: true }),
    ...{ request_id, name, about, text, blocks, created_at, scheduled_for },
    key: `${key}:${person}`,
    purpose: `${purpose}:${person}`,
    due_at: now.toISOString(),
  }));
  await tx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
