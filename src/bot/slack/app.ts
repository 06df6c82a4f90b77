import { App, HTTPReceiver, type Logger, type Receiver } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { type Clock, within } from '../../time/clock.ts';
import { boltLogger } from './bolt-logger.ts';
import { baseAddress } from './client-options.ts';
import { type Identity, identify } from './connection/identify.ts';
import { createLink } from './connection/link.ts';
import type { SlackNetwork } from './connection/network.ts';
import { openSocket } from './connection/socket-connection.ts';
import { followArrivals } from './incoming/arrivals.ts';
import type { Route } from './incoming/routes.ts';
import { createUpload } from './posting/upload.ts';
import { fetchReadable } from './read-answer.ts';

export type SlackMode =
  | { kind: 'socket'; appToken: string }
  | { kind: 'http'; signingSecret: string; path?: string | undefined; routes: Route[] };

interface SlackAppOptions {
  mode: SlackMode;
  botToken: string;
  /** Base URL of the Web API, if not Slack's own. */
  apiUrl?: string | undefined;
  /** Timeout of a Web API call, in milliseconds. */
  timeout?: number | undefined;
  telemetry: Telemetry;
  network?: SlackNetwork | undefined;
  clock: Clock;
  log: Log;
}

const callLimit = 10_000;
/**
 * Wait for `auth.test` before refusing a payload, in milliseconds. Slack allows three seconds; one is left for the
 * answer.
 */
const patienceBeforeKnown = 2_000;
const greetingLimit = 10_000;

export type SlackApp = ReturnType<typeof createSlackApp>;

/**
 * Creates the Bolt app, the Web API client and the link to Slack. Calls nothing until the link is started;
 * `identity()` is undefined until Slack has answered `auth.test`.
 */
export function createSlackApp(options: SlackAppOptions) {
  const { mode, botToken, apiUrl, timeout = callLimit, network, telemetry, clock, log } = options;
  const ask = network?.fetch ?? fetch;
  let identity: Identity | undefined;
  const logger = boltLogger(log);
  const clientOptions = {
    ...clientOptionsFor(apiUrl, timeout, logger),
    fetch: fetchReadable(telemetry, ask),
  };
  const client = new WebClient(botToken, clientOptions);
  const app = new App({
    receiver: mode.kind === 'http' ? httpReceiver(mode, logger) : noReceiver,
    // Bolt would call `auth.test` for each payload; we call it once.
    authorize: async () => ({ botToken, ...(identity ?? nobody) }),
    clientOptions,
    logger,
    ignoreSelf: true,
  });
  const link = createLink({
    async identify() {
      identity = await identify(client);
    },
    openSocket: mode.kind === 'socket' ? () => openSocket(app, socketOptions(mode.appToken)) : undefined,
    telemetry,
    clock,
    log,
  });
  function socketOptions(appToken: string) {
    const receiver = { appToken, logger, installerOptions: { clientOptions } };
    return { receiver, openWay: network?.openWay, patience: timeout + greetingLimit, clock, log };
  }
  const isUp = link.up.catch(() => {});
  const inHand = followArrivals(app, async () => {
    if (!identity) await within(clock, patienceBeforeKnown, isUp);
    return identity !== undefined;
  });
  const upload = createUpload({ apiUrl, timeout, fetch: ask });
  return { app, client, upload, link, inHand, identity: () => identity };
}

const nobody: Identity = { botId: '', botUserId: '', teamId: '' };

/** In Socket Mode, each connection of the link has a receiver of its own. */
const noReceiver: Receiver = { init() {}, start: async () => {}, stop: async () => {} };

/**
 * Options without retries: a `views.open` with an expired trigger, or a message that Slack may have accepted, must
 * not be resent blindly. The ledger retries.
 */
function clientOptionsFor(apiUrl: string | undefined, timeout: number, logger: Logger): WebClientOptions {
  return {
    ...baseAddress(apiUrl),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout,
    logger,
  };
}

function httpReceiver(
  { signingSecret, path, routes }: SlackMode & { kind: 'http' },
  logger: Logger,
): Receiver {
  const endpoints = ['/slack/events', ...(path === undefined ? [] : [`${path}/slack/events`])];
  return new HTTPReceiver({ signingSecret, endpoints, customRoutes: routes, logger });
}
