import { z } from 'zod';
import type { InstalledApp } from '../app.ts';
import { userGroupObject, userObject } from '../workspace/objects.ts';
import type { SandboxPerson } from '../workspace/workspace.ts';
import {
  type Args,
  Flag,
  type MethodParts,
  type Methods,
  Paging,
  page,
  readArguments,
  SlackError,
} from './method.ts';

const UserArgument = z.object({ user: z.string(), include_locale: Flag.default(false) });
const ListArguments = Paging.extend({ include_locale: Flag.default(false) });
const EmailArgument = z.object({ email: z.string() });
const BotArgument = z.object({ bot: z.string() });
const GroupsArguments = z.object({ include_users: Flag.optional() });
const GroupArgument = z.object({ usergroup: z.string() });

/** docs.slack.dev/reference/methods: supported users.*, bots.* and usergroups.* methods. */
export const userMethods: Methods = {
  'users.info': { token: 'bot', scopes: ['users:read'], run: info },
  'users.list': { token: 'bot', scopes: ['users:read'], run: list },
  'users.lookupByEmail': { token: 'bot', scopes: ['users:read.email'], run: lookupByEmail },
  'bots.info': { token: 'bot', scopes: ['users:read'], run: botInfo },
  'usergroups.list': { token: 'bot', scopes: ['usergroups:read'], run: listGroups },
  'usergroups.users.list': { token: 'bot', scopes: ['usergroups:read'], run: listGroupUsers },
};

type Parts = Pick<MethodParts, 'app' | 'workspace' | 'clock'>;

function info(parts: Parts, args: Args): object {
  const { user: id, include_locale } = readArguments(UserArgument, args);
  const { app, workspace } = parts;
  const person = id === app.botUserId ? botUser(app) : workspace.people.get(id);
  if (!person) throw new SlackError('user_not_found');
  return { user: shown(parts, person, include_locale) };
}

function list(parts: Parts, args: Args): object {
  const { app, workspace, clock } = parts;
  const people = [botUser(app), ...workspace.people.values()];
  const { include_locale, ...paging } = readArguments(ListArguments, args);
  const { items, response_metadata } = page(people, paging);
  return {
    members: items.map((person) => shown(parts, person, include_locale)),
    cache_ts: Math.floor(clock.now() / 1000),
    response_metadata,
  };
}

function lookupByEmail(parts: Parts, args: Args): object {
  const email = readArguments(EmailArgument, args).email.toLowerCase();
  const person = [...parts.workspace.people.values()].find((one) => one.email.toLowerCase() === email);
  if (!person || person.isDeleted || person.isBot || person.isStranger)
    throw new SlackError('users_not_found');
  return { user: shown(parts, person, false) };
}

function botInfo({ app, clock }: Parts, args: Args): object {
  if (readArguments(BotArgument, args).bot !== app.botId) throw new SlackError('bot_not_found');
  const updated = Math.floor(clock.now() / 1000);
  const { botId: id, botName: name, id: app_id, botUserId: user_id } = app;
  return { bot: { id, deleted: false, name, app_id, user_id, updated } };
}

function listGroups({ app, workspace }: Parts, args: Args): object {
  const { include_users: withUsers } = readArguments(GroupsArguments, args);
  const usergroups = workspace.userGroups.map((group) => ({
    ...userGroupObject(group, app.team.id),
    ...(withUsers && { users: group.users }),
  }));
  return { usergroups };
}

function listGroupUsers({ workspace }: Parts, args: Args): object {
  const { usergroup } = readArguments(GroupArgument, args);
  const group = workspace.userGroups.find(({ id }) => id === usergroup);
  if (!group) throw new SlackError('no_such_subteam');
  return { users: group.users };
}

function shown({ app, clock }: Parts, person: SandboxPerson, withLocale: boolean) {
  return userObject(app, person, clock.now(), withLocale);
}

function botUser({ botName, botUserId: id }: InstalledApp): SandboxPerson {
  const name = botName.toLowerCase().replaceAll(' ', '_');
  return { id, name, realName: botName, email: '', timezone: 'UTC', isBot: true };
}
