import { hash } from 'node:crypto';
import { z } from 'zod';
import { parsedJson } from '../../../json.ts';
import type { MessageRow } from '../tables/schema.ts';
import { addRows, type Writing } from '../tables/sql.ts';

/** Recipient of a message. Resolved in Slack when it is sent, not when it is stored. */
export const Recipient = z.union([
  /** A channel, or a user id for a direct message; see `confidential`. */
  z.object({ channel: z.string(), confidential: z.literal(true).optional() }),
  /**
   * An employee, by id in the onboarding service. With `elseHr`, HR gets undeliverable messages with the reason,
   * except the employee `exceptEmployee`.
   */
  z.object({
    employee: z.int(),
    confidential: z.literal(true).optional(),
    elseHr: z.object({ exceptEmployee: z.int().optional() }).optional(),
  }),
  /**
   * HR: the private channel or, if it can't be used, each of HR's people directly. The options exclude a channel, an
   * employee or users; `onlyChannel` disables direct messages.
   */
  z.object({
    hr: z.literal(true),
    exceptChannel: z.string().optional(),
    exceptEmployee: z.int().optional(),
    exceptUsers: z.array(z.string()).optional(),
    onlyChannel: z.literal(true).optional(),
  }),
  z.object({ email: z.string() }),
  z.object({ view: z.string() }),
  /** Updates the request's earlier message with this purpose. */
  z.object({ inPlaceOf: z.string() }),
]);
export type Recipient = z.infer<typeof Recipient>;

export function readRecipient(json: string): Recipient | undefined {
  return Recipient.safeParse(parsedJson(json)).data;
}

export const Unreached = z.enum([
  'notInSlack',
  'deactivated',
  'noAddress',
  'notAnEmployee',
  'refused',
  'cannotLookUp',
]);
export type Unreached = z.infer<typeof Unreached>;

export interface Wording {
  /** Text for notifications and screen readers. */
  text: string;
  blocks: readonly object[];
  /** Replaces text and blocks: a file with a comment above it. */
  file?: { name: string; title: string; comment: string; content: string };
  /** Belongs in the thread of an earlier message about the person, if there is one in the same conversation. */
  isReply?: true;
  /** Shown in the thread only: the message above it is updated. */
  isQuiet?: true;
}

/**
 * Postponed; dropped, with a reason for the audit log; or not for this recipient, with a reason for HR if the
 * recipient says so.
 */
export type Held = { later: Date } | { dropped: string } | { toHr: string };

export interface MessageToPost {
  recipient: Recipient;
  /** Stored in the metadata of the Slack message. */
  metadataId: string;
  /** The message can't be in Slack before this. */
  createdAt: Date;
  /** Start of the search for an earlier post; before `createdAt` after a restore from a backup. */
  soughtSince: Date;
}

export interface ToldMessage {
  /** Whether it was sent, or may have been. */
  isSent: boolean;
  /** Whether it will never be sent. */
  isOver: boolean;
  name: string;
  purpose: string;
  recipient: Recipient;
  target: string | undefined;
}

export interface Place {
  channel: string;
  ts: string;
}

export type Destination =
  | { kind: 'one'; target: string }
  | { kind: 'several'; people: readonly string[] }
  | { kind: 'nobody'; why: Unreached };

/** The ledger's interface to Slack. Every method throws MessageRefused. */
export interface Post {
  destinationOf(message: MessageToPost): Promise<Destination>;
  /** User ids of HR's people, for when the private channel can't be used. */
  peopleInPlaceOf(message: MessageToPost): Promise<readonly string[]>;
  isDeactivated(userId: string): Promise<boolean>;
  /**
   * Returns undefined if the form is closed. `atLast` runs right before the post; if it throws, nothing is posted.
   * `thread` is the timestamp of the message to reply to.
   */
  send(
    message: MessageToPost & Wording & { thread?: string | undefined },
    target: string,
    atLast: () => Promise<void>,
  ): Promise<Place | undefined>;
  update(place: Place, wording: Wording): Promise<void>;
  /**
   * Looks in the conversation and in these threads. Returns undefined if the message wasn't posted; throws if the
   * search is impossible.
   */
  find(message: MessageToPost, target: string, threads: readonly string[]): Promise<Place | undefined>;
}

interface RefusalFacts {
  /** Repeating can't help, e.g. no such channel. */
  permanent: boolean;
  doubtful: boolean;
  /** The message to update was deleted or can't be changed any more. */
  gone?: boolean;
  needsPeople?: boolean;
  retryAfter?: number | undefined;
  /** Time until a doubtful post is visible, in milliseconds, if longer than usual. */
  mayTake?: number | undefined;
  target?: string | undefined;
}

export class MessageRefused extends Error {
  override name = 'MessageRefused';
  readonly code: string;
  readonly facts: RefusalFacts;

  constructor(code: string, { cause, ...facts }: RefusalFacts & { cause?: unknown }) {
    super(`Slack did not take the message: ${code}.`, { cause });
    this.code = code;
    this.facts = facts;
  }
}

export interface NewMessage {
  requestId?: string;
  /**
   * Purpose, e.g. `headline:C123`; unique within the request. Without a request it is unique among all messages:
   * `digest of 2026-11-23 in C2`.
   */
  purpose: string;
  recipient: Recipient;
  name: string;
  /** Ids and small facts that aren't in the request. No names of people. */
  about: object;
  due?: Date;
  /** The requester's message waits briefly for the delivery of this one, to report if it fails. */
  awaited?: true;
  /** Sent in turn: after the messages that people wait for, and one at a time on its lane. */
  planned?: true;
  /** Groups messages about the same thing, so that all can be updated. */
  topic?: string;
  /** Lane, if not the channel of a planned message: see `laneOf`. */
  lane?: string;
  /** Waiting messages with the same name here, to the same recipient, are one message in Slack. */
  together?: string;
  /** Waits so long for others, in milliseconds, unless `sendTogether` is called. */
  heldFor?: number;
}

/** Message of a request's plan; see `Plan`. */
export interface PlannedMessage extends NewMessage {
  requestId: string;
  due: Date;
}

/** Time that the requester's message waits for the delivery of the others, in milliseconds. */
const untilTheOthers = 10_000;

/** Ignores a message with an existing key. `delay` of the requester's message, in milliseconds. */
export async function enqueue(
  { db, now }: Writing,
  messages: readonly NewMessage[],
  delay = 0,
): Promise<void> {
  const awaits = messages.some(({ awaited }) => awaited);
  const rows = messages.map((message) => {
    const own = awaits ? Math.max(delay, untilTheOthers) : delay;
    const waits = message.purpose === 'requester' ? own : 0;
    return rowOf(message, now, new Date(now.getTime() + waits));
  });
  await addRows(db, 'messages', rows);
}

/** Enqueues, or moves an untried message with the same key to another time. */
export async function schedule({ db, now }: Writing, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await db
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

function rowOf({ purpose, ...message }: NewMessage, now: Date, soon: Date) {
  const request_id = message.requestId ?? null;
  const { name, about, recipient, due, awaited, together, heldFor = 0 } = message;
  const { planned = together !== undefined, topic = together } = message;
  const { lane = together ?? (planned ? laneOf(recipient) : undefined) } = message;
  const later = due && due > soon ? due.toISOString() : null;
  return {
    ...unsent(keyOf(request_id, purpose), recipient),
    request_id,
    purpose,
    name,
    about: JSON.stringify(about),
    awaited: awaited ? 1 : 0,
    planned: planned ? 1 : 0,
    lane: lane ?? null,
    topic: topic ?? null,
    created_at: now.toISOString(),
    scheduled_for: later,
    due_at: later ?? new Date(soon.getTime() + heldFor).toISOString(),
  };
}

/** Row of a message that its request's plan says is due. */
export function plannedRowOf(message: PlannedMessage, now: Date) {
  const due = message.due.toISOString();
  const { heldFor = 0 } = message;
  const due_at = heldFor > 0 ? new Date(now.getTime() + heldFor).toISOString() : due;
  return { ...rowOf(message, now, now), scheduled_for: due, due_at };
}

export function keyOf(requestId: string | null, purpose: string): string {
  return requestId === null ? purpose : `${requestId}:${purpose}`;
}

export function metadataIdOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 32);
}

/**
 * Initial values. The metadata id in Slack reveals nothing about the message. It is derived from the key, so that a
 * message sent after a backup is found again once that backup is restored.
 */
function unsent(key: string, recipient: Recipient) {
  return {
    key,
    metadata_id: metadataIdOf(key),
    recipient: JSON.stringify(recipient),
    state: 'pending',
    doubtful: 0,
    attempts: 0,
  };
}

/**
 * A copy of a message for each person. Keys derive from the original's key, so repeating this adds nothing,
 * in any process.
 */
export async function addForEach(
  { db, now }: Writing,
  message: MessageRow,
  people: readonly string[],
): Promise<void> {
  const { key, purpose, request_id, name, about, topic, created_at, scheduled_for } = message;
  const rows = people.map((person) => ({
    ...unsent(`${key}:${person}`, { channel: person, confidential: true }),
    ...{ request_id, name, about, topic, created_at, scheduled_for },
    purpose: `${purpose}:${person}`,
    due_at: now.toISOString(),
  }));
  await addRows(db, 'messages', rows);
}

/**
 * Lane of messages that are sent one at a time and at most once a second, over all processes, to keep their order and
 * Slack's limits.
 * @returns the channel; undefined if no lane is needed
 */
function laneOf(recipient: Recipient): string | undefined {
  const isChannel = 'channel' in recipient && /^[CG]/.test(recipient.channel);
  return isChannel ? recipient.channel : undefined;
}
