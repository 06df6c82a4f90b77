import { closestMatch } from 'leven';
import { z } from 'zod';
import { mistakeInAddress } from '../bot/webhooks/address.ts';
import { chosenTypes } from '../bot/webhooks/event.ts';
import { isWebhookSecret } from '../bot/webhooks/signature.ts';
import {
  authorityProblems,
  command,
  databaseAddress,
  days,
  type Environment,
  eventsProblems,
  flag,
  givenFlag,
  givenPort,
  ids,
  metricsProblems,
  modeProblems,
  optional,
  pathBefore,
  plainHttpProblems,
  port,
  text,
  trustedProxies,
  variable,
  webAddress,
  whole,
  withDefault,
  withSecretFiles,
  zone,
} from './config-values.ts';
import { Proxies, withProxyNames } from './proxies.ts';

/** Exit code for an invalid configuration: EX_CONFIG of sysexits.h. */
export const configExitCode = 78;

/** All problems of the environment, one sentence each, with the fix. */
export class ConfigInvalid extends Error {
  override name = 'ConfigInvalid';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.map((problem) => `- ${problem}`).join('\n'));
    this.problems = problems;
  }
}

const Logging = z.object({
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'Use info, or debug to see more.'),
    'info',
  ).meta({ meaning: '`info`, `debug` to see more, `warn`, `error`' }),
  LOG_FORMAT: optional(z.enum(['json', 'pretty'], 'Use json or pretty.')).meta({
    meaning: '`json` or `pretty`',
    otherwise: '`json`, on a terminal `pretty`',
  }),
});

const Service = z.object({
  API_ACCESS: flag.meta({ meaning: 'the service by itself: its API exists only when this is `True`' }),
  DATABASE_CONNECTIONS: whole(2, 1_000, 10, 'Use a number from 2 to 1000.').meta({
    meaning:
      'PostgreSQL connections per process, at most; the embedded service has as many of its own, ' +
      'and one more marks the database as being in use',
  }),
  SERVICE_DATABASE_URL: withDefault(databaseAddress, 'sqlite:data/service.db').meta({
    meaning: 'the service’s database; never the same as `DATABASE_URL`',
    isSecret: true,
  }),
  TRUST_PROXY: trustedProxies.meta({
    meaning:
      'trusted proxies in front of the service, for client addresses in its log: addresses or ranges, separated by ' +
      'commas, or their number',
  }),
  SERVICE_HOST: withDefault(z.string(), '127.0.0.1').meta({ meaning: 'address that the service listens on' }),
  SERVICE_PORT: port(8000).meta({ meaning: 'port for the same' }),
  SERVICE_TIMEZONE: withDefault(zone, 'UTC').meta({ meaning: 'time zone of people without one' }),
  SERVICE_LANGUAGE: withDefault(
    z.enum(
      ['en', 'nl', 'fr', 'de', 'tr', 'pt', 'jp', 'es', 'cs'],
      'Use en, nl, fr, de, tr, pt, jp, es or cs.',
    ),
    'en',
  ).meta({ meaning: 'their language: `en`, `nl`, `fr`, `de`, `tr`, `pt`, `jp`, `es` or `cs`' }),
});

const userOrGroup =
  'List Slack user ids (U…) and user group ids (S…) by comma. Copy them from a profile’s menu in Slack.';
const channelIds =
  'List channel ids (C…) by comma. Copy one from the bottom of the channel’s details in Slack.';

/** Rejects placeholders: a bare prefix, or dots, `your…` or x's after it. */
const filledIn = /^(?!x(?:oxb|app)-(?:[.…*]*|your\b.*|x+)$)/i;

const Bot = z.object({
  SLACK_BOT_TOKEN: variable(
    z
      .string('Set it to the Bot User OAuth Token (xoxb-…) from your app’s page, OAuth & Permissions.')
      .regex(
        /^xoxb-/,
        'A bot token starts with xoxb-. Copy the Bot User OAuth Token from OAuth & Permissions.',
      )
      .regex(
        filledIn,
        'This is still the placeholder from .env.example. Copy the Bot User OAuth Token from OAuth & Permissions.',
      ),
  ).meta({ meaning: 'the bot’s token, `xoxb-…`', isSecret: true }),
  SLACK_APP_TOKEN: optional(
    z
      .string()
      .regex(
        /^xapp-/,
        'An app-level token starts with xapp-. Make one with connections:write under Basic Information.',
      )
      .regex(
        filledIn,
        'This is still the placeholder from .env.example. Make a token with connections:write under Basic ' +
          'Information, or leave it empty for HTTP mode.',
      ),
  ).meta({
    meaning: '`xapp-…`: Socket Mode, no public address needed',
    otherwise: 'this or `SLACK_SIGNING_SECRET` is required',
    isSecret: true,
  }),
  SLACK_SIGNING_SECRET: optional(z.string()).meta({
    meaning: 'HTTP mode, Slack’s requests at `/slack/events`; with `SLACK_APP_TOKEN` too it’s Socket Mode',
    otherwise: 'this or `SLACK_APP_TOKEN` is required',
    isSecret: true,
  }),
  SLACK_API_URL: optional(webAddress).meta({
    meaning: 'address of Slack’s Web API; for the sandbox',
    otherwise: 'Slack’s own',
  }),
  HOST: withDefault(z.string(), '0.0.0.0').meta({
    meaning: 'address that the bot listens on: health and, in HTTP mode, Slack’s requests',
  }),
  PORT: port(3000).meta({ meaning: 'port for the same' }),
  HTTP_PATH: pathBefore.meta({
    meaning:
      'HTTP mode: path that the reverse proxy passes on, such as `/frontdesk`; see “HTTP mode” in docs/configure.md',
  }),
  FRONTDESK_DRAIN_SECONDS: whole(0, 300, 5, 'Use a whole number of seconds from 0 to 300.').meta({
    meaning: 'HTTP mode: seconds after SIGTERM in which requests are still accepted, for the load balancer',
  }),
  ...Proxies.shape,
  METRICS_HOST: withDefault(z.string(), '127.0.0.1').meta({
    meaning: 'address that `/metrics` listens on; see “Metrics” in docs/operate.md',
  }),
  METRICS_PORT: givenPort.meta({ meaning: 'port for the same; usually 9464', otherwise: 'no metrics' }),
  ONBOARDING_URL: optional(webAddress).meta({
    meaning: 'address of the onboarding service',
    otherwise: 'the embedded service',
  }),
  ONBOARDING_API_TOKEN: text(
    /^[\x21-\x7e]+$/,
    'Paste only the token, without the word Token and without spaces.',
  ).meta({ meaning: 'token of an administrator there; can be stored later', isSecret: true }),
  ONBOARDING_ALLOW_HTTP: flag.meta({
    meaning: '`True`: allow plain HTTP to another host, on a private network',
  }),
  ONBOARDING_PROFILE_URL: text(
    /^https?:\/\/\S+\{id\}/,
    'Use the address of a person’s page with {id} in it, such as https://onboarding.acme.com/admin/people/new_hire/{id}/overview/.',
  ).meta({
    meaning: 'address of a person’s page there, with `{id}` in it, for a button in results',
  }),
  FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT: flag.meta({
    meaning:
      '`True`: use the older `/api/newhires/` if nothing newer exists. ChiefOnboarding before 2.0.32 creates ' +
      '**administrators** with it',
  }),
  FRONTDESK_SECRET: optional(
    z.string().min(32, 'Use at least 32 characters, for example from: openssl rand -base64 32'),
  ).meta({
    meaning: 'key that encrypts the stored token, at least 32 characters',
    otherwise: 'a key file beside the database',
    isSecret: true,
  }),
  DATABASE_URL: withDefault(databaseAddress, 'sqlite:data/frontdesk.db').meta({
    meaning: '`sqlite:PATH`, or `postgres://…`',
    isSecret: true,
  }),
  FRONTDESK_HR: ids(/^[UWS][A-Z0-9]+$/, userOrGroup).meta({
    meaning: 'HR: Slack user ids and user group ids, separated by commas',
  }),
  FRONTDESK_MANAGERS: ids(/^[UWS][A-Z0-9]+$/, userOrGroup).meta({
    meaning: 'managers, who can start offboardings: the same',
  }),
  FRONTDESK_CHANNELS: ids(/^[CG][A-Z0-9]+$/, channelIds).meta({
    meaning: 'channels that announce new hires: ids, separated by commas',
  }),
  FRONTDESK_PRIVATE_CHANNEL: text(/^[CG][A-Z0-9]+$/, 'Enter one channel id (C…).').meta({
    meaning: 'channel for offboardings and problems: its id',
  }),
  FRONTDESK_TIMEZONE: optional(zone).meta({
    meaning: 'the organization’s time zone, such as `Europe/Berlin`',
    otherwise: '`UTC`',
  }),
  FRONTDESK_OFFBOARDING_APPROVAL: givenFlag.meta({
    meaning: '`True`: a manager’s offboarding needs HR’s approval; `False`: it never does',
    otherwise: 'as set under “Approval” in App Home',
  }),
  FRONTDESK_RETENTION_DAYS: days(365).meta({
    meaning:
      'days until the personal details of a request are deleted, counted from its end, or from the start day or ' +
      'last day if that is later',
  }),
  FRONTDESK_AUDIT_DAYS: days(3650).meta({
    meaning: 'days until its audit log is deleted, counted from its end; never before the details',
  }),
  FRONTDESK_EVENTS_URL: optional(
    z
      .string()
      .refine((url) => mistakeInAddress(url, true) === undefined, 'Use a full address with https://.'),
  ).meta({
    meaning: 'address of a system that gets events; more in App Home, see docs/events.md',
  }),
  FRONTDESK_EVENTS_SECRET: optional(
    z.string().refine(isWebhookSecret, 'Use whsec_ and 24 to 64 random bytes in base64.'),
  ).meta({ meaning: 'secret that signs its events, `whsec_…`', isSecret: true }),
  FRONTDESK_EVENTS: optional(z.string())
    .transform((text) => text?.split(',').map((one) => one.trim()))
    .pipe(z.array(z.enum(chosenTypes)).optional())
    .meta({
      meaning: 'its events, separated by commas; those of departures only if named here',
      otherwise: 'all of starts and tasks',
    }),
  FRONTDESK_EVENTS_WITHOUT_NAMES: flag.meta({ meaning: '`True`: without names and email addresses' }),
  FRONTDESK_EVENTS_ALLOW_PRIVATE: flag.meta({
    meaning:
      '`True`: webhooks and the addresses of new hire sources may be in private networks, also those set in App Home',
  }),
  FRONTDESK_COMMAND_NEWHIRE: withDefault(command, '/newhire').meta({
    meaning: 'another name for this command',
  }),
  FRONTDESK_COMMAND_OFFBOARD: withDefault(command, '/offboard').meta({ meaning: 'the same' }),
  FRONTDESK_COMMAND_FRONTDESK: withDefault(command, '/frontdesk').meta({ meaning: 'the same' }),
});

export const everyVariable = { ...Bot.shape, ...Logging.shape, ...Service.shape };

type Shape = Record<string, z.ZodType>;

/** Secrets of a shape, by their schemas' `meta`. A secret `NAME` may be in a file named by `NAME_FILE`. */
function secretsIn(shape: Shape): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => (schema.meta()?.isSecret ? [name] : []));
}

const known = [...Object.keys(everyVariable), ...secretsIn(everyVariable).map((name) => `${name}_FILE`)];

type Logging = z.infer<typeof Logging>;
export type ServiceConfig = z.infer<typeof Service> & Logging;
export type BotConfig = z.infer<typeof Bot> & ServiceConfig;

/** Throws ConfigInvalid with every problem at once. */
export function readBotConfig(env: Environment, readFile: ReadFile): BotConfig {
  const between = [modeProblems, plainHttpProblems, metricsProblems, eventsProblems, authorityProblems];
  return read(everyVariable, withProxyNames(env), readFile, between);
}

export function readServiceConfig(env: Environment, readFile: ReadFile): ServiceConfig {
  return read({ ...Service.shape, ...Logging.shape }, env, readFile, []);
}

const Storage = Bot.pick({
  HTTP_PROXY: true,
  HTTPS_PROXY: true,
  NO_PROXY: true,
  DATABASE_URL: true,
  FRONTDESK_SECRET: true,
  ONBOARDING_URL: true,
  ONBOARDING_ALLOW_HTTP: true,
  FRONTDESK_EVENTS_ALLOW_PRIVATE: true,
}).extend({ SERVICE_DATABASE_URL: Service.shape.SERVICE_DATABASE_URL });

/** Reads what commands need that use the stored data without Slack. Throws as `readBotConfig`. */
export function readStorageConfig(env: Environment, readFile: ReadFile) {
  return read(Storage.shape, withProxyNames(env), readFile, [authorityProblems]);
}

type ReadFile = (path: string) => string;

const Commands = Bot.pick({
  FRONTDESK_COMMAND_NEWHIRE: true,
  FRONTDESK_COMMAND_OFFBOARD: true,
  FRONTDESK_COMMAND_FRONTDESK: true,
});

export function readCommandNames(env: Environment, readFile: ReadFile) {
  return commandNames(read(Commands.shape, env, readFile, []));
}

export function commandNames(config: z.infer<typeof Commands>) {
  return {
    newhire: config.FRONTDESK_COMMAND_NEWHIRE,
    offboard: config.FRONTDESK_COMMAND_OFFBOARD,
    frontdesk: config.FRONTDESK_COMMAND_FRONTDESK,
  };
}

/** @param between finds problems between values that are each valid alone */
function read<Variables extends Shape>(
  shape: Variables,
  env: Environment,
  readFile: ReadFile,
  between: readonly ((values: Environment, readFile: ReadFile) => string[])[],
) {
  const { values, problems: unread } = withSecretFiles(env, secretsIn(shape), readFile);
  const result = z.object(shape).safeParse(values);
  const wrong = result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  const more = between.flatMap((find) => find(values, readFile));
  const problems = [...wrong, ...unread, ...more, ...mistypedProblems(values)];
  if (!result.success || problems.length > 0) throw new ConfigInvalid(problems);
  return result.data;
}

/** Variables of other programs, never reported as typos. */
const ofOthers = new Set(['SLACK_API_TOKEN', 'SLACK_TOKEN', 'DATABASE_URI']);

/**
 * Variables that Kubernetes sets for a service called `frontdesk`
 * (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
 */
const ofKubernetes = /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT(?:_\d+_[A-Z]+(?:_[A-Z]+)?)?$/;

const fewLetters = 2;

/** All with the FRONTDESK_ prefix, and others within `fewLetters` of a known name that isn't set. */
function mistypedProblems(env: Environment): string[] {
  const names = Object.keys(env).filter((name) => env[name] && !known.includes(name));
  const meant = known.filter((name) =>
    /^(?:FRONTDESK|ONBOARDING|SLACK|SERVICE|DATABASE|METRICS)_/.test(name),
  );
  return names.flatMap((name) => {
    if (ofOthers.has(name) || ofKubernetes.test(name)) return [];
    const nearest = closestMatch(name, meant, { maxDistance: fewLetters });
    if (nearest !== undefined && (name.startsWith('FRONTDESK_') || !env[nearest]))
      return [`${name}: Frontdesk doesn't know it. Did you mean ${nearest}?`];
    if (!name.startsWith('FRONTDESK_')) return [];
    return [`${name}: Frontdesk doesn't know it. Remove it, or look up the name in docs/configure.md.`];
  });
}
