import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { askPerson, isFullMember } from '../people/people.ts';
import { NotToBePosted } from './slack-failure.ts';

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

/**
 * Looks up a channel.
 * @throws what Slack's client throws, e.g. `channel_not_found`
 */
export async function askChannel(client: WebClient, channel: string): Promise<ChannelFacts> {
  return Channel.parse((await client.conversations.info({ channel })).channel);
}

/**
 * Why a channel must not get confidential messages; undefined if it may. Channels shared within the company may: HR
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
 * Checks a target before each confidential message, since all of it can change at any time: a channel must be private
 * and the company's own, a person a full member of the workspace.
 * @throws NotToBePosted; what Slack's client throws
 */
export async function mustKeepItConfidential(
  client: WebClient,
  target: string,
  teamId: string,
): Promise<void> {
  if (/^[UW]/.test(target)) {
    if (!isFullMember(await askPerson(client, target), teamId))
      throw new NotToBePosted('not_a_full_member', true);
    return;
  }
  const trouble = confidentialTrouble(await askChannel(client, target));
  if (trouble) throw new NotToBePosted(trouble);
}
