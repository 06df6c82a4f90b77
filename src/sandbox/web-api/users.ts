import { z } from 'zod';
import type { InstalledApp } from '../app/installed-app.ts';
import type { Clock } from '../clock.ts';
import { type SandboxPerson, userObject } from '../workspace/people.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Args, Count, type Methods, readArguments, SlackError } from './method.ts';
import { page } from './paging.ts';

const UserArgument = z.object({ user: z.string() });
const ListArguments = z.object({ limit: Count.optional(), cursor: z.string().optional() });
const EmailArgument = z.object({ email: z.string() });
const BotArgument = z.object({ bot: z.string() });

interface Parts {
  app: InstalledApp;
  workspace: Workspace;
  clock: Clock;
}

/** docs.slack.dev/reference/methods: users.info, users.list, users.lookupByEmail and bots.info. */
export function userMethods(parts: Parts): Methods {
  const read = { token: 'bot', scopes: ['users:read'] } as const;
  const readEmail = { token: 'bot', scopes: ['users:read.email'] } as const;
  return {
    'users.info': { ...read, run: ({ args }) => info(parts, args) },
    'users.list': { ...read, run: ({ args }) => list(parts, args) },
    'users.lookupByEmail': { ...readEmail, run: ({ args }) => lookupByEmail(parts, args) },
    'bots.info': { ...read, run: ({ args }) => botInfo(parts, args) },
  };
}

function info(parts: Parts, args: Args): object {
  const { user: id } = readArguments(UserArgument, args);
  const { app, workspace } = parts;
  const person = id === app.botUserId ? botUser(app) : workspace.people.get(id);
  if (!person) throw new SlackError('user_not_found');
  return { user: shown(parts, person) };
}

function list(parts: Parts, args: Args): object {
  const { app, workspace, clock } = parts;
  const people = [botUser(app), ...workspace.people.values()];
  const { items, response_metadata } = page(people, readArguments(ListArguments, args));
  return {
    members: items.map((person) => shown(parts, person)),
    cache_ts: Math.floor(clock.now() / 1000),
    response_metadata,
  };
}

function lookupByEmail(parts: Parts, args: Args): object {
  const email = readArguments(EmailArgument, args).email.toLowerCase();
  const person = [...parts.workspace.people.values()].find((one) => one.email.toLowerCase() === email);
  if (!person || person.isDeleted || person.isBot || person.isStranger)
    throw new SlackError('users_not_found');
  return { user: shown(parts, person) };
}

function botInfo({ app, clock }: Parts, args: Args): object {
  if (readArguments(BotArgument, args).bot !== app.botId) throw new SlackError('bot_not_found');
  const bot = {
    id: app.botId,
    deleted: false,
    name: app.botName,
    app_id: app.id,
    user_id: app.botUserId,
    updated: Math.floor(clock.now() / 1000),
  };
  return { bot };
}

function shown({ app, clock }: Parts, person: SandboxPerson) {
  return userObject(person, app.team.id, clock.now(), app.scopes.has('users:read.email'));
}

function botUser({ botName, botUserId: id }: InstalledApp): SandboxPerson {
  const name = botName.toLowerCase().replaceAll(' ', '_');
  return { id, name, realName: botName, email: '', timezone: 'UTC', isBot: true };
}
