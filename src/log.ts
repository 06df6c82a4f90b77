import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

interface LogOptions {
  level: string;
  format: 'json' | 'pretty';
  /** Where lines go; standard output when absent. */
  destination?: DestinationStream;
}

/** Keys that hold secrets or people. They are cut out wherever they stand, up to two objects deep. */
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
 * The structured log. Callers log ids and outcomes, never people; the redaction is the second line of defence.
 * The message itself is static, what varies is in the fields.
 */
export function createLog({ level, format, destination }: LogOptions): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: { err: describeError },
  };
  if (format === 'json') return destination ? pino(options, destination) : pino(options);
  // Loaded only where people read the log.
  const { PinoPretty } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  return pino(options, PinoPretty({ colorize: true, ...(destination && { destination }) }));
}

/**
 * What the log keeps of an error: its kind, code and stack, and the same of its cause. Drivers and clients put
 * rows, bodies and addresses on their errors as further fields; those are people, so they stay out.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, ...code, stack: error.stack && withoutQuotedInMessage(error.stack), ...cause };
}

/** Where the calls begin, behind the message: their files stay. */
const calls = /\n {4}at /;

function withoutQuotedInMessage(stack: string): string {
  const at = stack.search(calls);
  return at === -1 ? withoutQuoted(stack) : withoutQuoted(stack.slice(0, at)) + stack.slice(at);
}

/**
 * A message of somebody else's without what it was about: JSON, databases and addresses are quoted in messages as they
 * were sent, with names and passwords. Each kind in the order in which one can stand in another.
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

/** In characters. */
const mostOfMessage = 2_000;

/** A log that says nothing, for callers that have none. */
export function silentLog(): Log {
  return pino({ level: 'silent' });
}
