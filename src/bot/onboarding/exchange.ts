import { type Dispatcher, errors } from 'undici';
import { Problem } from '../../contract/problem.ts';
import {
  Busy,
  type OnboardingFailure,
  Redirected,
  type RefusalReason,
  Refused,
  ServiceBroken,
  TimedOut,
  TooLarge,
  Unreachable,
  Unreadable,
} from './errors.ts';
import { readBody } from './read-body.ts';

interface Exchange {
  dispatcher: Dispatcher;
  /** The base address, without a slash at the end. */
  url: string;
  token: string;
  method: 'GET' | 'POST' | 'OPTIONS';
  path: string;
  body?: unknown;
  /** The time allowed from first byte out to last byte in, in milliseconds. */
  limit: number;
  /** More bytes than this are not read. */
  mostBytes: number;
}

export interface Answer {
  status: number;
  /** The parsed JSON; undefined for an empty body. */
  body: unknown;
}

/**
 * One request and its answer. Redirects are not followed and nothing is retried: whether a repeat is safe
 * is the ledger's knowledge.
 * @throws OnboardingFailure for everything but a 2xx with JSON or an empty body
 */
export async function exchange(request: Exchange): Promise<Answer> {
  const { status, text, retryAfter } = await roundTrip(request);
  // Of a failure the status alone says enough.
  const failure = failureOf(status, text ?? '', retryAfter);
  if (failure) throw failure;
  if (text === undefined) throw new TooLarge(request.mostBytes);
  if (text.trim() === '') return { status, body: undefined };
  const body = parseJson(text);
  if (body === undefined) throw new Unreadable('it is not JSON');
  return { status, body };
}

async function roundTrip({ dispatcher, url, token, method, path, body, limit, mostBytes }: Exchange) {
  const signal = AbortSignal.timeout(limit);
  const base = new URL(url);
  try {
    const response = await dispatcher.request({
      origin: base.origin,
      path: base.pathname.replace(/\/$/, '') + path,
      method,
      headers: headersFor(token, body),
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    const text = await readBody(response.body, mostBytes);
    return { status: response.statusCode, text, retryAfter: retryAfterOf(response.headers['retry-after']) };
  } catch (error) {
    if (signal.aborted) throw new TimedOut(limit);
    throw new Unreachable(error, neverSent(error));
  }
}

/** English always: released deployments translate their messages by this header. */
function headersFor(token: string, body: unknown): Record<string, string> {
  return {
    authorization: `Token ${token}`,
    accept: 'application/json',
    'accept-language': 'en',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

/** Codes of connections that never came to be, so that not a byte of the request was sent. */
const connectCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function neverSent(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError) return true;
  if (error instanceof AggregateError) return error.errors.every(neverSent);
  return error instanceof Error && 'code' in error && connectCodes.has(String(error.code));
}

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), in milliseconds from now. */
function retryAfterOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

const reasons: Record<number, RefusalReason> = {
  400: 'invalid',
  401: 'token',
  403: 'permission',
  404: 'missing',
};

function failureOf(
  status: number,
  text: string,
  retryAfter: number | undefined,
): OnboardingFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return new Redirected(status);
  if (status === 429 || status === 503) return new Busy(status, retryAfter);
  if (status >= 500) return new ServiceBroken(status, retryAfter);
  return refusal(status, text);
}

/** A 400 without errors at fields (an HTML page for a wrong host name, say) is a rejection, not bad input. */
function refusal(status: number, text: string): Refused {
  const problem = Problem.safeParse(parseJson(text));
  if (status === 400 && !problem.success) return new Refused(status, 'rejected');
  return new Refused(status, reasons[status] ?? 'rejected', problem.data ?? {});
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
