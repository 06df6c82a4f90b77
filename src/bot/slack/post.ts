import type { KnownBlock } from '@slack/types';
import {
  type ChatPostMessageArguments,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  type WebClient,
} from '@slack/web-api';
import { metadataEvent } from './find-message.ts';
import type { SlackPeople } from './people.ts';

/** Where a message goes: a channel, a person (a user id opens the direct message), or whoever has an address. */
export type Recipient = { channel: string; confidential?: true | undefined } | { email: string };

export interface Message {
  recipient: Recipient;
  text: string;
  blocks: readonly object[];
  /** Kept beside the message, so that it is found again: an id of our own, nothing personal. */
  key: string;
}

/** What Slack says of a message that no repeat can help. */
const permanent = new Set([
  // Of a person: somebody can let the app into a channel, see `isMendable`.
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
  if ('confidential' in message.recipient && message.recipient.confidential)
    await mustBePrivate(client, channel);
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
    metadata: { event_type: metadataEvent, event_payload: { id: message.key } },
  } satisfies ChatPostMessageArguments);
  return { channel: answer.channel ?? channel, ts: answer.ts ?? '' };
}

/** A channel that everybody can read was to get what is confidential: it is not posted. */
export class ChannelIsPublic extends Error {
  override name = 'ChannelIsPublic';
}

/** Asked before each message: a channel can become public at any time. Ids of people need no look. */
async function mustBePrivate(client: WebClient, channel: string): Promise<void> {
  if (!/^[CG]/.test(channel)) return;
  const answer = await client.conversations.info({ channel });
  if (answer.channel?.is_private !== true) throw new ChannelIsPublic('The private channel is public.');
}

/** The id of the channel or person; undefined when nobody in the workspace has the address. */
export async function channelOf(people: SlackPeople, recipient: Recipient): Promise<string | undefined> {
  if ('channel' in recipient) return recipient.channel;
  const person = await people.byEmail(recipient.email);
  return person && !person.isDeleted && !person.isBot ? person.id : undefined;
}

/** Slack's words for a failure of its own, after which the work may have been done (reference/methods). */
const doubtfulCodes = new Set(['internal_error', 'fatal_error', 'request_timeout', 'service_unavailable']);

/** Codes of connections that never came to be. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What an error of Slack's client means for a repeat. */
export interface SlackFailure {
  code: string;
  /** A repeat cannot help. */
  permanent: boolean;
  /** What was asked for may have been done all the same. */
  doubtful: boolean;
  /** Milliseconds. */
  retryAfter?: number;
}

/** What an error of Slack's client means for a repeat. */
export function describeSlackFailure(error: unknown): SlackFailure {
  if (error instanceof ChannelIsPublic)
    return { code: 'channel_is_public', permanent: true, doubtful: false };
  if (error instanceof WebAPIRateLimitedError)
    return {
      code: 'ratelimited',
      permanent: false,
      doubtful: false,
      retryAfter: error.retryAfter * 1000,
    };
  if (error instanceof WebAPIPlatformError) {
    const { error: code } = error.data;
    return { code, permanent: permanent.has(code), doubtful: doubtfulCodes.has(code) };
  }
  if (error instanceof WebAPIHTTPError)
    return { code: `status ${error.statusCode}`, permanent: false, doubtful: error.statusCode >= 500 };
  return { code: 'unreachable', permanent: false, doubtful: !wasNeverSent(error) };
}

function wasNeverSent(error: unknown): boolean {
  if (error instanceof WebAPIRequestError) return wasNeverSent(error.original);
  if (error instanceof AggregateError) return error.errors.every(wasNeverSent);
  if (!(error instanceof Error)) return false;
  if ('code' in error && neverSent.has(String(error.code))) return true;
  return error.cause !== undefined && wasNeverSent(error.cause);
}
