import type { InstalledApp } from '../app.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import {
  type Args,
  type Method,
  type MethodParts,
  type Methods,
  requireScope,
  SlackError,
  type Warn,
} from './method.ts';
import { userMethods } from './users.ts';
import { viewMethods } from './views.ts';

const authMethods: Methods = {
  'api.test': { token: 'none', scopes: [], run: (_parts, args) => ({ args }) },
  'auth.test': { token: 'any', scopes: [], run: ({ app }, { token }) => whoAmI(app, token) },
  'apps.connections.open': { token: 'app', scopes: [], run: ({ socketUrl }) => ({ url: socketUrl() }) },
};

function whoAmI(app: InstalledApp, token: unknown): object {
  if (token === app.appToken) return { app_name: app.name, app_id: app.id };
  return {
    url: `https://${app.team.domain}.slack.com/`,
    team: app.team.name,
    user: app.botName.toLowerCase().replaceAll(' ', '_'),
    team_id: app.team.id,
    user_id: app.botUserId,
    bot_id: app.botId,
    is_enterprise_install: false,
  };
}

export const methods: Methods = {
  ...authMethods,
  ...chatMethods,
  ...conversationMethods,
  ...fileMethods,
  ...userMethods,
  ...viewMethods,
};

export type WebApiAnswer = { ok: boolean; error?: string } & Record<string, unknown>;

/** Runs a Web API method and answers as Slack does. `args` include the token. */
export function answerCall(parts: MethodParts, name: string, args: Args, warn: Warn): WebApiAnswer {
  try {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) throw new SlackError('unknown_method', { req_method: name });
    authorize(method, parts.app, args.token);
    return { ok: true, ...method.run(parts, args, warn) };
  } catch (error) {
    if (error instanceof SlackError) return { ok: false, error: error.message, ...error.fields };
    throw error;
  }
}

function authorize(method: Method, { botToken, appToken, scopes }: InstalledApp, token: unknown): void {
  if (method.token === 'none') return;
  if (!token) throw new SlackError('not_authed');
  if (token !== botToken && token !== appToken) throw new SlackError('invalid_auth');
  const kind = token === botToken ? 'bot' : 'app';
  if (method.token !== 'any' && method.token !== kind) throw new SlackError('not_allowed_token_type');
  for (const scope of method.scopes) requireScope(scopes, scope);
}
