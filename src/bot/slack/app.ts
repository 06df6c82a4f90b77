import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { boltLogger } from './bolt-logger.ts';
import type { Route } from './routes.ts';

/** How Slack's requests come in. */
export type SlackMode =
  | { kind: 'socket'; appToken: string }
  | { kind: 'http'; signingSecret: string; routes: Route[] };

export interface SlackAppOptions {
  mode: SlackMode;
  botToken: string;
  /** The base of the Web API, when it is not Slack's own. */
  apiUrl?: string | undefined;
  /** How long a call of the Web API may take, in milliseconds. */
  timeout?: number | undefined;
  log: Log;
}

/** Who Frontdesk is in the workspace; known after `identify`. */
export interface Identity {
  botId: string;
  botUserId: string;
  teamId: string;
  workspaceUrl: string;
}

/** How long a call of the Web API may take unless told otherwise, in milliseconds. */
const callLimit = 10_000;

/**
 * The Web API's client. It repeats nothing by itself: a `views.open` whose trigger has died, or a message that
 * Slack may have taken, must not be sent again blindly. The ledger repeats what is worth repeating.
 */
export function createSlackClient(options: SlackAppOptions): WebClient {
  return new WebClient(options.botToken, clientOptionsOf(options));
}

/** The Bolt app, and whether Slack can reach it. */
export interface SlackApp {
  app: App;
  /** In Socket Mode, whether the connection is up; over HTTP Slack comes by itself. */
  isConnected(): boolean;
}

/**
 * The Bolt app.
 * @param identity read at each payload, so that the app can be made before Slack has been asked
 */
export function createSlackApp(options: SlackAppOptions, identity: () => Identity): SlackApp {
  const clientOptions = clientOptionsOf(options);
  const logger = boltLogger(options.log);
  const receiver = receiverFor(options.mode, clientOptions, logger);
  const app = new App({
    receiver,
    // Bolt would ask Slack who it is with each payload; we asked once.
    authorize: async () => ({ botToken: options.botToken, ...identity() }),
    clientOptions,
    logger,
    ignoreSelf: true,
  });
  const isConnected = () =>
    !(receiver instanceof SocketModeReceiver) || receiver.client.websocket?.isActive() === true;
  return { app, isConnected };
}

function clientOptionsOf({ apiUrl, timeout = callLimit, log }: SlackAppOptions): WebClientOptions {
  return {
    ...(apiUrl !== undefined && { slackApiUrl: withSlash(apiUrl) }),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout,
    logger: boltLogger(log),
  };
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}

function receiverFor(
  mode: SlackMode,
  clientOptions: WebClientOptions,
  logger: ReturnType<typeof boltLogger>,
) {
  if (mode.kind === 'socket') {
    const installerOptions = { clientOptions };
    return new SocketModeReceiver({ appToken: mode.appToken, logger, installerOptions });
  }
  const { signingSecret, routes } = mode;
  return new HTTPReceiver({ signingSecret, endpoints: '/slack/events', customRoutes: routes, logger });
}
