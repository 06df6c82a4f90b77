import type { KnownBlock } from '@slack/types';
import { z } from 'zod';

export const flag = z.boolean().exactOptional();

export const SandboxChannel = z.strictObject({
  id: z.string().regex(/^C[A-Z0-9]+$/, 'must be a channel ID: C, then capital letters or digits'),
  name: z.string().regex(/^[\w-]+$/),
  isPrivate: flag,
  isArchived: flag,
  members: z.array(z.string()),
  /** The app is a member; defaults to false. */
  hasApp: flag,
  /** Shared with another company (Slack Connect). */
  isExtShared: flag,
  /** Another company is invited but hasn't accepted yet. */
  isPendingExtShared: flag,
  /** Shared among workspaces of the same company (Enterprise organization). */
  isOrgShared: flag,
});
export type SandboxChannel = z.infer<typeof SandboxChannel>;

export type ChannelChange = Partial<Omit<SandboxChannel, 'id' | 'name' | 'members'>>;

interface SharedFile {
  id: string;
  name: string;
  title: string;
  size: number;
}

export interface Message {
  ts: string;
  channel: string;
  from: { id: string; name: string; isApp: boolean };
  text: string;
  blocks: KnownBlock[];
  isMrkdwn: boolean;
  isEdited: boolean;
  threadTs?: string;
  /** A reply that the conversation shows too. */
  isBroadcast?: boolean;
  /** The only recipient of an ephemeral message. */
  onlyFor?: string;
  metadata?: unknown;
  files?: readonly SharedFile[];
  /** User ids, user group ids, "channel", "here", "everyone". */
  mentions: string[];
}

export interface Channel extends Required<Omit<SandboxChannel, 'isPrivate' | 'members'>> {
  kind: 'public' | 'private' | 'direct';
  members: Set<string>;
  messages: Message[];
  /** Seconds since the epoch. */
  created: number;
}

/** Slack's names of channel kinds in scopes and subscriptions: "channels:read", "message.channels". */
export const kindNames = { public: 'channels', private: 'groups', direct: 'im' } as const;

/** A channel in the shape of `conversations.info`. */
export function channelObject(channel: Channel) {
  if (channel.kind === 'direct') {
    const [user] = channel.members;
    return { id: channel.id, created: channel.created, is_im: true, is_org_shared: false, user };
  }
  return {
    id: channel.id,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: channel.kind === 'private',
    created: channel.created,
    is_archived: channel.isArchived,
    is_general: channel.name === 'general',
    is_shared: channel.isExtShared || channel.isOrgShared,
    is_ext_shared: channel.isExtShared,
    is_pending_ext_shared: channel.isPendingExtShared,
    is_org_shared: channel.isOrgShared,
    pending_shared: [],
    is_member: channel.hasApp,
    num_members: channel.members.size + (channel.hasApp ? 1 : 0),
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
  };
}
