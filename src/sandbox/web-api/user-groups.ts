import { z } from 'zod';
import { userGroupObject } from '../workspace/people.ts';
import { Flag, type Method, readArguments, SlackError } from './method.ts';

const GroupArgument = z.object({ usergroup: z.string() });
const ListArguments = z.object({ include_users: Flag.optional() });

export const userGroupMethods: Record<string, Method> = {
  'usergroups.list': {
    token: 'bot',
    scopes: ['usergroups:read'],
    run({ slack, args }) {
      const { include_users: withUsers } = readArguments(ListArguments, args);
      const usergroups = slack.workspace.userGroups.map((group) => ({
        ...userGroupObject(group, slack.workspace.team.id),
        ...(withUsers && { users: group.users }),
      }));
      return { usergroups };
    },
  },
  'usergroups.users.list': {
    token: 'bot',
    scopes: ['usergroups:read'],
    run({ slack, args }) {
      const { usergroup } = readArguments(GroupArgument, args);
      const group = slack.workspace.userGroups.find(({ id }) => id === usergroup);
      if (!group) throw new SlackError('no_such_subteam');
      return { users: group.users };
    },
  },
};
