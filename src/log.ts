import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Reference such as `R-7K3QXM2A`: short enough to read out over the phone. With 30^8 values, collisions are
 * practically impossible (and the table's primary key would refuse one).
 */
export function newReference(prefix: 'R' | 'E' | 'F' | 'D' | 'T' | 'P' | 'S' | 'I'): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}-${letters.join('')}`;
}

export type Log = Logger;

interface LogOptions {
  level: string;
  format: 'json' | 'pretty';
  destination?: DestinationStream;
}

/** Keys for secrets and personal data, redacted up to two objects deep. */
const secretKeys = [
  'authorization',
  'token',
  'signingSecret',
  'secret',
  'email',
  'first_name',
  'last_name',
  'name',
  'phone',
  'message',
  'position',
  'text',
  'body',
  'payload',
  'url',
] as const;

/**
 * Callers log ids and outcomes, never personal data; redaction is the second line of defence. Messages are
 * static, variable parts go into fields.
 */
export function createLog({ level, format, destination }: LogOptions): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: { err: describeError },
  };
  if (format === 'json') return destination ? pino(options, destination) : pino(options);
  const { PinoPretty } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  return pino(options, PinoPretty({ colorize: true, ...(destination && { destination }) }));
}

/**
 * An error's name, code and stack, and its cause likewise. Drivers and clients attach rows, bodies and
 * addresses as further fields; those may be personal data, so they are dropped.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, ...code, stack: error.stack && withoutQuotedInMessage(error.stack), ...cause };
}

/** Start of the call list after the message; its file paths are kept. */
const calls = /\n {4}at /;

function withoutQuotedInMessage(stack: string): string {
  const at = stack.search(calls);
  return at === -1 ? withoutQuoted(stack) : withoutQuoted(stack.slice(0, at)) + stack.slice(at);
}

/**
 * Removes quoted data from an external error message: JSON, database and address errors quote their input, with names
 * and passwords. Order matters: each pattern may contain later ones.
 */
export function withoutQuoted(message: string): string {
  return message
    .slice(0, mostOfMessage)
    .replaceAll(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '[address]')
    .replaceAll(/"[^"]*"?|“[^”]*”?|`[^`]*`?/g, '[quoted]')
    .replaceAll(/(?<![\p{L}\d])'[^']*'(?!\p{L})/gu, '[quoted]')
    .replaceAll(/\b(specified|provided|value): .*/g, '$1: [quoted]')
    .replaceAll(/[^\s@]+@[^\s@]+/g, '[address]')
    .replaceAll(/\bx(?:ox[a-z]|app)-\S+|\b[\da-f]{32,}\b/gi, '[secret]');
}

const mostOfMessage = 2_000;

export function silentLog(): Log {
  return pino({ level: 'silent' });
}
