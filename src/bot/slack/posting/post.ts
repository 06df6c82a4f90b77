import type { KnownBlock } from '@slack/types';
import type { ChatPostMessageArguments, ChatUpdateArguments, WebClient } from '@slack/web-api';
import type { Clock } from '../../../time/clock.ts';
import { repeat } from '../../../time/repeat.ts';
import { describeSlackFailure, slackCode } from './slack-failure.ts';

interface Message {
  text: string;
  blocks: readonly object[];
  /** Finds the message again; absent if nobody looks for it. */
  metadataId?: string;
  /** Timestamp of the message to reply to. */
  thread?: string;
}

/**
 * Posts without formatting of the text, mentions or link previews. `channel` can be a person's id. Throws
 * what Slack's client throws; see `describeSlackFailure`.
 */
export async function postMessage(client: WebClient, channel: string, message: Message) {
  const answer = await client.chat.postMessage({
    channel,
    text: message.text,
    blocks: [...message.blocks] as KnownBlock[],
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    ...(message.metadataId !== undefined && {
      metadata: { event_type: 'frontdesk_message', event_payload: { id: message.metadataId } },
    }),
    ...(message.thread !== undefined && { thread_ts: message.thread }),
  } satisfies ChatPostMessageArguments);
  return { channel: answer.channel ?? channel, ts: answer.ts ?? '' };
}

/** Throws what Slack's client throws; see `describeSlackFailure`. */
export async function updateMessage(
  client: WebClient,
  { channel, ts }: { channel: string; ts: string },
  { text, blocks }: Pick<Message, 'text' | 'blocks'>,
): Promise<void> {
  await client.chat.update({
    channel,
    ts,
    text,
    blocks: [...blocks] as KnownBlock[],
    parse: 'none',
    link_names: false,
  } satisfies ChatUpdateArguments);
}

/** How long changes are collected, and the interval for finding changes of other processes, in milliseconds. */
const settling = 300;
const lookEvery = 60_000;

interface Keeping {
  clock: Clock;
  changes: { listen(listener: () => void): void };
  turn: () => Promise<void>;
  /** Gets what a turn throws; the next one retries. */
  onError: (error: unknown) => void;
}

/** Keeps posted messages up to date: once Slack can be reached, after each change, and at intervals. */
export function keepTrue({ clock, changes, turn, onError }: Keeping) {
  let isReady = false;
  const showAll = async () => (isReady ? turn() : undefined);
  const showing = repeat({ clock, every: lookEvery, first: lookEvery, turn: showAll, onError });
  changes.listen(() => showing.wakeIn(settling));
  return {
    /** Starts when Slack can be reached; updates everything first. */
    begin(): Promise<void> {
      isReady = true;
      return showing.turnNow();
    },
    show: showing.turnNow,
    /** Updates again after this many milliseconds. */
    showIn: showing.wakeIn,
    stop: showing.stop,
  };
}

/** Returns Slack's error code if the message can't be updated any more; throws if a retry may help. */
export async function changeForGood(
  client: WebClient,
  place: { channel: string; ts: string },
  message: { text: string; blocks: KnownBlock[] },
): Promise<string | undefined> {
  try {
    await client.chat.update({ ...place, ...message });
    return undefined;
  } catch (error) {
    const { code, doubtful } = describeSlackFailure(error);
    // Any other refusal would repeat and block the messages after this one.
    if (slackCode(error) === undefined || doubtful || code === 'ratelimited') throw error;
    return code;
  }
}
