import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InstalledApp } from '../app.ts';
import { isObject } from '../block-kit/check.ts';
import { parsedJson } from '../parsed-json.ts';
import { answerRequest, type RouteParts } from '../traffic/answer-request.ts';
import { answerCall, type WebApiAnswer } from './answer-call.ts';
import type { Args, MethodParts } from './method.ts';

export interface RecordedCall {
  method: string;
  /** Arguments with their JSON parsed, without the token. */
  args: Args;
  answer: WebApiAnswer | undefined;
}

interface Parts extends RouteParts {
  methodParts: MethodParts;
  calls: RecordedCall[];
}

const kept = 10_000;

/** Routes for `/api/METHOD`, by POST or GET, with form fields or JSON. */
export function webApiRoutes(server: FastifyInstance, parts: Parts): void {
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
  parts: Parts,
  request: FastifyRequest<{ Params: { method: string } }>,
  reply: FastifyReply,
): Promise<unknown> {
  const { method } = request.params;
  const { token, ...args } = { ...objectOr(request.query), ...objectOr(request.body) };
  const record: RecordedCall = { method, args: readable(args), answer: undefined };
  remember(parts.calls, record);
  const call = { ...args, token: bearer(request) ?? textOr(token) };
  return answerRequest(parts, reply, { via: 'web api', name: method, request: record.args }, () => {
    let warning: string | undefined;
    const body = answerCall(parts.methodParts, method, call, (text) => {
      warning = text;
    });
    record.answer = body;
    const headers = scopesOf(parts.methodParts.app, call.token);
    return { status: 200, body, headers, trouble: body.error ?? warning };
  });
}

/** Slack lists a token's scopes in each answer; an app-level token can only open connections. */
function scopesOf({ botToken, appToken, scopes }: InstalledApp, token: unknown): Record<string, string> {
  if (token === botToken) return { 'x-oauth-scopes': [...scopes].join(',') };
  return token === appToken ? { 'x-oauth-scopes': 'connections:write' } : {};
}

function remember(calls: RecordedCall[], call: RecordedCall): void {
  calls.push(call);
  if (calls.length > kept) calls.shift();
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
}

function objectOr(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const jsonArguments = ['view', 'blocks', 'metadata', 'attachments', 'files'];

function readable(args: Args): Args {
  const parsed = Object.entries(args).map(([key, value]) => {
    const isJson = typeof value === 'string' && jsonArguments.includes(key);
    return [key, isJson ? parsedJson(value, value) : value];
  });
  return Object.fromEntries(parsed);
}
