import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { isObject } from '../block-kit/check.ts';
import type { Changes } from '../changes.ts';
import type { Clock } from '../clock.ts';

/** One exchange between the app and Slack, in either direction; secrets are masked. */
export interface Exchange {
  id: number;
  at: number;
  from: 'app' | 'slack';
  via: 'web api' | 'response_url' | 'upload' | 'download' | 'socket' | 'http' | 'none';
  /** Web API method or payload name: "slash_commands", "block_actions", "app_home_opened"… */
  name: string;
  request: unknown;
  answer: ExchangeAnswer | null;
}

interface ExchangeAnswer {
  /** HTTP status; 200 for an acknowledged envelope; 0 without an answer. */
  status: number;
  body: unknown;
  milliseconds: number;
  /** Short reason of a failure: "no answer within 3 seconds", "invalid_blocks". Absent on success. */
  trouble?: string;
}

const kept = 200;

export type Traffic = ReturnType<typeof createTraffic>;

export function createTraffic(clock: Clock, changes: Changes) {
  let exchanges: Exchange[] = [];
  let count = 0;
  return {
    /** @returns a function that takes the answer */
    begin(asked: Pick<Exchange, 'from' | 'via' | 'name' | 'request'>) {
      count += 1;
      const at = clock.now();
      const exchange: Exchange = { ...asked, id: count, at, request: masked(asked.request), answer: null };
      exchanges = [...exchanges, exchange].slice(-kept);
      changes.changed();
      return (answer: Omit<ExchangeAnswer, 'milliseconds'>): void => {
        const body = abridged(masked(answer.body));
        exchange.answer = { ...answer, body, milliseconds: clock.now() - at };
        changes.changed();
      };
    },
    list: (): readonly Exchange[] => exchanges,
  };
}

const secretName = /token|secret|password|response_url|trigger_id/i;
const secretText = /\bx(ox[a-z]|app)-[\w-]+/g;
const mask = '•••';

/** Copy with tokens, secrets and the values of inputs named after them masked. */
export function masked(value: unknown, isSecret = false): unknown {
  // Byte by byte, the copy of a file would take gigabytes.
  if (Buffer.isBuffer(value)) return `${value.length} bytes`;
  if (Array.isArray(value)) return value.map((one) => masked(one, isSecret));
  if (isObject(value)) {
    const fields = Object.entries(value).map(([key, field]) => [key, maskedField(key, field, isSecret)]);
    return Object.fromEntries(fields);
  }
  return typeof value === 'string' ? value.replace(secretText, mask) : value;
}

function maskedField(key: string, field: unknown, isSecret: boolean): unknown {
  const named = secretName.test(key);
  if (typeof field === 'string' && field !== '' && (named || (isSecret && key === 'value'))) return mask;
  return masked(field, isSecret || named);
}

const longestList = 25;
const longestText = 2000;

/** Copy with long lists and texts cut, small enough to send to the page repeatedly. */
export function abridged(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.slice(0, longestList).map(abridged);
    return value.length > longestList ? [...kept, `… ${value.length - longestList} more`] : kept;
  }
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, abridged(field)]));
  }
  if (typeof value !== 'string' || value.length <= longestText) return value;
  return `${value.slice(0, longestText)}… ${value.length - longestText} more`;
}

const page = '<h1>Something went wrong</h1>';

/** Response to send; status 0 sends none. */
export interface Outgoing {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  trouble?: string | undefined;
}

export interface RouteParts {
  faults: Faults;
  clock: Clock;
  traffic: Traffic;
  changes: Changes;
}

export async function answerRequest(
  { faults, clock, traffic, changes }: RouteParts,
  reply: FastifyReply,
  asked: Pick<Exchange, 'via' | 'name' | 'request'>,
  work: () => Outgoing,
) {
  const answered = traffic.begin({ from: 'app', ...asked });
  const strike = (when: Fault['when']) => outgoing(clock, faults.strike(asked.name, when, requestFaults));
  const before = await strike('before');
  const done = before ?? work();
  // People see what it did, whenever the app gets the answer.
  changes.changed();
  const outcome = before ?? (await strike('after')) ?? done;
  const { status, body, trouble } = outcome;
  answered({ status, body, ...(trouble && { trouble }) });
  return send(reply, outcome);
}

async function outgoing(clock: Clock, fault: Fault | undefined): Promise<Outgoing | undefined> {
  switch (fault?.kind) {
    case 'ratelimited': {
      const seconds = Math.max(1, Math.ceil(fault.milliseconds / 1000));
      const headers = { 'retry-after': String(seconds) };
      return { status: 429, headers, body: { ok: false, error: 'ratelimited' }, trouble: 'ratelimited' };
    }
    case 'error':
      return { status: fault.status, body: page, trouble: `status ${fault.status}` };
    case 'not json':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: page, trouble: fault.kind };
    case 'empty':
      return { status: 200, body: '', trouble: fault.kind };
    case 'reset':
    case 'hang':
      return { status: 0, trouble: fault.kind };
    case 'delay':
      await new Promise<void>((resolve) => clock.after(fault.milliseconds, resolve));
      return undefined;
    default:
      return undefined;
  }
}

function send(reply: FastifyReply, { status, body, headers = {}, trouble }: Outgoing) {
  if (status > 0) return reply.status(status).headers(headers).send(body);
  reply.hijack();
  if (trouble === 'reset') reply.raw.socket?.resetAndDestroy();
  return undefined;
}

const requestFaults = ['ratelimited', 'error', 'not json', 'empty', 'reset', 'hang', 'delay'] as const;

export const payloadFaults = ['lost', 'delay', 'redeliver', 'drop socket'] as const;

/**
 * A fault to inject, for Web API methods and for payloads to the app:
 * - On a method: `ratelimited` (429 with Retry-After), `error` (a 4xx or 5xx with an HTML page), `not json` (200 with
 *   an HTML page), `empty` (200 without a body), `reset` (connection reset), `hang` (no answer), `delay`.
 * - On `socket`, the opening of a Socket Mode connection: `error`, `reset`, `hang`; a later `hang` means no greeting.
 * - On a payload: `lost` (never delivered), `delay`, `redeliver` (the same one twice), `drop socket`.
 * With `when: "after"` the method runs first, so the app can't know that it succeeded.
 */
export const NewFault = z.strictObject({
  target: z.string().min(1),
  kind: z.enum([...requestFaults, ...payloadFaults]),
  when: z.enum(['before', 'after']).default('before'),
  times: z.int().positive().default(1),
  status: z.int().min(400).max(599).default(503),
  /** For `delay`, and for `ratelimited` (Retry-After, rounded up to seconds). */
  milliseconds: z.int().nonnegative().default(1000),
});
export type NewFault = z.infer<typeof NewFault>;

export interface Fault extends NewFault {
  id: string;
  left: number;
}

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let faults: Fault[] = [];
  let count = 0;

  function remove(id?: string): void {
    faults = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
  }

  return {
    remove,
    add(fault: NewFault): Fault {
      count += 1;
      const added = { ...fault, id: `F${count}`, left: fault.times };
      faults.push(added);
      return added;
    },
    list: () => [...faults],
    /** Consumes one occurrence of the oldest matching fault; undefined if none matches. */
    strike(target: string, when: Fault['when'], kinds: readonly Fault['kind'][]): Fault | undefined {
      const isMeant = (fault: Fault) => fault.target === target || fault.target === '*';
      const struck = faults.find((one) => isMeant(one) && one.when === when && kinds.includes(one.kind));
      if (!struck) return undefined;
      struck.left -= 1;
      if (struck.left === 0) remove(struck.id);
      return struck;
    },
  };
}
