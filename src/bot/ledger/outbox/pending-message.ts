import { findRow } from '../../../database/table.ts';
import { parsedJson } from '../../../json.ts';
import type { Request, RequestTypes } from '../requests/request.ts';
import type { MessageRow, RequestRow } from '../tables/schema.ts';
import type { Handle } from '../tables/sql.ts';
import { type Held, metadataIdOf, readRecipient, type Wording } from './message.ts';

/**
 * Builds a message for its target when it is sent; undefined if it isn't needed any more. `together`: requests that
 * it is about besides its own, one message each.
 */
export type Build = (target: string, together?: readonly Request[]) => Built | Promise<Built>;
export type Built = Wording | Held | undefined;

/**
 * Finds a message's builder by name. `about` is the parsed JSON; `request` is undefined if there is none or it can't
 * be read.
 * @returns undefined if the name is unknown or the data invalid
 */
export type BuilderOf = (stored: StoredMessage) => Build | undefined;

export interface StoredMessage {
  name: string;
  about: unknown;
  request: Request | undefined;
  purpose: string;
}

export type PendingMessage = NonNullable<Awaited<ReturnType<typeof readMessage>>>;

/** Whether this process still holds the message, and its request is as it was when that was read. */
export async function mayPost(db: Handle, { id, holder, request }: PendingMessage): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .leftJoin('requests', 'requests.id', 'messages.request_id')
    .select('requests.amendments')
    .where('messages.id', '=', id)
    .where('messages.lease_holder', '=', holder)
    .executeTakeFirst();
  return row !== undefined && (!request || row.amendments === request.amendments);
}

/** Parses a stored message; undefined if it is damaged or from an incompatible version. */
export async function readMessage(
  { db, types, builderOf }: { db: Handle; types: RequestTypes; builderOf: BuilderOf },
  row: MessageRow,
) {
  const recipient = readRecipient(row.recipient);
  const createdAt = new Date(row.scheduled_for ?? row.created_at);
  if (!recipient || Number.isNaN(createdAt.getTime())) return undefined;
  const { id, request_id: requestId, name, purpose, attempts, target, lane } = row;
  const request = requestId === null ? undefined : await findRow(db, 'requests', { id: requestId });
  const isDoubted = isRestored(request, row);
  const doubtful = row.doubtful > 0 || isDoubted;
  const together = row.topic !== null && row.topic === row.lane ? row.topic : undefined;
  const about = parsedJson(row.about);
  const readable = types.read(request);
  const build = builderOf({ name, about, purpose, request: readable });
  return (
    build && {
      ...{ id, requestId, purpose, attempts, target, lane },
      /** Holder of the lease it was claimed under. */
      holder: row.lease_holder ?? '',
      // The id of another message counts only while this one may have been sent with it.
      metadataId: together === undefined || doubtful ? row.metadata_id : metadataIdOf(row.key),
      recipient,
      build,
      doubtful,
      /** Another process was sending it and may still be. */
      takenOver: row.doubtful === 2,
      wasBlocked: row.blocked_by !== null,
      awaited: row.awaited === 1,
      isPlanned: row.planned === 1,
      request: readable,
      /** See `NewMessage`. */
      together,
      /** The request was changed later; earlier messages about it must arrive first. */
      isAmended: (request?.amendments ?? 0) > 0,
      createdAt,
      soughtSince:
        request && isDoubted && row.scheduled_for === null ? new Date(request.created_at) : createdAt,
    }
  );
}

/** After a restore, all messages that were wanted before it may have been sent. */
function isRestored(request: RequestRow | undefined, { scheduled_for }: MessageRow): boolean {
  const restoredAt = request?.restored_at ?? null;
  return restoredAt !== null && (scheduled_for ?? '') <= restoredAt;
}
