import { createHash, createHmac } from 'node:crypto';
import { Refusal } from '../refusal.ts';

/** Header of draft-ietf-httpapi-idempotency-key-header. */
export const headerName = 'Idempotency-Key';

/** Longest key, in characters, without its quotes. */
export const maxKey = 255;

export interface RepeatKey {
  digest: string;
  /** Digest of the body, keyed with the key so that the body can't be found by trying. */
  fingerprint: string;
}

export interface Write {
  path: string;
  header: string | undefined;
  /** Parsed body: whitespace and the order of fields don't make another request. */
  body: unknown;
}

/**
 * All tokens share one key space, since all belong to administrators. Null without the header; throws Refusal
 * 400 when it isn't a valid key.
 */
export function repeatKeyOf({ path, header, body }: Write): RepeatKey | null {
  if (header === undefined) return null;
  const key = keyIn(header);
  return {
    digest: createHash('sha256').update(`${path}\n${key}`).digest('hex'),
    fingerprint: createHmac('sha256', key).update(inOneOrder(body)).digest('hex'),
  };
}

/** String of RFC 8941 (section 3.3.3): visible ASCII and spaces in quotes; `\"` and `\\` are the escapes. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

const bare = /^[!#-+\--:<-[\]-~]+$/;

function keyIn(header: string): string {
  const value = header.trim();
  // Don't match longer ones: a key with every character escaped still fits, quotes included.
  const readable = value.length <= 2 * maxKey + 2;
  const inQuotes = readable ? quoted.exec(value)?.[1]?.replaceAll(/\\(["\\])/g, '$1') : undefined;
  const key = inQuotes ?? (readable && bare.test(value) ? value : '');
  if (key === '' || key.length > maxKey) throw new Refusal(400, { detail: malformed });
  return key;
}

const malformed =
  `The ${headerName} header is not valid. Send one string in double quotes with 1 to ${maxKey} visible ASCII ` +
  'characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324".';

function inOneOrder(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (isObject(value) ? sorted(value) : value)) ?? '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
