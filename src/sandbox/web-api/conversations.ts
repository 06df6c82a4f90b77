import { z } from 'zod';
import type { Slack } from '../slack.ts';
import { type Channel, channelObject } from '../workspace/channels.ts';
import { messageObject } from '../workspace/message-object.ts';
import { Count, Flag, type Method, readArguments, requireScope, SlackError } from './method.ts';
import { page } from './paging.ts';

const prefix = { public: 'channels', private: 'groups', direct: 'im' } as const;
const kindOf = new Map<string, Channel['kind']>([
  ['public_channel', 'public'],
  ['private_channel', 'private'],
  ['im', 'direct'],
]);

const Paging = z.object({ limit: Count.optional(), cursor: z.string().optional() });
const ChannelArgument = z.object({ channel: z.string() });
const ListArguments = Paging.extend({
  types: z.string().default('public_channel'),
  exclude_archived: Flag.default(false),
});
const OpenArguments = z.object({ users: z.string().optional(), channel: z.string().optional() });

export const conversationMethods: Record<string, Method> = {
  'conversations.info': {
    token: 'bot',
    scopes: [],
    run: ({ slack, args }) => ({ channel: channelObject(readable(slack, args, 'read')) }),
  },
  'conversations.list': {
    token: 'bot',
    scopes: [],
    run({ slack, args }) {
      const read = readArguments(ListArguments, args);
      const kinds = read.types.split(',').map((type) => kindNamed(type.trim()));
      for (const kind of kinds) requireScope(slack, `${prefix[kind]}:read`);
      const listed = [...slack.workspace.channels.values()].filter(
        (channel) =>
          kinds.includes(channel.kind) &&
          (channel.kind === 'public' || channel.hasApp) &&
          !(read.exclude_archived && channel.isArchived),
      );
      const { items, response_metadata } = page(listed, { ...read, limit: read.limit ?? 100 });
      return { channels: items.map(channelObject), response_metadata };
    },
  },
  'conversations.members': {
    token: 'bot',
    scopes: [],
    run({ slack, args }) {
      const channel = readable(slack, args, 'read');
      const members = [...channel.members, ...(channel.hasApp ? [slack.app.botUserId] : [])];
      const { items, response_metadata } = page(members, readArguments(Paging, args));
      return { members: items, response_metadata };
    },
  },
  'conversations.history': {
    token: 'bot',
    scopes: [],
    run({ slack, args }) {
      const channel = readable(slack, args, 'history');
      if (!channel.hasApp) throw new SlackError('not_in_channel');
      const kept = channel.messages.filter(({ onlyFor }) => !onlyFor).reverse();
      const paging = readArguments(Paging, args);
      const { items, response_metadata } = page(kept, { ...paging, limit: paging.limit ?? 100 });
      const ids = { teamId: slack.workspace.team.id, appId: slack.app.id, botId: slack.app.botId };
      const has_more = response_metadata.next_cursor !== '';
      return { messages: items.map((one) => messageObject(one, ids)), has_more, response_metadata };
    },
  },
  'conversations.join': {
    token: 'bot',
    scopes: ['channels:join'],
    run({ slack, args }) {
      const channel = visibleChannel(slack, readArguments(ChannelArgument, args).channel);
      if (channel.kind !== 'public') throw new SlackError('method_not_supported_for_channel_type');
      if (channel.isArchived) throw new SlackError('is_archived');
      const warning = channel.hasApp ? { warning: 'already_in_channel' } : {};
      channel.hasApp = true;
      slack.changes.changed();
      return { channel: channelObject(channel), ...warning };
    },
  },
  'conversations.open': {
    token: 'bot',
    scopes: ['im:write'],
    run({ slack, args }) {
      const read = readArguments(OpenArguments, args);
      const users = read.users?.split(',') ?? [];
      if (read.channel) return { channel: { id: visibleChannel(slack, read.channel).id } };
      if (users.length === 0) throw new SlackError('users_list_not_supplied');
      if (users.length > 1) throw new SlackError('method_not_supported_for_channel_type');
      const person = slack.workspace.people.get(users[0] ?? '');
      if (!person) throw new SlackError('user_not_found');
      if (person.isDeleted) throw new SlackError('user_disabled');
      if (person.isBot) throw new SlackError('cannot_dm_bot');
      return { channel: { id: slack.workspace.direct(person.id).id } };
    },
  },
};

function kindNamed(type: string): Channel['kind'] {
  const kind = kindOf.get(type);
  if (!kind) throw new SlackError('invalid_types');
  return kind;
}

function readable(slack: Slack, args: Record<string, unknown>, what: 'read' | 'history'): Channel {
  const channel = visibleChannel(slack, readArguments(ChannelArgument, args).channel);
  requireScope(slack, `${prefix[channel.kind]}:${what}`);
  return channel;
}

/** A channel that the app may know of: private ones only as a member. */
export function visibleChannel(slack: Slack, id: string): Channel {
  const channel = slack.workspace.channels.get(id);
  if (!channel || (channel.kind === 'private' && !channel.hasApp)) throw new SlackError('channel_not_found');
  return channel;
}
