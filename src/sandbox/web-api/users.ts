import { z } from 'zod';
import type { InstalledApp } from '../app.ts';
import type { Built } from '../build.ts';
import { userGroupObject, userObject } from '../workspace/objects.ts';
import type { SandboxPerson } from '../workspace/workspace.ts';
import { Flag, type Methods, method, page, paging, SlackError } from './method.ts';

const read = ['users:read'];
const include_locale = Flag.default(false);

/** docs.slack.dev/reference/methods: supported users.*, bots.* and usergroups.* methods. */
export const userMethods: Methods = {
  'users.info': method(read, { user: z.string(), include_locale }, (parts, { user: id, include_locale }) => {
    const { app, workspace } = parts;
    const person = id === app.botUserId ? botUser(app) : workspace.people.get(id);
    if (!person) throw new SlackError('user_not_found');
    return { user: shown(parts, person, include_locale) };
  }),

  'users.list': method(read, { ...paging, include_locale }, (parts, { include_locale, ...wanted }) => {
    const { items, response_metadata } = page(
      [botUser(parts.app), ...parts.workspace.people.values()],
      wanted,
    );
    return {
      members: items.map((person) => shown(parts, person, include_locale)),
      cache_ts: Math.floor(parts.clock.now() / 1000),
      response_metadata,
    };
  }),

  'users.lookupByEmail': method(['users:read.email'], { email: z.string() }, (parts, { email }) => {
    const people = [...parts.workspace.people.values()];
    const person = people.find((one) => one.email.toLowerCase() === email.toLowerCase());
    if (!person || person.isDeleted || person.isBot || person.isStranger)
      throw new SlackError('users_not_found');
    return { user: shown(parts, person, false) };
  }),

  'bots.info': method(read, { bot: z.string() }, ({ app, clock }, { bot }) => {
    if (bot !== app.botId) throw new SlackError('bot_not_found');
    const updated = Math.floor(clock.now() / 1000);
    const { botId: id, botName: name, id: app_id, botUserId: user_id } = app;
    return { bot: { id, deleted: false, name, app_id, user_id, updated } };
  }),

  'usergroups.list': method(
    ['usergroups:read'],
    { include_users: Flag.optional() },
    ({ app, workspace }, { include_users: withUsers }) => ({
      usergroups: workspace.userGroups.map((group) => ({
        ...userGroupObject(group, app.team.id),
        ...(withUsers && { users: group.users }),
      })),
    }),
  ),

  'usergroups.users.list': method(
    ['usergroups:read'],
    { usergroup: z.string() },
    ({ workspace }, { usergroup }) => {
      const group = workspace.userGroups.find(({ id }) => id === usergroup);
      if (!group) throw new SlackError('no_such_subteam');
      return { users: group.users };
    },
  ),
};

function shown({ app, clock }: Built, person: SandboxPerson, withLocale: boolean) {
  return userObject(app, person, clock.now(), withLocale);
}

function botUser({ botName, botUserId: id }: InstalledApp): SandboxPerson {
  const name = botName.toLowerCase().replaceAll(' ', '_');
  return { id, name, realName: botName, email: '', timezone: 'UTC', isBot: true };
}
