import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InstalledApp } from '../app/installed-app.ts';
import { isObject } from '../block-kit/check.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import { sendOutgoing, strike } from '../faults/strike.ts';
import { parsedJson } from '../parsed-json.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { answerCall, type WebApiAnswer } from './answer-call.ts';
import type { Args, MethodParts } from './method.ts';

/** A Web API call that the app made, with what it got. */
export interface RecordedCall {
  method: string;
  /** Arguments with their JSON parsed, without the token. */
  args: Args;
  answer: WebApiAnswer | undefined;
}

interface Parts {
  methodParts: MethodParts;
  faults: Faults;
  clock: Clock;
  traffic: Traffic;
  /** Where the calls are remembered. */
  calls: RecordedCall[];
}

/** Calls that are remembered. */
const kept = 10_000;

/** `/api/METHOD`, by POST or GET, with form fields or JSON. */
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

/** Bodies that cannot be read, in Slack's words. */
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
  const answered = parts.traffic.begin({ from: 'app', via: 'web api', name: method, request: record.args });
  let warning: string | undefined;
  const warn = (text: string) => {
    warning = text;
  };
  const work = () => {
    const call = { ...args, token: bearer(request) ?? textOr(token) };
    record.answer = answerCall(parts.methodParts, method, call, warn);
    return { status: 200, body: record.answer, headers: scopesHeader(parts.methodParts.app) };
  };
  const outcome = await strike(parts, method, work);
  const error = isObject(outcome.body) ? outcome.body.error : undefined;
  const trouble = outcome.trouble ?? (typeof error === 'string' ? error : warning);
  answered({ status: outcome.status, body: outcome.body, ...(trouble && { trouble }) });
  return sendOutgoing(reply, outcome);
}

function remember(calls: RecordedCall[], call: RecordedCall): void {
  calls.push(call);
  if (calls.length > kept) calls.shift();
}

function scopesHeader({ scopes }: InstalledApp): Record<string, string> {
  return { 'x-oauth-scopes': [...scopes].join(',') };
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

const jsonArguments = ['view', 'blocks', 'metadata', 'attachments'];

function readable(args: Args): Args {
  const parsed = Object.entries(args).map(([key, value]) => {
    const isJson = typeof value === 'string' && jsonArguments.includes(key);
    return [key, isJson ? parsedJson(value, value) : value];
  });
  return Object.fromEntries(parsed);
}
