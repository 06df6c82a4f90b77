import { hash } from 'node:crypto';
import type { MessageRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import { laneOf } from './lanes.ts';
import type { Recipient } from './message.ts';

/** A message as it is written down: which one, about what, to whom. What it says is built when it is sent. */
export interface NewMessage {
  /** The reference of the request that it belongs to. */
  requestId?: string;
  /**
   * What it is for, e.g. `headline:C123`: a request has one message per purpose. Where it belongs to no request, the
   * purpose alone tells it from all others: `digest of 2026-11-23 in C2`.
   */
  purpose: string;
  recipient: Recipient;
  /** Which message, as it is defined: see `BuilderOf`. */
  name: string;
  /** Ids and small facts that are not in the request, and nobody's name. */
  about: object;
  /** The instant from which it is wanted; at once where there is none. */
  due?: Date;
  /** The requester's message waits a moment for what becomes of this one, to say so when it reaches nobody. */
  awaited?: true;
  /** It is for a later time; one that belongs to a request follows from what is planned for that. */
  planned?: true;
  /** What it is about, where what becomes of that is written over every message about it. */
  topic?: string;
  /** Of planned ones: the way that it shares with others where that is not its channel, see `laneOf`. */
  lane?: string;
}

/** How long the requester's message waits for what becomes of the others, in milliseconds. */
const untilTheOthers = 10_000;

/**
 * Writes messages for the outbox: each is there once, however many processes think of it.
 * @param delay milliseconds before those that are wanted at once may be sent
 */
export async function enqueue(
  handle: Handle,
  messages: readonly NewMessage[],
  now: Date,
  delay = 0,
): Promise<void> {
  if (messages.length === 0) return;
  const awaits = messages.some(({ awaited }) => awaited);
  const rows = messages.map((message) => {
    const waits = awaits && message.purpose === 'requester' ? Math.max(delay, untilTheOthers) : delay;
    return rowOf(message, now, new Date(now.getTime() + waits));
  });
  await handle
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes messages for a later instant; those that are there and were not tried are for that instant from now on. */
export async function schedule(handle: Handle, messages: readonly NewMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  await handle
    .insertInto('messages')
    .values(messages.map((message) => rowOf(message, now, now)))
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          scheduled_for: eb.ref('excluded.scheduled_for'),
          due_at: eb.ref('excluded.due_at'),
        }))
        .where('messages.state', '=', 'pending')
        .where('messages.attempts', '=', 0),
    )
    .execute();
}

/** A message as a row. @param soon when it is due where it is wanted at once */
export function rowOf({ requestId, purpose, ...message }: NewMessage, now: Date, soon: Date) {
  const { name, about, recipient, due, awaited, planned, topic, lane = laneOf(recipient) } = message;
  const later = due && due > soon ? due.toISOString() : null;
  return {
    ...unsent(keyOf({ requestId, purpose }), recipient),
    request_id: requestId ?? null,
    purpose,
    name,
    about: JSON.stringify(about),
    awaited: awaited ? 1 : 0,
    planned: planned ? 1 : 0,
    lane: (planned && lane) ?? null,
    topic: topic ?? null,
    created_at: now.toISOString(),
    scheduled_for: later,
    due_at: later ?? soon.toISOString(),
  };
}

/** What tells a message from all others. */
export function keyOf({
  requestId,
  purpose,
}: Pick<NewMessage, 'purpose'> & { requestId?: string | undefined }) {
  return requestId === undefined ? purpose : `${requestId}:${purpose}`;
}

/**
 * How a message begins. What Slack keeps of it tells nobody whom or what it is about. It follows from the key, so that a
 * message is found again that was sent after the backup from which this database was restored.
 */
function unsent(key: string, recipient: Recipient) {
  return {
    key,
    metadata_id: hash('sha256', key, 'base64url').slice(0, 32),
    recipient: JSON.stringify(recipient),
    state: 'pending',
    doubtful: 0,
    attempts: 0,
  };
}

/**
 * Writes one message for each of several people in the place of one. Their keys follow from its key, so each exists
 * once however often, and in whichever process, this is done.
 * @param people Slack user ids
 */
export async function addForEach(
  tx: Handle,
  message: MessageRow,
  people: readonly string[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  const { key, purpose, request_id, name, about, topic, created_at, scheduled_for } = message;
  const rows = people.map((person) => ({
    ...unsent(`${key}:${person}`, { channel: person, confidential: true }),
    ...{ request_id, name, about, topic, created_at, scheduled_for },
    purpose: `${purpose}:${person}`,
    due_at: now.toISOString(),
  }));
  await tx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
