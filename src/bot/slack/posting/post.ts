import type { KnownBlock } from '@slack/types';
import type { ChatPostMessageArguments, ChatUpdateArguments, WebClient } from '@slack/web-api';

interface Message {
  text: string;
  blocks: readonly object[];
  /** Stored in the message's metadata to find it again: our own id, nothing personal. */
  metadataId: string;
}

/**
 * Posts a message without formatting of its text, mentions or link previews.
 * @param channel id of a channel, or of a person, which opens the direct message
 * @returns its place
 * @throws what Slack's client throws; see `describeSlackFailure`
 */
export async function postMessage(client: WebClient, channel: string, message: Message) {
  const answer = await client.chat.postMessage({
    channel,
    text: message.text,
    // Typed by their builders.
    blocks: [...message.blocks] as KnownBlock[],
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    metadata: { event_type: 'frontdesk_message', event_payload: { id: message.metadataId } },
  } satisfies ChatPostMessageArguments);
  return { channel: answer.channel ?? channel, ts: answer.ts ?? '' };
}

/**
 * Updates a message.
 * @throws what Slack's client throws; see `describeSlackFailure`
 */
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
