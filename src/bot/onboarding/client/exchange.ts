import type { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import { bytesOf } from '../../../bytes.ts';
import { additions, paths } from '../../../contract/paths.ts';
import { ApiProblem, Detail, Problem } from '../../../contract/problem.ts';
import { parsedJson } from '../../../json.ts';
import { connectCodes, obstacleIn } from '../../../obstacle.ts';
import { none, type Telemetry } from '../../../telemetry/telemetry.ts';
import {
  Busy,
  KeyUsed,
  OnboardingFailure,
  Redirected,
  type RefusalReason,
  Refused,
  ServiceBroken,
  StillInProgress,
  TimedOut,
  TooLarge,
  Unclear,
  Unreachable,
  Unreadable,
} from './errors.ts';

/** Text of an answer, up to a size limit; undefined if larger. */
export async function readBody(body: Readable, mostBytes: number): Promise<string | undefined> {
  // Closing a half-read body emits an error after the last listener is gone.
  body.on('error', () => {});
  const bytes = await bytesOf(body, mostBytes);
  return bytes && new TextDecoder().decode(bytes);
}

export interface Exchange {
  dispatcher: Dispatcher;
  url: string;
  token: string;
  method: 'GET' | 'POST' | 'OPTIONS';
  path: string;
  body?: unknown;
  key?: string | undefined;
  /** Time limit from the first byte sent to the last byte received, in milliseconds. */
  limit: number;
  mostBytes: number;
}

const endpoints: ReadonlySet<string> = new Set([...Object.values(paths), ...Object.values(additions)]);

/**
 * Sends one request, timed for the metrics. Doesn't follow redirects or retry: the ledger knows whether a repeat is
 * safe. Throws OnboardingFailure for everything but a 2xx with JSON or an empty body.
 */
export function exchange(request: Exchange, telemetry: Telemetry): Promise<unknown> {
  const { method, path, limit } = request;
  const signal = AbortSignal.timeout(limit);
  const [withoutQuery = ''] = path.split('?');
  const words = { method, endpoint: endpoints.has(withoutQuery) ? withoutQuery : 'other', error: none };
  return telemetry.observe('api.request', words, async () => {
    try {
      return await answerTo(request, signal);
    } catch (error) {
      const failure = failureFrom(error, signal, limit);
      words.error = failure.name;
      throw failure;
    }
  });
}

async function answerTo(request: Exchange, signal: AbortSignal): Promise<unknown> {
  const { statusCode: status, headers, body } = await ask(request, signal);
  const text = await readBody(body, request.mostBytes);
  if (status < 200 || status >= 300)
    // For a failure whose body is too large, the status is enough.
    throw answered({ status, text: text ?? '', retryAfter: retryAfterOf(headers['retry-after']) }, request);
  if (text === undefined) throw new TooLarge(request.mostBytes);
  if (text.trim() === '') return undefined;
  const read = parsedJson(text);
  if (read === undefined) throw new Unreadable('it is not JSON');
  return read;
}

/** Origin and path of an endpoint below the service's address. */
export function placeOf(url: string, path: string) {
  const { origin, pathname } = new URL(url);
  return { origin, path: pathname.replace(/\/$/, '') + path };
}

function ask(exchange: Exchange, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const { dispatcher, url, method, path, body } = exchange;
  return dispatcher.request({
    ...placeOf(url, path),
    method,
    headers: headersFor(exchange),
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
}

function failureFrom(error: unknown, signal: AbortSignal, limit: number): OnboardingFailure {
  if (error instanceof OnboardingFailure) return error;
  return signal.aborted ? new TimedOut(limit) : new Unreachable(error, neverSent(error));
}

/**
 * Headers of a request. Always English: released deployments translate their messages by this header. The key is a
 * string of RFC 8941, in quotes (draft-ietf-httpapi-idempotency-key-header, section 2.1).
 */
function headersFor({ token, body, key }: Exchange): Record<string, string> {
  return {
    authorization: `Token ${token}`,
    accept: 'application/json',
    'accept-language': 'en',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
  };
}

/** Whether nothing was sent. A route lost later gives the same codes, so the failed system call counts too. */
function neverSent(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError || obstacleIn(error)) return true;
  if (error instanceof AggregateError) return error.errors.every(neverSent);
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false;
  return connectCodes.has(String(error.code)) && ['connect', 'getaddrinfo'].includes(String(error.syscall));
}

/** Parses seconds or a date (RFC 9110, section 10.2.3). Returns milliseconds from now. */
function retryAfterOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

const reasons: Record<number, RefusalReason> = {
  401: 'token',
  403: 'permission',
  404: 'missing',
  405: 'rejected',
  406: 'rejected',
  413: 'rejected',
  415: 'rejected',
};

interface Failure {
  status: number;
  text: string;
  retryAfter: number | undefined;
}

function answered({ status, text, retryAfter }: Failure, { key }: Exchange): OnboardingFailure {
  if (status >= 300 && status < 400) return new Redirected(status);
  if (status === 503) return new Busy(status, retryAfter);
  if (status === 429) return new Busy(status, retryAfter, { proven: hasDetail(text) });
  if (status >= 500) return new ServiceBroken(status, retryAfter);
  if (key !== undefined && status === 409) return new StillInProgress(retryAfter);
  if (key !== undefined && (status === 410 || status === 422)) return new KeyUsed(status);
  return refusal(status, text) ?? new Unclear(status, retryAfter);
}

/**
 * Classifies a 4xx. A 400 without errors at fields (an HTML page for a wrong host name, say) is a rejection, not bad
 * input.
 */
function refusal(status: number, text: string): Refused | undefined {
  if (status === 400) return badRequest(parsedJson(text));
  const reason = reasons[status];
  if (reason === undefined) return undefined;
  // Django's page for an unknown address of the API.
  const isItsOwnPage = status === 404 && text.includes('<h1>Not Found</h1>');
  return new Refused(status, reason, { proven: isItsOwnPage || hasDetail(text) });
}

function badRequest(body: unknown): Refused {
  const problem = Problem.safeParse(body);
  const proven = ApiProblem.safeParse(body).success && problem.success;
  return proven
    ? new Refused(400, 'invalid', { problem: problem.data })
    : new Refused(400, 'rejected', { proven: false });
}

function hasDetail(text: string): boolean {
  return Detail.safeParse(parsedJson(text)).success;
}
