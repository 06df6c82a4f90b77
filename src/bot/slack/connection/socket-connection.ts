import { type App, SocketModeReceiver, type SocketModeReceiverOptions } from '@slack/bolt';
import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { type Clock, within } from '../../../time/clock.ts';
import { reasons, tokenRefused } from '../operator-messages.ts';
import { parsedJson } from '../read-answer.ts';
import type { SlackNetwork } from './network.ts';
import { orTokenRefused, SocketNotOpened } from './unreachable.ts';

interface SocketOptions {
  receiver: Pick<SocketModeReceiverOptions, 'appToken' | 'logger' | 'installerOptions'>;
  /** Where it is not straight. */
  openWay?: SlackNetwork['openWay'] | undefined;
  /** How long it may take from asking for the address until Slack's greeting, in milliseconds. */
  patience: number;
  clock: Clock;
  log: Log;
}

/** One Socket Mode connection, from its greeting on. It is used once: whoever wants another one opens another one. */
export type SocketConnection = Awaited<ReturnType<typeof openSocket>>;

type Client = SocketModeReceiver['client'];

/**
 * Opens a connection that brings its payloads to the app. Bolt's own reconnecting is off: it gives up, by a rejection
 * that nobody handles, at the first answer that is none of Slack's (@slack/socket-mode 3.1, `retrieveWSSURL`).
 * @throws SlackTokenRefused, SocketNotOpened, or what the Web API's client throws
 */
export async function openSocket(app: App, options: SocketOptions) {
  const { clock, patience } = options;
  const way = options.openWay?.();
  const receiver = new SocketModeReceiver({
    ...options.receiver,
    ...(way && { dispatcher: way.dispatcher }),
    autoReconnectEnabled: false,
  });
  receiver.init(app);
  const { client } = receiver;
  const state = follow(client, options.log);
  const end = () => close(client, clock).finally(() => way?.cut());
  try {
    const greeted = await within(clock, patience, receiver.start());
    if (!greeted) throw new SocketNotOpened(reasons.noGreeting);
    return {
      /** Whether Slack sends payloads here. */
      isUsable: () => !state.isLeaving() && client.websocket?.isActive() === true,
      /** Resolves when it is over, or when Slack asks for another one in its place. */
      ending: state.ending,
      /** Says goodbye, and cuts the line when that is not answered. */
      close: end,
    };
  } catch (error) {
    state.giveUp();
    await end();
    // Its own rejection says nothing when the line breaks before the greeting.
    const why = error ?? state.failure() ?? new SocketNotOpened(reasons.closed);
    throw orTokenRefused(why, tokenRefused.app);
  }
}

/** What Slack asks for with a `disconnect`; a warning comes ten seconds before it stops sending. */
const Frame = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('hello') }),
  z.looseObject({ type: z.literal('disconnect'), reason: z.string().catch('') }),
  z.looseObject({
    type: z.enum(['events_api', 'interactive', 'slash_commands']),
    envelope_id: z.string(),
    payload: z.looseObject({}),
  }),
]);

/** Follows what becomes of a connection, and lets only frames through that Bolt can read without falling over. */
function follow(client: Client, log: Log) {
  const ending = Promise.withResolvers<void>();
  const [read] = client.listeners('ws_message');
  let isGreeted = false;
  let isLeaving = false;
  let isGivenUp = false;
  let failure: unknown;

  function onFrame(data: unknown, isBinary: boolean): void {
    const frame = Frame.safeParse(typeof data === 'string' ? parsedJson(data) : undefined);
    if (!frame.success) {
      log.warn('a frame of Socket Mode cannot be read');
    } else if (frame.data.type === 'disconnect' && isGreeted) {
      leave(frame.data.reason);
    } else {
      isGreeted ||= frame.data.type === 'hello';
      read?.(data, isBinary);
    }
  }

  /** Bolt would hang up at once; until another connection stands, this one may still bring something. */
  function leave(reason: string): void {
    isLeaving ||= reason !== 'warning';
    log.info({ reason }, 'Slack asks for another connection');
    ending.resolve();
  }

  client.removeAllListeners('ws_message');
  client.on('ws_message', onFrame);
  client.on('error', (error: unknown) => {
    failure = error;
  });
  client.on('disconnected', ending.resolve);
  client.on('connecting', () => {
    if (isGivenUp) throw new SocketNotOpened(reasons.stopped);
  });
  return {
    ending: ending.promise,
    isLeaving: () => isLeaving,
    failure: () => failure,
    /** An address that comes too late is not connected to any more. */
    giveUp: () => {
      isGivenUp = true;
    },
  };
}

/** How long the other side may take to answer a goodbye, in milliseconds. */
const goodbye = 1_000;

async function close(client: Client, clock: Clock): Promise<void> {
  // Asked a second time, the client cuts the line; by itself it would after half a minute.
  const cut = clock.after(goodbye, () => client.websocket?.disconnect());
  await client.disconnect();
  cut();
}
