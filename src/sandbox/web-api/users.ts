import { z } from 'zod';
import type { Slack } from '../slack.ts';
import { type SandboxPerson, userObject } from '../workspace/people.ts';
import { Count, type Method, readArguments, SlackError } from './method.ts';
import { page } from './paging.ts';

const UserArgument = z.object({ user: z.string() });
const ListArguments = z.object({ limit: Count.optional(), cursor: z.string().optional() });
const EmailArgument = z.object({ email: z.string() });
const BotArgument = z.object({ bot: z.string() });

export const userMethods: Record<string, Method> = {
  'users.info': {
    token: 'bot',
    scopes: ['users:read'],
    run({ slack, args }) {
      const { user } = readArguments(UserArgument, args);
      return { user: shown(slack, found(slack, user)) };
    },
  },
  'users.list': {
    token: 'bot',
    scopes: ['users:read'],
    run({ slack, args }) {
      const people = [botUser(slack), ...slack.workspace.people.values()];
      const { items, response_metadata } = page(people, readArguments(ListArguments, args));
      return {
        members: items.map((person) => shown(slack, person)),
        cache_ts: Math.floor(slack.clock.now() / 1000),
        response_metadata,
      };
    },
  },
  'users.lookupByEmail': {
    token: 'bot',
    scopes: ['users:read.email'],
    run({ slack, args }) {
      const email = readArguments(EmailArgument, args).email.toLowerCase();
      const person = [...slack.workspace.people.values()].find((one) => one.email.toLowerCase() === email);
      if (!person || person.isDeleted || person.isBot || person.isStranger)
        throw new SlackError('users_not_found');
      return { user: shown(slack, person) };
    },
  },
  'bots.info': {
    token: 'bot',
    scopes: ['users:read'],
    run({ slack, args }) {
      const { app, clock } = slack;
      if (readArguments(BotArgument, args).bot !== app.botId) throw new SlackError('bot_not_found');
      const bot = {
        id: app.botId,
        deleted: false,
        name: app.botName,
        app_id: app.id,
        user_id: app.botUserId,
      };
      return { bot: { ...bot, updated: Math.floor(clock.now() / 1000) } };
    },
  },
};

function found(slack: Slack, id: string): SandboxPerson {
  const person = id === slack.app.botUserId ? botUser(slack) : slack.workspace.people.get(id);
  if (!person) throw new SlackError('user_not_found');
  return person;
}

function shown(slack: Slack, person: SandboxPerson) {
  const { app, workspace, clock } = slack;
  return userObject(person, workspace.team.id, clock.now(), app.scopes.has('users:read.email'));
}

function botUser({ app }: Slack): SandboxPerson {
  const name = app.botName.toLowerCase().replaceAll(' ', '_');
  return { id: app.botUserId, name, realName: app.botName, email: '', timezone: 'UTC', isBot: true };
}
