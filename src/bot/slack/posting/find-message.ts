import { parse } from 'node:path';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import { isPerson } from '../ids.ts';
import { createSlackMemory } from '../people/people.ts';
import { answerOrCode, NotToBePosted } from '../web-client.ts';

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

type Found = { place: { channel: string; ts: string } | undefined } | { code: string };

interface Sought {
  channel: string;
  metadataId: string;
  since: Date;
  /** Timestamps of messages with threads in which it may be. */
  threads: readonly string[];
}

async function lookThrough(
  client: WebClient,
  channel: string,
  { metadataId, since, threads }: Sought,
): Promise<Found> {
  const oldest = String(since.getTime() / 1000 - tolerance);
  const args = { channel, oldest, limit: pageSize, include_all_metadata: true };
  const conversations = [
    // The client changes what it is given.
    client.paginate('conversations.history', { ...args }),
    ...threads.map((ts) => client.paginate('conversations.replies', { ...args, ts })),
  ];
  for (const pages of conversations) {
    const look = async () => ({ ts: await lookAt(metadataId, pages) });
    const found = await answerOrCode(['thread_not_found'], look);
    if (typeof found === 'string' || found.ts === undefined) continue;
    return found.ts === 'too_much' ? { code: found.ts } : { place: { channel, ts: found.ts } };
  }
  return { place: undefined };
}

/** @returns the message's timestamp; `too_much` if there are more messages than can be looked through */
async function lookAt(metadataId: string, pages: AsyncIterable<unknown>): Promise<string | undefined> {
  let read = 0;
  for await (const page of pages) {
    const { messages, response_metadata } = History.parse(page);
    const found = messages.find(
      ({ metadata, files }) =>
        metadata?.event_payload.id === metadataId ||
        files?.some(({ name }) => name?.includes(`-${keyOf(metadataId)}.`)),
    );
    if (found) return found.ts;
    read += 1;
    if (read === mostPages && response_metadata?.next_cursor) return 'too_much';
  }
  return undefined;
}

/**
 * Name of a file in Slack, such as `calendar-0123abcd.ics`. The key before its extension finds the message again, since
 * Slack keeps only name and title.
 */
export function fileNameOf(name: string, metadataId: string): string {
  const { name: stem, ext } = parse(name);
  return `${stem}-${keyOf(metadataId)}${ext}`;
}

function keyOf(metadataId: string): string {
  return metadataId.slice(0, 8);
}

/** A person's id is resolved to the direct messages with them. */
export async function conversationOf(client: WebClient, channel: string): Promise<string> {
  if (!isPerson(channel)) return channel;
  const { channel: opened } = await client.conversations.open({ users: channel });
  return opened?.id ?? channel;
}

/** How long a channel counts as readable, in milliseconds, and the size of the cache. */
const believedFor = 10 * 60_000;
const most = 1_000;

/** Slack's error codes for a history that the app can't read. */
const unreadable = ['missing_scope', 'not_in_channel', 'channel_not_found'];

export type Lookable = ReturnType<typeof createLookable>;

/**
 * A message whose answer is lost is looked up before it is posted again. Only members can read the history,
 * so Frontdesk joins public channels.
 */
export function createLookable(client: WebClient, clock: Clock) {
  const readable = createSlackMemory({ ask, believedFor, isStrict: true, most, clock });

  /** @returns whether it can be read; false without the scope for that */
  async function ask(channel: string): Promise<boolean> {
    const read = await answerOrCode(unreadable, () => client.conversations.history({ channel, limit: 1 }));
    const trouble = read === 'not_in_channel' ? await join(client, channel) : read;
    if (typeof trouble === 'string' && trouble !== 'missing_scope') throw new NotToBePosted(trouble);
    return typeof trouble !== 'string';
  }

  return {
    /**
     * Passes without the scope for the history; people then review unknown outcomes. Throws NotToBePosted if
     * somebody has to invite the app first.
     */
    async ensure(channel: string): Promise<void> {
      if (/^[CG]/.test(channel) && !(await readable.get(channel))) readable.changed(channel);
    },
    forget: readable.changed,
    /**
     * Looks in the conversation's history and in its threads, by the id in the message's metadata or in its file's
     * name (docs.slack.dev/reference/methods/conversations.history, conversations.replies). Joins a public channel if
     * necessary.
     * @returns Slack's error code if the history can't be read
     */
    async find(sought: Sought): Promise<Found> {
      const { channel } = sought;
      const look = async () => lookThrough(client, await conversationOf(client, channel), sought);
      let found = await answerOrCode(unreadable, look);
      if (found === 'not_in_channel' && (await join(client, channel)) === undefined)
        found = await answerOrCode(unreadable, look);
      return typeof found === 'string' ? { code: found } : found;
    },
  };
}

/** Slack's error codes after which only an invitation helps: no scope for joining, or not a public channel. */
const cannotJoin = [
  'missing_scope',
  'channel_not_found',
  'is_archived',
  'method_not_supported_for_channel_type',
  'not_allowed_token_type',
  'restricted_action',
];

/** Returns the code of a problem that somebody has to fix first; undefined if joined. */
async function join(client: WebClient, channel: string): Promise<string | undefined> {
  const answer = await answerOrCode(cannotJoin, () => client.conversations.join({ channel }));
  if (typeof answer !== 'string') return undefined;
  return answer === 'is_archived' ? answer : 'not_in_channel';
}
