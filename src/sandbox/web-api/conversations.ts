import { z } from 'zod';
import { type Channel, channelObject, kindNames } from '../workspace/channels.ts';
import { messageObject } from '../workspace/objects.ts';
import {
  type Args,
  type MethodParts,
  type Methods,
  Paging,
  page,
  readArguments,
  requireScope,
  SlackError,
  visibleChannel,
} from './method.ts';

const ChannelArgument = z.object({ channel: z.string() });
const OpenArguments = z.object({ users: z.string().optional(), channel: z.string().optional() });

type Parts = Pick<MethodParts, 'app' | 'workspace'>;

/** docs.slack.dev/reference/methods: supported conversations.* methods. */
export const conversationMethods: Methods = {
  'conversations.info': { token: 'bot', scopes: [], run: info },
  'conversations.members': { token: 'bot', scopes: [], run: members },
  'conversations.history': { token: 'bot', scopes: [], run: history },
  'conversations.join': { token: 'bot', scopes: ['channels:join'], run: join },
  'conversations.open': { token: 'bot', scopes: ['im:write'], run: open },
};

function info(parts: Parts, args: Args): object {
  return { channel: channelObject(readable(parts, args, 'read')) };
}

function members(parts: Parts, args: Args): object {
  const channel = readable(parts, args, 'read');
  const all = [...channel.members, ...(channel.hasApp ? [parts.app.botUserId] : [])];
  const { items, response_metadata } = page(all, readArguments(Paging, args));
  return { members: items, response_metadata };
}

function history(parts: Parts, args: Args): object {
  const channel = readable(parts, args, 'history');
  if (!channel.hasApp) throw new SlackError('not_in_channel');
  const kept = channel.messages.filter(({ onlyFor }) => !onlyFor).reverse();
  const { items, response_metadata } = page(kept, readArguments(Paging, args), 100);
  const has_more = response_metadata.next_cursor !== '';
  return { messages: items.map((one) => messageObject(one, parts.app)), has_more, response_metadata };
}

function join({ workspace }: Parts, args: Args): object {
  const channel = visibleChannel(workspace, readArguments(ChannelArgument, args).channel);
  if (channel.kind !== 'public') throw new SlackError('method_not_supported_for_channel_type');
  if (channel.isArchived) throw new SlackError('is_archived');
  const warning = channel.hasApp ? { warning: 'already_in_channel' } : {};
  workspace.changeChannel(channel.id, { hasApp: true });
  return { channel: channelObject(channel), ...warning };
}

function open({ workspace }: Parts, args: Args): object {
  const read = readArguments(OpenArguments, args);
  const users = read.users?.split(',') ?? [];
  if (read.channel) return { channel: { id: visibleChannel(workspace, read.channel).id } };
  if (users.length === 0) throw new SlackError('users_list_not_supplied');
  if (users.length > 1) throw new SlackError('method_not_supported_for_channel_type');
  const person = workspace.people.get(users[0] ?? '');
  if (!person) throw new SlackError('user_not_found');
  if (person.isDeleted) throw new SlackError('user_disabled');
  if (person.isBot) throw new SlackError('cannot_dm_bot');
  return { channel: { id: workspace.direct(person.id).id } };
}

function readable({ app, workspace }: Parts, args: Args, what: 'read' | 'history'): Channel {
  const channel = visibleChannel(workspace, readArguments(ChannelArgument, args).channel);
  requireScope(app.scopes, `${kindNames[channel.kind]}:${what}`);
  return channel;
}
