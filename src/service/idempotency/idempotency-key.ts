import { createHash, createHmac } from 'node:crypto';
import { Refusal } from '../refusal.ts';

/** The header of draft-ietf-httpapi-idempotency-key-header. */
export const headerName = 'Idempotency-Key';

/** The longest key, in characters, without its quotes. */
export const maxKey = 255;

/** A request's key as it is stored: neither the key nor the body can be read from it. */
export interface RepeatKey {
  /** What the key is found by: of the endpoint and the key. */
  digest: string;
  /** Of the body, keyed with the key: nobody can find out by trying what was sent. */
  fingerprint: string;
}

/** A request that changes something. */
export interface Write {
  path: string;
  /** The value of the header, when there is one. */
  header: string | undefined;
  /** The parsed body: spaces and the order of its fields do not make another request. */
  body: unknown;
}

/**
 * One key space for all tokens, which are all administrators': a client that goes on with another one's token, since
 * the first was revoked, repeats its requests as before.
 * @returns null without the header
 * @throws Refusal 400 when the header is no key
 */
export function repeatKeyOf({ path, header, body }: Write): RepeatKey | null {
  if (header === undefined) return null;
  const key = keyIn(header);
  return {
    digest: createHash('sha256').update(`${path}\n${key}`).digest('hex'),
    fingerprint: createHmac('sha256', key).update(inOneOrder(body)).digest('hex'),
  };
}

/** A string of RFC 8941 (section 3.3.3): visible ASCII and spaces in quotes; `\"` and `\\` are the escapes. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/** What many clients send instead, such as a UUID without quotes. It is the same key as with them. */
const bare = /^[!#-+\--:<-[\]-~]+$/;

function keyIn(header: string): string {
  const value = header.trim();
  // Longer ones are not looked at: with every character escaped and in quotes it would still fit.
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
