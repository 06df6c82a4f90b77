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

/** How Slack's requests come in. */
export type SlackMode =
  | { kind: 'socket'; appToken: string }
  | { kind: 'http'; signingSecret: string; path?: string | undefined; routes: Route[] };

interface SlackAppOptions {
  mode: SlackMode;
  botToken: string;
  /** The base of the Web API, when it is not Slack's own. */
  apiUrl?: string | undefined;
  /** How long a call of the Web API may take, in milliseconds. */
  timeout?: number | undefined;
  telemetry: Telemetry;
  network?: SlackNetwork | undefined;
  clock: Clock;
  log: Log;
}

/** How long a call of the Web API may take unless told otherwise, in milliseconds. */
const callLimit = 10_000;
/** Before Slack has said who we are, in milliseconds: a second of the three is left for the answer. */
const patienceBeforeKnown = 2_000;
/** How long a connection's greeting may take after its address is known, in milliseconds. */
const greetingLimit = 10_000;

export type SlackApp = ReturnType<typeof createSlackApp>;

/**
 * The Bolt app, the Web API's client, and the way between Slack and them. Nothing is asked of Slack before the link is
 * started; who we are is undefined until Slack has said so.
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
    // Bolt would ask Slack who it is with each payload; we ask once.
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

/** In Socket Mode the link brings the payloads, each connection by a receiver of its own. */
const noReceiver: Receiver = { init() {}, start: async () => {}, stop: async () => {} };

/**
 * The Web API's client repeats nothing by itself: a `views.open` whose trigger has died, or a message that Slack may
 * have taken, must not be sent again blindly. The ledger repeats what is worth repeating.
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
