import type { Request } from '../requests/request.ts';
import type { RequestTypes } from '../requests/request-types.ts';
import { parseJson } from '../tables/parse-json.ts';
import type { MessageRow, RequestRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import { type Held, type MessageToPost, readRecipient, type Wording } from './message.ts';

/** Says what a message says, when it is sent, to whom it goes; undefined where nobody needs it any more. */
export type Build = (target: string) => Built | Promise<Built>;
type Built = Wording | Held | undefined;

/**
 * Finds what builds a message, by its name. `about` is what was stored as JSON, `request` the one that it belongs to;
 * undefined where there is none, or it cannot be read.
 * @returns undefined where the message is unknown, or cannot be built from that
 */
export type BuilderOf = (stored: StoredMessage) => Build | undefined;

/** What is stored of a message. */
export interface StoredMessage {
  name: string;
  about: unknown;
  request: Request | undefined;
  /** See `NewMessage`. */
  purpose: string;
}

/** A message that was taken to be sent. */
export interface PendingMessage extends MessageToPost {
  id: number;
  /** Null for what concerns all requests. */
  requestId: string | null;
  purpose: string;
  build: Build;
  /** This one included. */
  attempts: number;
  /** Whether an earlier attempt may have arrived. */
  doubtful: boolean;
  /** Somebody else was sending it, and may still be at it. */
  takenOver: boolean;
  /** It waited for somebody to mend something. */
  wasBlocked: boolean;
  /** The Slack id to which an earlier attempt went, where that was looked up. */
  target: string | undefined;
  /** The requester's message waits for what becomes of it. */
  awaited: boolean;
  /** Whether it follows from a plan, and the way that it shares with others. */
  isPlanned: boolean;
  lane: string | undefined;
  /** Something newer was said of the request: what was said before has to arrive first. */
  isAmended: boolean;
}

/** How what is stored of requests and messages is read. */
interface Readers {
  types: RequestTypes;
  builderOf: BuilderOf;
}

/** A stored message; undefined where it was damaged, or written by a version that knows more or less than this one. */
export async function readMessage(
  handle: Handle,
  row: MessageRow,
  readers: Readers,
): Promise<PendingMessage | undefined> {
  const recipient = readRecipient(row.recipient);
  const createdAt = new Date(row.scheduled_for ?? row.created_at);
  if (!recipient || Number.isNaN(createdAt.getTime())) return undefined;
  const request = await requestOf(handle, row);
  const build = builderFor(row, request, readers);
  return (
    build && {
      id: row.id,
      metadataId: row.metadata_id,
      requestId: row.request_id,
      purpose: row.purpose,
      recipient,
      build,
      attempts: row.attempts,
      doubtful: row.doubtful > 0 || isRestored(request),
      takenOver: row.doubtful === 2,
      wasBlocked: row.blocked_by !== null,
      target: row.target ?? undefined,
      awaited: row.awaited === 1,
      isPlanned: row.planned === 1,
      lane: row.lane ?? undefined,
      isAmended: (request?.amendments ?? 0) > 0,
      createdAt,
      soughtSince: request && isRestored(request) ? new Date(request.created_at) : createdAt,
    }
  );
}

/** Since its backup it may have ended once before, and everything may have been said. */
function isRestored(request: RequestRow | undefined): boolean {
  return (request?.restored_at ?? null) !== null;
}

async function requestOf(handle: Handle, { request_id }: MessageRow): Promise<RequestRow | undefined> {
  if (request_id === null) return undefined;
  return handle.selectFrom('requests').selectAll().where('id', '=', request_id).executeTakeFirst();
}

function builderFor(
  { name, about, purpose }: MessageRow,
  row: RequestRow | undefined,
  { builderOf, types }: Readers,
): Build | undefined {
  return builderOf({ name, about: parseJson(about), purpose, request: row && types.read(row) });
}
