import { type App, SocketModeReceiver, type SocketModeReceiverOptions } from '@slack/bolt';
import { z } from 'zod';
import { parsedJson } from '../../../json.ts';
import type { Log } from '../../../log.ts';
import { type Clock, within } from '../../../time/clock.ts';
import { reasons, tokenRefused } from '../operator-messages.ts';
import { orTokenRefused, SocketNotOpened } from './unreachable.ts';

interface SocketOptions {
  receiver: Pick<SocketModeReceiverOptions, 'appToken' | 'logger' | 'installerOptions'>;
  openWay?: SlackNetwork['openWay'] | undefined;
  /** Limit from requesting the address to Slack's greeting, in milliseconds. */
  patience: number;
  clock: Clock;
  log: Log;
}

/** One Socket Mode connection after its greeting. Used once; it doesn't reconnect. */
export type SocketConnection = Awaited<ReturnType<typeof openSocket>>;

type Client = SocketModeReceiver['client'];

/**
 * Bolt's own reconnecting is off: on the first answer that isn't Slack's it gives up with an unhandled
 * rejection (@slack/socket-mode 3.1, `retrieveWSSURL`).
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
      isUsable: () => !state.isLeaving && client.websocket?.isActive() === true,
      /** Resolves when it is closed, or when Slack asks for a replacement. */
      ending: state.ending,
      /** Closes gracefully, or cuts the line if that isn't answered. */
      close: end,
    };
  } catch (error) {
    state.isGivenUp = true;
    await end();
    // The client rejects without a reason when the line breaks before the greeting.
    const why = error ?? state.failure ?? new SocketNotOpened(reasons.closed);
    throw orTokenRefused(why, tokenRefused.app);
  }
}

/** Frames of Socket Mode. The `disconnect` with reason `warning` comes ten seconds before Slack stops sending. */
const Frame = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('hello') }),
  z.looseObject({ type: z.literal('disconnect'), reason: z.string().catch('') }),
  z.looseObject({
    type: z.enum(['events_api', 'interactive', 'slash_commands']),
    envelope_id: z.string(),
    payload: z.looseObject({}),
  }),
]);

/** Tracks the connection's state and passes on only frames that Bolt can read without crashing. */
function follow(client: Client, log: Log) {
  const ending = Promise.withResolvers<void>();
  const [read] = client.listeners('ws_message');
  let isGreeted = false;
  const state = {
    ending: ending.promise,
    isLeaving: false,
    failure: undefined as unknown,
    /** Makes a late `connecting` throw, so that no connection is opened after the timeout. */
    isGivenUp: false,
  };

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

  /** Bolt would disconnect at once; until a new connection is up, this one may still bring payloads. */
  function leave(reason: string): void {
    state.isLeaving ||= reason !== 'warning';
    log.info({ reason }, 'Slack asks for another connection');
    ending.resolve();
  }

  client.removeAllListeners('ws_message');
  client.on('ws_message', onFrame);
  client.on('error', (error: unknown) => {
    state.failure = error;
  });
  client.on('disconnected', ending.resolve);
  client.on('connecting', () => {
    if (state.isGivenUp) throw new SocketNotOpened(reasons.stopped);
  });
  return state;
}

/** How long the other side may take to answer a close, in milliseconds. */
const goodbye = 1_000;

async function close(client: Client, clock: Clock): Promise<void> {
  // A second disconnect cuts the line; the client alone would wait half a minute.
  const cut = clock.after(goodbye, () => client.websocket?.disconnect());
  await client.disconnect();
  cut();
}

/** Route to Slack through a proxy. */
export interface SlackNetwork {
  fetch: typeof fetch;
  openWay(): { dispatcher: NonNullable<SocketModeReceiverOptions['dispatcher']>; cut(): void };
}
