import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { mistakeInAddress } from '../bot/webhooks/address.ts';
import { databaseKind } from '../database/open.ts';
import { isZone } from '../time/dates.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The content of the file in `NAME_FILE` becomes `NAME`, as for container secrets. Returns a sentence for
 * each unusable file too.
 */
export function withSecretFiles(
  env: Environment,
  names: readonly string[],
  readFile: (path: string) => string,
): { values: Environment; problems: string[] } {
  const values: Record<string, string | undefined> = { ...env };
  const problems: string[] = [];
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) problems.push(`${name}_FILE: ${name} is set too. Keep one of the two.`);
    else takeFrom(path, name);
  }
  return { values, problems };

  function takeFrom(path: string, name: string): void {
    try {
      values[name] = readFile(path).trim();
    } catch {
      problems.push(`${name}_FILE: ${path} can’t be read. Check its path and permissions.`);
    }
  }
}

/** Variable whose empty value counts as missing, as in a `.env` copied from the example. */
export function variable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

export function optional<Schema extends z.ZodType>(schema: Schema) {
  return variable(schema.optional());
}

export function withDefault<Schema extends z.ZodType>(
  schema: Schema,
  fallback: z.core.util.NoUndefined<z.output<Schema>>,
) {
  return variable(schema.default(fallback));
}

export function text(pattern: RegExp, advice: string) {
  return optional(z.string().regex(pattern, advice));
}

export function whole(least: number, most: number, fallback: number, advice: string) {
  return withDefault(z.coerce.number(advice).int(advice).min(least, advice).max(most, advice), fallback);
}

const aPort = 'Use a number from 0 to 65535.';
export const port = (fallback: number) => whole(0, 65_535, fallback, aPort);

export const givenPort = optional(z.coerce.number(aPort).int(aPort).min(0, aPort).max(65_535, aPort));

export const days = (fallback: number) =>
  whole(1, 36_500, fallback, 'Use a whole number of days from 1 to 36500.');

export function ids(pattern: RegExp, advice: string) {
  return withDefault(z.string(), '')
    .transform((value) => value.split(',').map((id) => id.trim()))
    .transform((list) => list.filter((id) => id !== ''))
    .refine((list) => list.every((id) => pattern.test(id)), advice);
}

export const zone = z.string().refine(isZone, 'Use a name such as Europe/Berlin or UTC.');

export const pathBefore = text(
  /^(\/[A-Za-z0-9._~-]+)+$/,
  'Use what stands before /slack/events, such as /frontdesk, without a slash at the end.',
);

const isAddress = (text: string) => {
  const [address = '', bits] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return isIP(address) > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most));
};
const advice =
  'List the addresses of your proxies by comma, such as 10.0.0.0/8, or say how many there are, such as 1.';

export const trustedProxies = optional(z.string()).transform(
  (value = '', context): false | number | string[] => {
    const text = value.trim();
    if (text === '' || /^(false|no|off)$/i.test(text)) return false;
    if (/^\d{1,2}$/.test(text)) return Number(text);
    const list = text.split(',').map((one) => one.trim());
    if (list.every(isAddress)) return list;
    context.addIssue(advice);
    return z.NEVER;
  },
);

export const databaseAddress = z.string().refine((url) => {
  try {
    return databaseKind(url) !== undefined;
  } catch {
    return false;
  }
}, 'Use sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME.');

/** `True` in any case, as the service's own deployments write it, and also 1, yes and on. Undefined if not set. */
export const givenFlag = optional(
  z.string().regex(/^(true|false|1|0|yes|no|on|off)$/i, 'Use True or False.'),
).transform((value) => (value === undefined ? undefined : /^(true|1|yes|on)$/i.test(value)));

export const flag = givenFlag.transform((value) => value === true);

const fullAddress = 'Use a full address, such as https://onboarding.acme.com.';

/** An http(s) address that a path can be appended to, without slashes at its end. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: fullAddress })
  .refine((url) => !/[\s?#]/.test(url), fullAddress)
  .transform((url) => url.replace(/\/+$/, ''));

export const command = z
  .string()
  .regex(/^\/[a-z0-9_-]{1,31}$/, 'Use a slash, then up to 31 small letters, digits, - or _.');

/** Valid certificates in PEM text; unreadable ones are skipped. */
export function certificatesIn(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.filter(isCertificate);
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

/** Node itself only warns about an unreadable file in NODE_EXTRA_CA_CERTS and continues without it. */
export function authorityProblems(
  { NODE_EXTRA_CA_CERTS: path }: Environment,
  readFile: (path: string) => string,
): string[] {
  if (!path) return [];
  try {
    if (certificatesIn(readFile(path)).length > 0) return [];
    return [`NODE_EXTRA_CA_CERTS: There’s no certificate in ${path}. It has to be in PEM format.`];
  } catch {
    return [`NODE_EXTRA_CA_CERTS: The file ${path} can’t be read. Check its path and permissions.`];
  }
}

export function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

// Problems between values that are each valid alone: one sentence each, with the fix.

/** Requires a token for Socket Mode or a secret for HTTP mode. */
export function modeProblems(values: Environment): string[] {
  if (values.SLACK_APP_TOKEN || values.SLACK_SIGNING_SECRET) return [];
  return [
    'SLACK_APP_TOKEN or SLACK_SIGNING_SECRET: Set the first (xapp-…, Basic Information, App-Level Tokens) for Socket Mode, ' +
      'or the second (Basic Information, App Credentials) to receive requests over HTTP.',
  ];
}

/** Plain HTTP would expose the admin token. Loopback and an explicit opt-in are allowed. */
export function plainHttpProblems(values: Environment): string[] {
  const url = values.ONBOARDING_URL ?? '';
  const isAllowed = isLoopback(url) || flag.safeParse(values.ONBOARDING_ALLOW_HTTP).data;
  if (!url.startsWith('http://') || isAllowed) return [];
  return [
    'ONBOARDING_URL: The admin token would be sent unencrypted. Use https://, or set ONBOARDING_ALLOW_HTTP=True in a private network.',
  ];
}

/** An address for events needs its secret, and may lead to a private network only if that is allowed. */
export function eventsProblems(values: Environment): string[] {
  const { FRONTDESK_EVENTS_URL: url, FRONTDESK_EVENTS_SECRET: secret } = values;
  if (!url) return [];
  const mayBePrivate = flag.safeParse(values.FRONTDESK_EVENTS_ALLOW_PRIVATE).data === true;
  return [
    ...(secret
      ? []
      : ['FRONTDESK_EVENTS_SECRET: FRONTDESK_EVENTS_URL is set. Set its secret too (whsec_…).']),
    ...(mistakeInAddress(url, mayBePrivate) === 'private'
      ? [
          'FRONTDESK_EVENTS_URL: It’s in a private network. Set FRONTDESK_EVENTS_ALLOW_PRIVATE=True to allow that.',
        ]
      : []),
  ];
}

/** Refuses the same port for metrics and `PORT`: metrics must not be exposed to Slack or the internet. */
export function metricsProblems(values: Environment): string[] {
  const host = values.HOST || '0.0.0.0';
  const isSameHost = ['0.0.0.0', '::', values.METRICS_HOST || '127.0.0.1'].includes(host);
  const port = Number(values.PORT || 3000);
  if (!isSameHost || !values.METRICS_PORT || port === 0 || Number(values.METRICS_PORT) !== port) return [];
  return [`METRICS_PORT: ${port} is PORT too. Metrics need a port of their own, usually 9464.`];
}

export function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
}
