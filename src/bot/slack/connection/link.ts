import type { Log } from '../../../log.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import type { Clock } from '../../../time/clock.ts';
import { cannotReachSlack, connecting } from '../operator-messages.ts';
import type { SocketConnection } from './socket-connection.ts';
import { SlackTokenRefused, whyUnreachable } from './unreachable.ts';

interface LinkOptions {
  /** Asks Slack who we are, once; what it throws is tried again. */
  identify: () => Promise<void>;
  /** Opens a Socket Mode connection, once; undefined over HTTP, where Slack comes by itself. */
  openSocket: (() => Promise<SocketConnection>) | undefined;
  telemetry: Pick<Telemetry, 'record'>;
  clock: Clock;
  log: Log;
}

/** Milliseconds. Where nothing answers it is asked more often: that costs Slack nothing and ends the outage sooner. */
const pauses = { first: 1_000, unanswered: 15_000, answered: 60_000 };
/** Connections that end sooner than this one after the other are opened again with growing pauses, in milliseconds. */
const settled = 30_000;
/** How long the old connection stays after a new one stands: acknowledgements in hand go where they came from. */
const handover = 5_000;

/**
 * The way between Slack and Frontdesk: made and kept up, with growing pauses, whatever Slack or the network does. Only
 * before the first success a refused token is final, when it is refused twice: then somebody who has just put it in is
 * there to hear of it.
 */
export function createLink({ identify, openSocket, telemetry, clock, log }: LinkOptions) {
  const up = Promise.withResolvers<void>();
  /** Those that are open, each with what calls off its end. */
  const sockets = new Map<SocketConnection, () => void>();
  let stopped = false;
  let wakeUp = () => {};
  /** Undefined until it is up for the first time. */
  let isUp: (() => boolean) | undefined;
  let failures = 0;
  let refusals = 0;
  let shortLived = 0;
  let trouble: string = connecting;
  // Whoever waits for it is told; that nobody waits is no failure of its own.
  up.promise.catch(() => {});

  async function run(): Promise<void> {
    if (!(await untilItWorks(() => identify().then(() => true)))) return;
    if (!openSocket) return nowUp(() => true);
    for (;;) {
      const socket = await untilItWorks(openSocket, (tooLate) => void tooLate.close());
      if (!socket) return;
      telemetry.record('connected', {});
      for (const before of sockets.keys()) closeLater(before);
      sockets.set(socket, () => {});
      nowUp(socket.isUsable);
      await held(socket);
    }
  }

  function nowUp(check: () => boolean): void {
    isUp = check;
    failures = 0;
    refusals = 0;
    trouble = connecting;
    log.info('the connection to Slack is up');
    up.resolve();
  }

  /** Resolves when another connection is needed. */
  async function held(socket: SocketConnection): Promise<void> {
    const cancel = clock.after(settled, () => {
      shortLived = -1;
    });
    await unlessStopped(socket.ending);
    cancel();
    shortLived += 1;
    if (shortLived > 1) await pause(pauseAfter(shortLived - 1, pauses.answered));
  }

  function closeLater(socket: SocketConnection): void {
    sockets.get(socket)?.();
    const cancel = clock.after(handover, () => void end(socket));
    sockets.set(socket, cancel);
  }

  async function end(socket: SocketConnection): Promise<void> {
    sockets.get(socket)?.();
    sockets.delete(socket);
    await socket.close();
  }

  /**
   * @param discard gets what worked only after it was stopped
   * @returns undefined when it is stopped before it works
   */
  async function untilItWorks<Result>(
    attempt: () => Promise<Result>,
    discard: (result: Result) => void = () => {},
  ): Promise<Result | undefined> {
    while (!stopped) {
      const attempted = attempt();
      try {
        const result = await unlessStopped(attempted);
        if (stopped) attempted.then(discard, () => {});
        else return result;
      } catch (error) {
        await failed(error);
      }
    }
    return undefined;
  }

  function failed(error: unknown): Promise<void> {
    failures += 1;
    telemetry.record('unreached', {});
    if (error instanceof SlackTokenRefused) return refused(error);
    refusals = 0;
    const { reason, hasAnswered, retryAfter = 0 } = whyUnreachable(error);
    trouble = cannotReachSlack(reason);
    const longest = hasAnswered ? pauses.answered : pauses.unanswered;
    const ms = Math.min(Math.max(pauseAfter(failures, longest), retryAfter), pauses.answered);
    log.warn({ reason, pause: ms }, 'Slack cannot be reached, trying again');
    return pause(ms);
  }

  async function refused(error: SlackTokenRefused): Promise<void> {
    refusals += 1;
    trouble = error.message;
    log.error({ reason: error.message }, 'Slack refuses a token');
    if (isUp !== undefined || refusals < 2) return pause(pauseAfter(failures, pauses.answered));
    stopped = true;
    up.reject(error);
  }

  async function pause(ms: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    const cancel = clock.after(ms, over.resolve);
    await unlessStopped(over.promise);
    cancel();
  }

  /** One thing is waited for at a time. */
  async function unlessStopped<Result>(work: Promise<Result>): Promise<Result | undefined> {
    const stop = Promise.withResolvers<undefined>();
    wakeUp = () => stop.resolve(undefined);
    if (stopped) wakeUp();
    return Promise.race([work, stop.promise]);
  }

  return {
    /** Begins, and goes on until it is stopped. */
    start: () => void run(),
    /**
     * Resolves when Slack reaches Frontdesk for the first time; not at all when it is stopped before.
     * @throws SlackTokenRefused when Slack refuses a token before that
     */
    up: up.promise,
    /** Why Slack does not reach Frontdesk now, in a sentence; undefined when it does. */
    trouble: () => (isUp?.() ? undefined : trouble),
    async stop() {
      stopped = true;
      wakeUp();
      await Promise.all([...sockets.keys()].map(end));
    },
  };
}

/** @param failures how many in a row, one at least @returns milliseconds */
function pauseAfter(failures: number, longest: number): number {
  return Math.min(pauses.first * 2 ** Math.min(failures - 1, 20), longest);
}
