import type { Selectable } from 'kysely';
import { z } from 'zod';
import { parseJson } from '../tables/parse-json.ts';
import type { MessageRow } from '../tables/schema.ts';
import { type MessageToPost, readRecipient } from './message.ts';

/** A message that was taken to be sent. */
export interface PendingMessage extends MessageToPost {
  id: number;
  /** Null for what concerns all requests. */
  requestId: string | null;
  purpose: string;
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
}

const Blocks = z.array(z.looseObject({}));

/** A stored message; undefined where it was damaged, or written by a version that knows more or less than this one. */
export function readMessage(row: Selectable<MessageRow>): PendingMessage | undefined {
  const recipient = readRecipient(row.recipient);
  const blocks = Blocks.safeParse(parseJson(row.blocks));
  const createdAt = new Date(row.created_at);
  if (!recipient || !blocks.success || Number.isNaN(createdAt.getTime())) return undefined;
  return {
    id: row.id,
    key: row.key,
    requestId: row.request_id,
    purpose: row.purpose,
    recipient,
    text: row.text,
    blocks: blocks.data,
    attempts: row.attempts,
    doubtful: row.doubtful > 0,
    takenOver: row.doubtful === 2,
    wasBlocked: row.trouble !== null,
    target: row.target ?? undefined,
    awaited: row.awaited === 1,
    createdAt,
  };
}
