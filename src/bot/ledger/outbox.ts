import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { MessageRefused, type PostMessage } from './message.ts';
import type { OutboxStore, PendingMessage } from './outbox-store.ts';
import { pauseAfter } from './pauses.ts';
import { createWorker, type Worker } from './worker.ts';

export interface OutboxOptions {
  store: OutboxStore;
  post: PostMessage;
  holder: string;
  clock: Clock;
  log: Log;
}

/** Longer than any post can take, in milliseconds. */
const leaseLength = 60_000;

/** Sends what the ledger wrote for Slack, until Slack has it: an unreachable Slack delays a message and never loses it. */
export function createOutbox({ store, post, holder, clock, log }: OutboxOptions): Worker {
  async function send(message: PendingMessage): Promise<void> {
    try {
      await store.sent(message.id, await post(message));
    } catch (error) {
      await failed(message, error);
    }
  }

  async function failed(message: PendingMessage, error: unknown): Promise<void> {
    const { id, requestId, purpose, attempts } = message;
    if (error instanceof MessageRefused && error.permanent) {
      log.warn({ requestId, purpose, code: error.code }, 'Slack refuses a message for good');
      return store.dropped(id);
    }
    const pause = pauseAfter(attempts, error instanceof MessageRefused ? error.retryAfter : undefined);
    log.warn({ requestId, purpose, attempts, pause, err: error }, 'a message waits for Slack');
    await store.postpone(id, new Date(clock.now().getTime() + pause));
  }

  return createWorker({
    take: () => store.claim({ holder, length: leaseLength }, clock.now()),
    work: send,
    nextDue: () => store.nextDue(),
    onError: (error) => log.error({ err: error }, 'the outbox cannot reach the database'),
    clock,
    concurrency: 2,
  });
}
