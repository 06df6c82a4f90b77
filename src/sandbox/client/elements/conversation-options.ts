import type { ConversationsSelect, MultiConversationsSelect } from '@slack/types';
import type { Element } from '../../block-kit/interactive.ts';
import type { Channel } from '../../workspace/channels.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Client } from '../client.ts';

/**
 * Conversations that a menu offers to a person: public channels in a channels menu; in a conversations menu, those
 * the person can open and the filter allows
 * (docs.slack.dev/reference/block-kit/composition-objects/conversation-filter-object). Never archived ones.
 */
export function offeredConversations(workspace: Workspace, client: Client, element: Element): Channel[] {
  const { id } = client.person;
  const isOffered = hasFilter(element) ? passes(element.filter) : ({ kind }: Channel) => kind === 'public';
  return [...workspace.channels.values()].filter(
    (channel) => canOpen(channel, id) && !channel.isArchived && isOffered(channel),
  );
}

function canOpen({ kind, members }: Channel, personId: string): boolean {
  return kind === 'public' || members.has(personId);
}

function hasFilter(element: Element): element is ConversationsSelect | MultiConversationsSelect {
  return element.type === 'conversations_select' || element.type === 'multi_conversations_select';
}

function passes(filter: ConversationsSelect['filter'] = {}) {
  const { include, exclude_bot_users, exclude_external_shared_channels } = filter;
  return (channel: Channel): boolean => {
    const kind = channel.kind === 'direct' ? 'im' : channel.kind;
    if (include && !include.includes(kind)) return false;
    // The only direct conversations here are with the app, which is a bot.
    if (exclude_bot_users && kind === 'im') return false;
    return !(exclude_external_shared_channels && (channel.isExtShared || channel.isPendingExtShared));
  };
}
