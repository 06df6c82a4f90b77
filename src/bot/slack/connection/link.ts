import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Log } from '../../../log.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import { type Clock, pause } from '../../../time/clock.ts';
import { cannotReachSlack, connecting, tokenRefused } from '../operator-messages.ts';
import type { SocketConnection } from './socket-connection.ts';
import { orTokenRefused, SlackTokenRefused, whyUnreachable } from './unreachable.ts';

interface LinkOptions {
  /** Calls `auth.test` once; the link retries when it throws. */
  identify: () => Promise<void>;
  openSocket: (() => Promise<SocketConnection>) | undefined;
  telemetry: Pick<Telemetry, 'record'>;
  clock: Clock;
  log: Log;
}

/**
 * Milliseconds; `unanswered` and `answered` are the longest pauses. Asking more often where nothing answers costs
 * Slack nothing and ends the outage sooner.
 */
const pauses = { first: 1_000, unanswered: 15_000, answered: 60_000 };
/**
 * Lifetime below which consecutive connections count as unstable and are reopened with growing pauses, in
 * milliseconds.
 */
const settled = 30_000;
/** How long the old connection stays open after a new one is up, in milliseconds: pending acknowledgements use it. */
const handover = 5_000;

/**
 * Keeps the link to Slack up, with growing pauses. A refused token ends it only if refused twice before the
 * first success, when the person who set it is still watching.
 */
export function createLink({ identify, openSocket, telemetry, clock, log }: LinkOptions) {
  const up = Promise.withResolvers<void>();
  const sockets = new Map<SocketConnection, () => void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Undefined until the first success; a refused token is final only before that. */
  let isUp: (() => boolean) | undefined;
  let failures = 0;
  let refusals = 0;
  let shortLived = 0;
  let trouble: string = connecting;
  // A rejection without a listener would crash the process; callers of `up` still see it.
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

  async function held(socket: SocketConnection): Promise<void> {
    const cancel = clock.after(settled, () => {
      shortLived = -1;
    });
    await unlessStopped(socket.ending);
    cancel();
    shortLived += 1;
    if (shortLived > 1) await pause(clock, pauseAfter(shortLived - 1, pauses.answered), signal);
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

  async function untilItWorks<Result>(
    attempt: () => Promise<Result>,
    discard: (result: Result) => void = () => {},
  ): Promise<Result | undefined> {
    while (!signal.aborted) {
      const attempted = attempt();
      try {
        const result = await unlessStopped(attempted);
        if (signal.aborted) attempted.then(discard, () => {});
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
    return pause(clock, ms, signal);
  }

  async function refused(error: SlackTokenRefused): Promise<void> {
    refusals += 1;
    trouble = error.message;
    log.error({ reason: error.message }, 'Slack refuses a token');
    if (isUp !== undefined || refusals < 2)
      return pause(clock, pauseAfter(failures, pauses.answered), signal);
    stopping.abort();
    up.reject(error);
  }

  async function unlessStopped<Result>(work: Promise<Result>): Promise<Result | undefined> {
    const stopped = Promise.withResolvers<undefined>();
    signal.onabort = () => stopped.resolve(undefined);
    if (signal.aborted) stopped.resolve(undefined);
    return Promise.race([work, stopped.promise]);
  }

  return {
    start: () => void run(),
    /**
     * Resolves on the first success, never if stopped before. Rejects with SlackTokenRefused if Slack refuses
     * a token before that.
     */
    up: up.promise,
    /** Sentence saying why Slack can't reach Frontdesk; undefined if it can. */
    trouble: () => (isUp?.() ? undefined : trouble),
    async stop() {
      stopping.abort();
      await Promise.all([...sockets.keys()].map(end));
    },
  };
}

/**
 * @param failures consecutive ones, at least 1
 * @returns milliseconds
 */
function pauseAfter(failures: number, longest: number): number {
  return Math.min(pauses.first * 2 ** Math.min(failures - 1, 20), longest);
}

const Identity = z
  .object({
    bot_id: z.string(),
    user_id: z.string(),
    team_id: z.string(),
    response_metadata: z.object({ scopes: z.array(z.string()).optional() }).default({}),
  })
  .transform((answer) => ({
    ...{ botId: answer.bot_id, botUserId: answer.user_id, teamId: answer.team_id },
    /** Scopes of the token; undefined if Slack doesn't say. */
    scopes: answer.response_metadata.scopes,
  }));

export type Identity = z.infer<typeof Identity>;

/** Throws SlackTokenRefused if Slack refuses the token; otherwise what the Web API client throws, or ZodError. */
export async function identify(client: WebClient): Promise<Identity> {
  try {
    return Identity.parse(await client.auth.test());
  } catch (error) {
    throw orTokenRefused(error, tokenRefused.bot);
  }
}
