import type { KnownBlock } from '@slack/types';
import {
  type ChatPostMessageArguments,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  type WebClient,
} from '@slack/web-api';
import type { SlackPeople } from './people.ts';

/** Where a message goes: a channel, a person (a user id opens the direct message), or whoever has an address. */
export type Recipient = { channel: string } | { email: string };

export interface Message {
  recipient: Recipient;
  text: string;
  blocks: readonly object[];
}

/** What Slack says of a message that no repeat can help. */
const permanent = new Set([
  'channel_not_found',
  'is_archived',
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_arguments',
  'msg_too_long',
  'no_text',
  'user_not_found',
  'user_disabled',
  'cannot_dm_bot',
  'messages_tab_disabled',
  'restricted_action',
]);

/**
 * Posts a message as it is: no formatting of its text, no mentions, no previews of links.
 * @returns where it stands, or undefined when nobody in the workspace has the address
 * @throws what Slack's client throws; see `describeSlackFailure`
 */
export async function postMessage(client: WebClient, people: SlackPeople, message: Message) {
  const channel = await channelOf(people, message.recipient);
  if (channel === undefined) return undefined;
  const answer = await client.chat.postMessage({
    channel,
    text: message.text,
    // They were checked by their builders' types before they were stored as JSON.
    blocks: [...message.blocks] as KnownBlock[],
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  } satisfies ChatPostMessageArguments);
  return { channel: answer.channel ?? channel, ts: answer.ts ?? '' };
}

async function channelOf(people: SlackPeople, recipient: Recipient): Promise<string | undefined> {
  if ('channel' in recipient) return recipient.channel;
  const person = await people.byEmail(recipient.email);
  return person && !person.isDeleted && !person.isBot ? person.id : undefined;
}

/** What an error of Slack's client means for a repeat; `retryAfter` in milliseconds. */
export function describeSlackFailure(error: unknown): {
  code: string;
  permanent: boolean;
  retryAfter?: number;
} {
  if (error instanceof WebAPIRateLimitedError)
    return { code: 'ratelimited', permanent: false, retryAfter: error.retryAfter * 1000 };
  if (error instanceof WebAPIPlatformError)
    return { code: error.data.error, permanent: permanent.has(error.data.error) };
  return { code: 'unreachable', permanent: false };
}
