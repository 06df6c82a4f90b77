import { z } from 'zod';
import { userGroupObject } from '../workspace/people.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Args, Flag, type MethodParts, type Methods, readArguments, SlackError } from './method.ts';

const GroupArgument = z.object({ usergroup: z.string() });
const ListArguments = z.object({ include_users: Flag.optional() });

/** docs.slack.dev/reference/methods: usergroups.list and usergroups.users.list. */
export function userGroupMethods({ app, workspace }: Pick<MethodParts, 'app' | 'workspace'>): Methods {
  const read = { token: 'bot', scopes: ['usergroups:read'] } as const;
  return {
    'usergroups.list': { ...read, run: ({ args }) => list(app.team.id, workspace, args) },
    'usergroups.users.list': { ...read, run: ({ args }) => listUsers(workspace, args) },
  };
}

function list(teamId: string, { userGroups }: Workspace, args: Args): object {
  const { include_users: withUsers } = readArguments(ListArguments, args);
  const usergroups = userGroups.map((group) => ({
    ...userGroupObject(group, teamId),
    ...(withUsers && { users: group.users }),
  }));
  return { usergroups };
}

function listUsers({ userGroups }: Workspace, args: Args): object {
  const { usergroup } = readArguments(GroupArgument, args);
  const group = userGroups.find(({ id }) => id === usergroup);
  if (!group) throw new SlackError('no_such_subteam');
  return { users: group.users };
}
