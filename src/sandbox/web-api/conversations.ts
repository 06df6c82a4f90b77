import { z } from 'zod';
import type { InstalledApp } from '../app.ts';
import type { Built } from '../build.ts';
import { type Channel, channelObject, kindNames, type Message } from '../workspace/channels.ts';
import { messageObject } from '../workspace/objects.ts';
import { type Methods, method, page, paging, requireScope, SlackError, visibleChannel } from './method.ts';

const channel = z.string();

/** docs.slack.dev/reference/methods: supported conversations.* methods. */
export const conversationMethods: Methods = {
  'conversations.info': method([], { channel }, (parts, { channel: id }) => ({
    channel: channelObject(readable(parts, id, 'read')),
  })),

  'conversations.members': method([], { channel, ...paging }, (parts, { channel: id, ...wanted }) => {
    const { members, hasApp } = readable(parts, id, 'read');
    const all = [...members, ...(hasApp ? [parts.app.botUserId] : [])];
    const { items, response_metadata } = page(all, wanted);
    return { members: items, response_metadata };
  }),

  'conversations.history': method([], { channel, ...paging }, (parts, { channel: id, ...wanted }) => {
    const { messages } = readable(parts, id, 'history');
    const isReply = ({ ts, threadTs }: Message) => threadTs !== undefined && threadTs !== ts;
    const kept = messages.filter((one) => !one.onlyFor && (!isReply(one) || one.isBroadcast));
    return listed(kept.reverse(), wanted, parts.app);
  }),

  'conversations.replies': method(
    [],
    { channel, ts: z.string(), ...paging },
    (parts, { channel: id, ts, ...wanted }) => {
      const { messages } = readable(parts, id, 'history');
      const thread = messages.filter((one) => !one.onlyFor && (one.ts === ts || one.threadTs === ts));
      if (thread.length === 0) throw new SlackError('thread_not_found');
      return listed(thread, wanted, parts.app);
    },
  ),

  'conversations.join': method(['channels:join'], { channel }, ({ workspace }, { channel: id }) => {
    const channel = visibleChannel(workspace, id);
    if (channel.kind !== 'public') throw new SlackError('method_not_supported_for_channel_type');
    if (channel.isArchived) throw new SlackError('is_archived');
    const warning = channel.hasApp ? { warning: 'already_in_channel' } : {};
    channel.hasApp = true;
    return { channel: channelObject(channel), ...warning };
  }),

  'conversations.open': method(
    ['im:write'],
    { users: z.string().optional(), channel: channel.optional() },
    ({ workspace }, { users, channel: id }) => {
      if (id) return { channel: { id: visibleChannel(workspace, id).id } };
      const [user = '', ...others] = users?.split(',') ?? [];
      if (users === undefined) throw new SlackError('users_list_not_supplied');
      if (others.length > 0) throw new SlackError('method_not_supported_for_channel_type');
      const person = workspace.people.get(user);
      if (!person) throw new SlackError('user_not_found');
      if (person.isDeleted) throw new SlackError('user_disabled');
      if (person.isBot) throw new SlackError('cannot_dm_bot');
      return { channel: { id: workspace.direct(person.id).id } };
    },
  ),
};

function listed(all: readonly Message[], wanted: Parameters<typeof page>[1], app: InstalledApp) {
  const { items, response_metadata } = page(all, wanted, 100);
  const has_more = response_metadata.next_cursor !== '';
  return { messages: items.map((one) => messageObject(one, app)), has_more, response_metadata };
}

function readable({ app, workspace }: Built, id: string, what: 'read' | 'history'): Channel {
  const found = visibleChannel(workspace, id);
  requireScope(app.scopes, `${kindNames[found.kind]}:${what}`);
  if (what === 'history' && !found.hasApp) throw new SlackError('not_in_channel');
  return found;
}
