import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/open.ts';
import type { Log } from '../../log.ts';
import { newReference } from '../../reference.ts';
import type { Accepted } from './accept.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import { createGate } from './gate.ts';
import type { OutgoingMessage, PostMessage } from './message.ts';
import { createOutbox } from './outbox.ts';
import { createOutboxStore } from './outbox-store.ts';
import { pauseAfter } from './pauses.ts';
import type { NewRequest, Request } from './request.ts';
import type { LedgerTables } from './schema.ts';
import { createStore } from './store.ts';
import { type Answers, createWaiting } from './waiting.ts';
import type { Ways } from './ways.ts';
import { createWorker } from './worker.ts';

export interface LedgerOptions {
  database: Database<LedgerTables>;
  ways: Ways;
  /** The messages about an ended request, worded by its feature. */
  announce: (ended: Request) => OutgoingMessage[];
  /** Called when a trouble begins or stops (undefined) to hold up everything. */
  onTrouble: (trouble: Error | undefined) => void;
  post: PostMessage;
  clock: Clock;
  log: Log;
  /** How many requests go to the service at once; a real deployment has one worker. */
  concurrency?: number;
}

/** What was handed in, and what becomes of it. */
export interface Submission {
  accepted: Accepted;
  answers: Answers;
}

export type Ledger = ReturnType<typeof createLedger>;

/** Longer than a lookup and a write can take together, in milliseconds. */
const leaseLength = 120_000;

/** Every request ever made: written down before the API hears of it, followed up until it has ended. */
export function createLedger(options: LedgerOptions) {
  const { database, ways, clock, log } = options;
  const holder = randomUUID();
  const store = createStore(database);
  const gate = createGate(clock);
  const waiting = createWaiting();
  const outbox = createOutbox({ ...options, store: createOutboxStore(database), holder });
  const sender = createWorker({
    take: async () => (gate.pass() ? store.claim({ holder, length: leaseLength }, clock.now()) : undefined),
    work: handle,
    nextDue: () => store.nextDue(),
    onError: (error) => log.error({ err: error }, 'the ledger met an unexpected failure'),
    clock,
    concurrency: options.concurrency ?? 2,
  });

  async function handle(request: Request): Promise<void> {
    const result = await attempt(request, ways, () => store.markSending(request.id, clock.now()));
    if (result.kind === 'ended') await end(request, result.outcome);
    else await postpone(request, result);
  }

  async function end(request: Request, outcome: Request['outcome'] & object): Promise<void> {
    const messages = options.announce({ ...request, state: outcome.kind, outcome });
    const ended = await store.end(request.id, outcome, messages, clock.now());
    log.info({ requestId: ended.id, kind: ended.kind, state: ended.state }, 'a request has ended');
    reopen();
    waiting.tell({ request: ended, trouble: undefined });
    outbox.wake();
  }

  async function postpone(request: Request, result: AttemptResult & { kind: 'failed' }): Promise<void> {
    const { state, failure, concernsAll } = result;
    const pause = pauseAfter(request.attempts + 1, result.retryAfter);
    const until = new Date(clock.now().getTime() + pause);
    await store.postpone(request.id, { state, trouble: failure.name, until }, clock.now());
    log.warn({ requestId: request.id, state, pause, err: failure }, 'a request waits for the service');
    if (concernsAll && gate.close(failure)) options.onTrouble(failure);
    if (!concernsAll) reopen();
    waiting.tell({ request: { ...request, state }, trouble: failure });
  }

  /** The service took one: whatever held up everything is gone. */
  function reopen(): void {
    if (gate.open()) options.onTrouble(undefined);
  }

  /** Of a request that was there before. */
  function answersOf(request: Request): Answers {
    const answers = waiting.for(request.id);
    if (request.outcome) waiting.tell({ request, trouble: undefined });
    return answers;
  }

  return {
    /** Writes a request down and starts on it. Whatever happens from here on, it is not lost. */
    async submit(request: NewRequest): Promise<Submission> {
      const id = newReference('R');
      // Whoever waits is there before the request is, so that no end can be missed.
      const answers = waiting.for(id);
      const accepted = await store.accept(id, request, clock.now());
      sender.wake();
      if (accepted.kind === 'accepted') return { accepted, answers };
      waiting.forget(id);
      return { accepted, answers: answersOf(accepted.request) };
    },
    find: store.find,
    list: store.list,
    /** What holds up all requests at present. */
    trouble: () => gate.trouble(),
    /** Tries everything that waits at once: a new token was stored, say. */
    async resume(): Promise<void> {
      gate.open();
      await store.hurry(clock.now());
      sender.wake();
    },
    /** Takes up what was left open, and goes on until `stop`. */
    async start(): Promise<void> {
      if (database.kind === 'sqlite') await store.releaseLeases();
      sender.wake();
      outbox.wake();
    },
    /** Finishes what is in hand. */
    async stop(): Promise<void> {
      await sender.stop();
      await outbox.stop();
    },
  };
}
