import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Lookable } from './lookable.ts';

const History = z.object({
  messages: z
    .array(
      z.object({
        ts: z.string(),
        metadata: z
          .object({ event_type: z.string(), event_payload: z.looseObject({ id: z.unknown().optional() }) })
          .optional()
          .catch(undefined),
        files: z
          .array(z.object({ name: z.string().nullish() }))
          .optional()
          .catch(undefined),
      }),
    )
    .default([]),
  response_metadata: z.object({ next_cursor: z.string().default('') }).optional(),
});

const mostPages = 20;
const pageSize = 200;
/** How far our clock may be ahead of Slack's, in seconds: some machines are a day ahead. */
const tolerance = 2 * 86_400;

/** Its place, if found; or Slack's error code, or `too_much` if there are too many messages. */
type Found = { place: { channel: string; ts: string } | undefined } | { code: string };

interface Sought {
  /** Id of a channel, or of a person for the direct messages with them. */
  channel: string;
  metadataId: string;
  since: Date;
}

/**
 * Looks for a message that may have been posted: in the conversation's history, by the id in its metadata or in its
 * file's name (docs.slack.dev/reference/methods/conversations.history).
 * @throws what Slack's client throws, unless it denies access to the history
 */
export async function findMessage(client: WebClient, lookable: Lookable, sought: Sought): Promise<Found> {
  const found = await lookable.read(sought.channel, async () =>
    lookThrough(client, await conversationOf(client, sought.channel), sought),
  );
  return typeof found === 'string' ? { code: found } : found;
}

async function lookThrough(
  client: WebClient,
  channel: string,
  { metadataId, since }: Sought,
): Promise<Found> {
  const oldest = String(since.getTime() / 1000 - tolerance);
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const args = { channel, oldest, limit: pageSize, include_all_metadata: true };
    const answer = await client.conversations.history({ ...args, ...(cursor && { cursor }) });
    const { messages, response_metadata } = History.parse(answer);
    const found = messages.find(
      ({ metadata, files }) =>
        metadata?.event_payload.id === metadataId ||
        files?.some(({ name }) => name === fileNameOf(metadataId)),
    );
    if (found) return { place: { channel, ts: found.ts } };
    cursor = response_metadata?.next_cursor;
    if (!cursor) return { place: undefined };
  }
  return { code: 'too_much' };
}

/**
 * Name of a file in Slack, by which it is found again: Slack keeps only name and title. Contains no personal data.
 */
export function fileNameOf(metadataId: string): string {
  return `${metadataId}.ics`;
}

/**
 * Id of the conversation: a person's id is resolved to the direct messages with them.
 * @throws what Slack's client throws
 */
export async function conversationOf(client: WebClient, channel: string): Promise<string> {
  if (!/^[UW]/.test(channel)) return channel;
  const { channel: opened } = await client.conversations.open({ users: channel });
  return opened?.id ?? channel;
}
