import type { ConversationsSelect } from '@slack/types';
import type { Field, FieldOptions } from './field.ts';

/** People picker; its value lists user ids. */
export function usersField(options: FieldOptions): Field<readonly string[], unknown> {
  return {
    ...options,
    element: (ids = []) => ({
      type: 'multi_users_select',
      ...(ids.length > 0 && { initial_users: [...ids] }),
    }),
    read: (form, id) => form.ids(id),
  };
}

interface ChannelOptions extends FieldOptions {
  filter: NonNullable<ConversationsSelect['filter']>;
}

/** Channel picker; its value is a channel id. */
export function channelField({ filter, ...options }: ChannelOptions): Field<string, unknown> {
  return {
    ...options,
    element: (id) => ({
      type: 'conversations_select',
      filter,
      ...(id !== undefined && { initial_conversation: id }),
    }),
    read: (form, id) => form.ids(id)[0],
  };
}

/** Channel picker; its value lists channel ids. */
export function channelsField({ filter, ...options }: ChannelOptions): Field<readonly string[], unknown> {
  return {
    ...options,
    element: (ids = []) => ({
      type: 'multi_conversations_select',
      filter,
      ...(ids.length > 0 && { initial_conversations: [...ids] }),
    }),
    read: (form, id) => form.ids(id),
  };
}
