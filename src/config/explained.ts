import type { z } from 'zod';
import { type BotConfig, everyVariable, secrets } from './config.ts';

interface Explained {
  /** A sentence without its full stop, with code in backticks. */
  meaning: string;
  otherwise?: string;
}

const explained: Record<keyof BotConfig, Explained> = {
  SLACK_BOT_TOKEN: { meaning: 'the bot’s token, `xoxb-…`' },
  SLACK_APP_TOKEN: {
    meaning: '`xapp-…`: Socket Mode, no public address needed',
    otherwise: 'this or `SLACK_SIGNING_SECRET` is required',
  },
  SLACK_SIGNING_SECRET: {
    meaning: 'HTTP mode, Slack’s requests at `/slack/events`; with `SLACK_APP_TOKEN` too it’s Socket Mode',
    otherwise: 'this or `SLACK_APP_TOKEN` is required',
  },
  SLACK_API_URL: { meaning: 'base of Slack’s Web API, for the sandbox', otherwise: 'Slack’s own' },
  HOST: { meaning: 'where health and, in HTTP mode, Slack’s requests are answered' },
  PORT: { meaning: 'the port for the same' },
  HTTP_PATH: {
    meaning:
      'HTTP mode behind a path, such as `/frontdesk`, that the proxy in front leaves in the address: see “HTTP mode” in docs/configure.md',
  },
  FRONTDESK_DRAIN_SECONDS: {
    meaning:
      'HTTP mode: for so many seconds after SIGTERM requests are still taken, until the load balancer sends no more',
  },
  HTTPS_PROXY: {
    meaning:
      'the proxy on the way out to `https://` addresses, such as `http://proxy.acme.com:3128`: see “Behind a proxy” in docs/configure.md',
  },
  HTTP_PROXY: {
    meaning: 'the same for `http://` addresses, and for all where `HTTPS_PROXY` is not set',
  },
  NO_PROXY: {
    meaning: 'names and addresses that are reached without a proxy, by comma',
    otherwise: 'none but this machine',
  },
  NODE_EXTRA_CA_CERTS: {
    meaning:
      'a PEM file with your company’s certificate authorities, trusted beside those that everybody trusts',
  },
  METRICS_HOST: {
    meaning: 'where `/metrics` is served, apart from what Slack reaches: see “Metrics” in docs/operate.md',
  },
  METRICS_PORT: { meaning: 'the port for the same; 9464 is usual', otherwise: 'no metrics' },
  ONBOARDING_URL: {
    meaning: 'base address of the onboarding service',
    otherwise: 'the one that comes with Frontdesk',
  },
  ONBOARDING_API_TOKEN: { meaning: 'an administrator’s token there; can be stored later' },
  ONBOARDING_ALLOW_HTTP: { meaning: '`True`: plain HTTP to another host is all right (a private network)' },
  ONBOARDING_PROFILE_URL: {
    meaning: 'a person’s page there, with `{id}` in it: results get a button that opens it',
  },
  FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT: {
    meaning:
      '`True`: use the older `/api/newhires/` where nothing else exists. ChiefOnboarding before 2.0.32 makes ' +
      '**administrators** with it; without this Frontdesk sends it nothing',
  },
  FRONTDESK_SECRET: {
    meaning: 'key that encrypts the stored token, at least 32 characters',
    otherwise: 'a key file beside the database',
  },
  DATABASE_URL: { meaning: '`sqlite:PATH`, or `postgres://…`' },
  FRONTDESK_HR: { meaning: 'who is HR: Slack user ids and user group ids, by comma' },
  FRONTDESK_MANAGERS: { meaning: 'which managers may start offboardings: the same' },
  FRONTDESK_CHANNELS: { meaning: 'ids of the channels told of created hires, by comma' },
  FRONTDESK_PRIVATE_CHANNEL: { meaning: 'id of the channel told of offboardings and troubles' },
  FRONTDESK_TIMEZONE: {
    meaning: 'the organization’s time zone, such as `Europe/Berlin`',
    otherwise: '`UTC`',
  },
  FRONTDESK_OFFBOARDING_APPROVAL: {
    meaning: '`True`: a manager’s offboarding needs HR’s approval; `False`: it never does',
    otherwise: 'as set under “Approval” in App Home',
  },
  FRONTDESK_RETENTION_DAYS: {
    meaning:
      'so many days after a request ended, or after the person’s start day or last day where that is later, its personal ' +
      'details are dropped; that it existed, by whom, when and how it ended stays',
  },
  FRONTDESK_AUDIT_DAYS: {
    meaning: 'so many days after its end that goes too, but not before the details: the audit log',
  },
  FRONTDESK_COMMAND_NEWHIRE: { meaning: 'another name for the command' },
  FRONTDESK_COMMAND_OFFBOARD: { meaning: 'the same' },
  FRONTDESK_COMMAND_FRONTDESK: { meaning: 'the same' },
  LOG_LEVEL: { meaning: '`info`, `debug` to see more, `warn`, `error`' },
  LOG_FORMAT: { meaning: '`json` or `pretty`', otherwise: '`json`, on a terminal `pretty`' },
  API_ACCESS: { meaning: 'the service by itself: its API exists only when this is `True`' },
  DATABASE_CONNECTIONS: {
    meaning:
      'the most connections to PostgreSQL, for each process; the onboarding service that comes with it has as many of its own, ' +
      'and one more marks the database as being in use',
  },
  SERVICE_DATABASE_URL: { meaning: 'the service’s database; never the same as `DATABASE_URL`' },
  TRUST_PROXY: {
    meaning:
      'proxies in front of the service, by their addresses or ranges by comma, or how many there are: what they say of ' +
      'where a request comes from counts in its log',
  },
  SERVICE_HOST: { meaning: 'where the service answers' },
  SERVICE_PORT: { meaning: 'the port for the same' },
  SERVICE_TIMEZONE: { meaning: 'the time zone of people who have none of their own' },
  SERVICE_LANGUAGE: { meaning: 'their language: `en`, `nl`, `fr`, `de`, `tr`, `pt`, `jp`, `es` or `cs`' },
};

export function variables(): { name: string; isSecret: boolean; meaning: string; otherwise: string }[] {
  const known = new Map<string, z.ZodType>(Object.entries(everyVariable));
  return Object.entries<Explained>(explained).map(([name, { meaning, otherwise }]) => ({
    name,
    isSecret: (secrets as readonly string[]).includes(name),
    meaning,
    otherwise: otherwise ?? withoutIt(known.get(name)?.safeParse(undefined)),
  }));
}

function withoutIt(read: z.ZodSafeParseResult<unknown> | undefined): string {
  if (!read?.success) return 'required';
  const { data } = read;
  if (data === false) return 'off';
  return isNothing(data) ? 'none' : `\`${data}\``;
}

function isNothing(data: unknown): boolean {
  if (typeof data === 'object' && data !== null) return Object.keys(data).length === 0;
  return data === undefined || data === '';
}
