import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InstalledApp } from '../app.ts';
import { isObject } from '../block-kit/check.ts';
import type { Built, RecordedCall } from '../build.ts';
import { parsedJson } from '../parsed-json.ts';
import { answerRequest } from '../traffic/traffic.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import { type Args, type Method, type Methods, requireScope, SlackError, type Warn } from './method.ts';
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

type WebApiAnswer = NonNullable<RecordedCall['answer']>;

/** Runs a Web API method and answers as Slack does. `args` include the token. */
function answerCall(parts: Built, name: string, args: Args, warn: Warn): WebApiAnswer {
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

const kept = 10_000;

/** Routes for `/api/METHOD`, by POST or GET, with form fields or JSON. */
export function webApiRoutes(server: FastifyInstance, parts: Built): void {
  server.route<{ Params: { method: string } }>({
    method: ['GET', 'POST'],
    url: '/api/:method',
    handler: (request, reply) => handle(parts, request, reply),
    errorHandler: (error, _request, reply) => {
      const code = unreadable[(error as { code?: string }).code ?? ''];
      if (!code) throw error;
      return reply.status(200).send({ ok: false, error: code });
    },
  });
}

const unreadable: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'invalid_post_type',
};

async function handle(
  parts: Built,
  request: FastifyRequest<{ Params: { method: string } }>,
  reply: FastifyReply,
): Promise<unknown> {
  const { method } = request.params;
  const { token, ...given } = { ...objectOr(request.query), ...objectOr(request.body) };
  const args = withJson(given);
  const record: RecordedCall = { method, args, answer: undefined };
  parts.calls.push(record);
  if (parts.calls.length > kept) parts.calls.shift();
  const [, bearer] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const call = { ...args, token: bearer ?? token };
  return answerRequest(parts, reply, { via: 'web api', name: method, request: args }, () => {
    let warning: string | undefined;
    const body = answerCall(parts, method, call, (text) => {
      warning = text;
    });
    record.answer = body;
    const headers = scopesOf(parts.app, call.token);
    return { status: 200, body, headers, trouble: body.error ?? warning };
  });
}

/** Slack lists a token's scopes in each answer; an app-level token can only open connections. */
function scopesOf({ botToken, appToken, scopes }: InstalledApp, token: unknown): Record<string, string> {
  if (token === botToken) return { 'x-oauth-scopes': [...scopes].join(',') };
  return token === appToken ? { 'x-oauth-scopes': 'connections:write' } : {};
}

function objectOr(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

const jsonArguments = ['view', 'blocks', 'metadata', 'attachments', 'files'];

/** Form fields have JSON as text. Text that isn't JSON stays, and the method refuses it. */
function withJson(args: Args): Args {
  const parsed = Object.entries(args).map(([key, value]) => {
    const isJson = typeof value === 'string' && jsonArguments.includes(key);
    return [key, isJson ? parsedJson(value, value) : value];
  });
  return Object.fromEntries(parsed);
}
