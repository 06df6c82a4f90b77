import type { KnownBlock } from '@slack/types';
import type { ChatPostMessageArguments, ChatUpdateArguments, WebClient } from '@slack/web-api';

interface Message {
  text: string;
  blocks: readonly object[];
  /** Kept beside the message, so that it is found again: an id of our own, nothing personal. */
  metadataId: string;
}

/**
 * Posts a message as it is: no formatting of its text, no mentions, no previews of links.
 * @param channel a channel's id, or a person's, which opens the direct message
 * @returns where it stands
 * @throws what Slack's client throws; see `describeSlackFailure`
 */
export async function postMessage(client: WebClient, channel: string, message: Message) {
  const answer = await client.chat.postMessage({
    channel,
    text: message.text,
    // Their builders' types have checked them.
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

/** Writes over a message, as it is. @throws what Slack's client throws; see `describeSlackFailure` */
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
