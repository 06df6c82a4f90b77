import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { isPerson } from '../ids.ts';
import { say } from '../messages.ts';
import { askPerson, isFullMember } from '../people/people.ts';
import { mention } from '../views/blocks.ts';
import { NotToBePosted } from '../web-client.ts';

/**
 * Facts from `conversations.info` that determine the readers of a channel
 * (docs.slack.dev/reference/objects/conversation-object).
 */
const Channel = z.object({
  name: z.string().default(''),
  is_archived: z.boolean().default(false),
  is_private: z.boolean().default(false),
  is_member: z.boolean().default(false),
  /** Shared with another company. */
  is_ext_shared: z.boolean().default(false),
  /** Another company is invited: it can read everything as soon as it accepts. */
  is_pending_ext_shared: z.boolean().default(false),
  /** Shared with another workspace, of another company unless `is_org_shared`. */
  is_shared: z.boolean().default(false),
  is_org_shared: z.boolean().default(false),
  pending_shared: z.array(z.string()).default([]),
});
type ChannelFacts = z.infer<typeof Channel>;

export async function askChannel(client: WebClient, channel: string): Promise<ChannelFacts> {
  return Channel.parse((await client.conversations.info({ channel })).channel);
}

/**
 * Returns undefined if the channel may get confidential messages. Channels shared within the company may: HR
 * chose their members.
 */
export function confidentialTrouble(
  channel: ChannelFacts,
): 'channel_is_public' | 'channel_is_shared' | undefined {
  if (!channel.is_private) return 'channel_is_public';
  const withOthers = channel.is_shared && !channel.is_org_shared;
  const invited = channel.is_pending_ext_shared || channel.pending_shared.length > 0;
  return channel.is_ext_shared || withOthers || invited ? 'channel_is_shared' : undefined;
}

/**
 * Checks before each confidential message: a channel must be private and the company's own, a person a full
 * member of the workspace. Throws NotToBePosted.
 */
export async function mustKeepItConfidential(
  client: WebClient,
  target: string,
  teamId: string,
): Promise<void> {
  if (isPerson(target)) {
    if (!isFullMember(await askPerson(client, target), teamId))
      throw new NotToBePosted('not_a_full_member', true);
    return;
  }
  const trouble = confidentialTrouble(await askChannel(client, target));
  if (trouble) throw new NotToBePosted(trouble);
}

const prefix = 'unconfirmed:';

/** `code` is Slack's error code for the lookup. */
export function unconfirmed(code: string): string {
  return prefix + code;
}

export function isUnconfirmed(code: string): boolean {
  return code.startsWith(prefix);
}

/**
 * Tells whether somebody can fix the problem, so that the message is worth keeping. A person who can't be
 * messaged stays that way.
 */
export function isMendable(target: string, code: string): boolean {
  return isUnconfirmed(code) || (/^[CG]/.test(target) && adviceFor(code) !== undefined);
}

function adviceFor(code: string): string | undefined {
  const { channelAdvice } = say();
  // Slack adds the restriction's kind, for example restricted_action_read_only_channel.
  const word = code.startsWith('restricted_action') ? 'restricted_action' : code;
  return Object.hasOwn(channelAdvice, word) ? channelAdvice[word] : undefined;
}

interface TroubledChannel {
  channel: string;
  code: string;
  /** HR gets the channel's messages directly meanwhile. */
  isForHr: boolean;
}

/** Describes a channel that Frontdesk can't post to or read, with advice, in mrkdwn. */
export function channelTrouble({ channel, code, isForHr }: TroubledChannel): string {
  const { unconfirmedAdvice, channelTroubleWords: around } = say();
  const name = mention(channel);
  if (isUnconfirmed(code)) return unconfirmedAdvice(name, code.slice(prefix.length));
  return [
    around.cannot(name),
    around.whatToDo(adviceFor(code) ?? around.unknown),
    isForHr ? around.meanwhileHr : around.meanwhile,
  ].join(' ');
}
