import { createHmac, timingSafeEqual } from 'node:crypto';

/** Prefix of a secret that is encoded as base64. */
const prefix = 'whsec_';

/** Bytes of a secret that Standard Webhooks allows. */
const bytes = { least: 24, most: 64 };

/** Largest difference between the sender's clock and ours, in milliseconds. */
const tolerance = 5 * 60_000;

/** The key in a secret `whsec_…`; undefined if it isn't one. */
function keyOf(secret: string): Buffer | undefined {
  if (!secret.startsWith(prefix)) return undefined;
  const encoded = secret.slice(prefix.length);
  const key = Buffer.from(encoded, 'base64');
  const isEncoded = key.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  return isEncoded && key.length >= bytes.least && key.length <= bytes.most ? key : undefined;
}

export function isWebhookSecret(text: string): boolean {
  return keyOf(text) !== undefined;
}

export function newWebhookSecret(): string {
  return `${prefix}${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`;
}

interface Signed {
  id: string;
  body: string;
}

function signatureOf({ id, body }: Signed, timestamp: string, key: Buffer): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * Headers of Standard Webhooks: the time in seconds since 1970, and symmetric signatures `v1`, separated by spaces
 * (https://github.com/standard-webhooks/standard-webhooks).
 * @param secrets each as `whsec_…`; more than one while one replaces another
 */
export function signedHeaders(message: Signed, secrets: readonly string[], now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const keys = secrets.flatMap((secret) => keyOf(secret) ?? []);
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => signatureOf(message, timestamp, key)).join(' '),
  };
}

/** Whether one of the secrets signed the body, no longer than five minutes ago. */
export function isSigned(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  secrets: readonly string[],
  now: Date,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > tolerance) return false;
  const given = signatures
    .split(' ')
    .slice(0, 20)
    .map((one) => Buffer.from(one));
  return secrets
    .flatMap((secret) => keyOf(secret) ?? [])
    .map((key) => Buffer.from(signatureOf({ id, body }, timestamp, key)))
    .some((own) => given.some((one) => one.length === own.length && timingSafeEqual(one, own)));
}
