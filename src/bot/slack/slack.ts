import {
  type AnyMiddlewareArgs,
  App,
  HTTPReceiver,
  type Logger,
  type Middleware,
  type Receiver,
} from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { inLanguage } from '../../language.ts';
import { type Log, newReference } from '../../log.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { type Clock, within } from '../../time/clock.ts';
import { createLink, type Identity, identify } from './connection/link.ts';
import { openSocket, type SlackNetwork } from './connection/socket-connection.ts';
import type { Route, SlackMode } from './http-server.ts';
import { type AnyArgs, acknowledge, answerInTime, answerPrivately } from './incoming/answer.ts';
import { arrivalOf, followArrivals, languageIn, originOf } from './incoming/arrival.ts';
import { say } from './messages.ts';
import { createSlackGroups, createSlackPeople } from './people/people.ts';
import { createFileContents } from './posting/file-contents.ts';
import { createWindowUpdates } from './views/open-view.ts';
import { boltLogger, clientOptionsFor, fetchReadable } from './web-client.ts';

/**
 * Logs one line for every payload. An unexpected failure gets a reference, which the person sees.
 * `isPassing`: the database is temporarily unreachable.
 */
function failures(
  log: Log,
  telemetry: Telemetry,
  isPassing: (error: unknown) => boolean,
): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    const arrival = arrivalOf(args.context);
    const result = await telemetry.observe('payload', arrival, async () => {
      try {
        await args.next();
        return undefined;
      } catch (error) {
        arrival.outcome = 'failed';
        return { error };
      }
    });
    const { kind, listener, outcome, took: seconds } = arrival;
    if (seconds !== undefined) telemetry.record('acknowledged', { kind, listener, seconds });
    const line = { kind, listener, outcome, milliseconds: Math.round(arrival.passed) };
    if (result) await inLanguage(languageIn(args.context), () => tell(args, line, result.error));
    else log.info(line, 'what Slack brought was handled');
  };

  async function tell(args: AnyArgs, line: { kind: string }, error: unknown) {
    const reference = newReference('E');
    log.error({ reference, ...line, err: error }, 'a listener failed');
    // Nobody waits for an answer after closing a window.
    if (line.kind === 'view_closed') return;
    const { failed, databaseAway } = say();
    const said = isPassing(error) ? databaseAway : failed;
    await answerPrivately(args, said.title, said.text(reference)).catch((err: unknown) => {
      log.error({ reference, err }, 'the failure could not be shown to the person');
    });
  }
}

/** Answers by the acknowledgement alone, since the Web API can't be reached yet. */
function refuseWhileStarting(isKnown: () => boolean): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    if (isKnown()) return args.next();
    arrivalOf(args.context).outcome = 'refused';
    const { kind } = originOf(args.body);
    // The person's language can't be looked up yet.
    const { starting } = say();
    if (kind === 'command') await acknowledge(args, { response_type: 'ephemeral', text: starting.text });
    if (kind === 'view_submission' || kind === 'block_suggestion')
      await answerPrivately(args, starting.title, starting.text);
  };
}

export interface SlackOptions {
  /** `apiUrl`: base URL of the Web API, if not Slack's own. */
  slack: {
    botToken: string;
    mode: SlackMode;
    apiUrl?: string | undefined;
    network?: SlackNetwork | undefined;
  };
  /** Time limits for a Web API call and for Slack's wait for an answer (3 seconds in reality), in milliseconds. */
  limits?: { slackTimeout?: number; slackPatience?: number } | undefined;
  telemetry: Telemetry;
  clock: Clock;
  log: Log;
}

const callLimit = 10_000;
/** Slack allows three seconds; one is left for the answer. In milliseconds. */
const patienceBeforeKnown = 2_000;
const greetingLimit = 10_000;

export type Slack = ReturnType<typeof createSlack>;

/**
 * Calls nothing until the link is started; `identity()` is undefined until Slack has answered `auth.test`.
 * `isTemporary`: e.g. the database can't be reached for a moment.
 */
export function createSlack(
  options: SlackOptions,
  routes: Route[],
  isTemporary: (error: unknown) => boolean,
) {
  const { telemetry, clock, log, limits } = options;
  const { botToken, mode, apiUrl, network } = options.slack;
  const { slackTimeout: timeout = callLimit } = limits ?? {};
  const ask = network?.fetch ?? fetch;
  let identity: Identity | undefined;
  const logger = boltLogger(log);
  const clientOptions = {
    ...clientOptionsFor(apiUrl, timeout, logger),
    fetch: fetchReadable(telemetry, ask),
  };
  const client = new WebClient(botToken, clientOptions);
  const bolt = new App({
    receiver: httpReceiver(mode, routes, logger),
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
    openSocket: mode.kind === 'socket' ? () => openSocket(bolt, socketOptions(mode.appToken)) : undefined,
    telemetry,
    clock,
    log,
  });
  function socketOptions(appToken: string) {
    const receiver = { appToken, logger, installerOptions: { clientOptions } };
    return { receiver, openWay: network?.openWay, patience: timeout + greetingLimit, clock, log };
  }
  const isUp = link.up.catch(() => {});
  const isReady = async () => {
    if (!identity) await within(clock, patienceBeforeKnown, isUp);
    return identity !== undefined;
  };
  const inHand = followArrivals(bolt, isReady, limits?.slackPatience);
  bolt.use(failures(log, telemetry, isTemporary));
  bolt.use(answerInTime(log));
  bolt.use(refuseWhileStarting(() => identity !== undefined));
  return {
    bolt,
    client,
    link,
    inHand,
    identity: () => identity,
    ...createFileContents({ apiUrl, timeout, fetch: ask, botToken }),
    people: createSlackPeople(client, clock),
    groups: createSlackGroups(client, clock),
    windows: createWindowUpdates(client),
  };
}

const nobody: Identity = { botId: '', botUserId: '', teamId: '', scopes: undefined };

function httpReceiver(mode: SlackMode, customRoutes: Route[], logger: Logger): Receiver {
  // In Socket Mode, each connection of the link has a receiver of its own; this one takes nothing of Slack.
  if (mode.kind === 'socket')
    return new HTTPReceiver({
      signingSecret: '',
      signatureVerification: false,
      endpoints: [],
      customRoutes,
      logger,
    });
  const { signingSecret, path } = mode;
  const endpoints = ['/slack/events', ...(path === undefined ? [] : [`${path}/slack/events`])];
  return new HTTPReceiver({ signingSecret, endpoints, customRoutes, logger });
}
