import { authMethods } from './auth.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import type { Method } from './method.ts';
import { userGroupMethods } from './user-groups.ts';
import { userMethods } from './users.ts';
import { viewMethods } from './views.ts';

/** Every Web API method of the sandbox, by its name. */
export const methods: Readonly<Record<string, Method>> = {
  ...authMethods,
  ...chatMethods,
  ...conversationMethods,
  ...userGroupMethods,
  ...userMethods,
  ...viewMethods,
};
