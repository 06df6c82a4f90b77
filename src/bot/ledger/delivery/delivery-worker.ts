import { setImmediate } from 'node:timers/promises';
import { isDatabaseAway } from '../../../database/postgres/away.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import { type Clock, pause as pauseFor } from '../../../time/clock.ts';
import { type CircuitBreaker, failing } from '../circuit-breaker.ts';
import { createWorker, type Lease, newLease, pauseAfter, slots } from '../queue.ts';
import { unlessBroughtBefore } from '../requests/complete.ts';
import type { Outcome, Request } from '../requests/request.ts';
import type { Store, Taking } from '../requests/store.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { type AttemptResult, attempt, type DeliveryFailure, type Destination } from './attempt.ts';

/** A request's state after an attempt, with the error if it hasn't ended. */
export interface Progress {
  request: Request;
  trouble: Error | undefined;
}

type Answer = Progress | { request: undefined; trouble: Error };

/** Pending answer for a caller in this process, e.g. the requester's open form. */
export interface Answers {
  /** Resolves after the first attempt or when sending is impossible; never if another process sends it. */
  first: Promise<Answer>;
  forget(): void;
}

export type SubmissionWaiters = ReturnType<typeof createSubmissionWaiters>;

export function createSubmissionWaiters() {
  const waiters = new Map<string, ((answer: Answer) => void)[]>();

  return {
    for(id: string): Answers {
      const first = Promise.withResolvers<Answer>();
      waiters.set(id, [...(waiters.get(id) ?? []), first.resolve]);
      const forget = () => {
        const others = (waiters.get(id) ?? []).filter((resolve) => resolve !== first.resolve);
        if (others.length > 0) waiters.set(id, others);
        else waiters.delete(id);
      };
      return { first: first.promise, forget };
    },
    tell(progress: Progress): void {
      for (const resolve of waiters.get(progress.request.id) ?? []) resolve(progress);
      waiters.delete(progress.request.id);
    },
    tellAll(trouble: Error): void {
      for (const resolve of [...waiters.values()].flat()) resolve({ request: undefined, trouble });
      waiters.clear();
    },
  };
}

interface DeliveryWorkerOptions {
  store: Store;
  destination: Destination;
  circuitBreaker: CircuitBreaker;
  waiters: SubmissionWaiters;
  telemetry: Pick<Telemetry, 'observe'>;
  tellEnd: (request: Request) => void;
  onProgress: (progress: Progress) => void;
}

interface Taken {
  request: Request;
  lease: Lease;
}

type Failed = Extract<AttemptResult, { kind: 'failed' }>;

/** Consecutive failures without any answer that count as an outage of the service. */
const tooManyInARow = 3;
/** Attempts answered with "no such endpoint" before the request ends as not supported. */
const missingForGood = 3;

export function createDeliveryWorker(database: LedgerDatabase, options: DeliveryWorkerOptions) {
  const { types, clock, log } = database;
  const { store, destination, circuitBreaker, waiters, telemetry, tellEnd, onProgress } = options;
  let failuresInARow = 0;
  const worker = createWorker<Taken>(database, {
    take,
    work: handle,
    held: ({ request, lease }) => ({ table: 'requests', id: request.id, holder: lease.holder }),
    nextDue: store.nextDue,
    onError: (error) => log.error({ err: error }, 'the ledger met an unexpected failure'),
    concurrency: slots,
  });

  /** @returns undefined if nothing can be sent now */
  function taking(lease: Lease): Taking | undefined {
    const baseline = destination.baseline();
    if (baseline === undefined || worker.isStopped()) return undefined;
    return { lease, baseline, promised: destination.promised };
  }

  async function take(): Promise<Taken | undefined> {
    if (destination.baseline() === undefined && !(await prepare())) return undefined;
    const lease = newLease(clock.now());
    const into = taking(lease);
    const request = into && (await store.claim(into));
    return request && { request, lease };
  }

  /** The service's list must be read before anything is sent. @returns false if nothing can be sent now */
  async function prepare(): Promise<boolean> {
    const failure = await destination.prepare();
    if (!failure) return true;
    await circuitBreaker.trip(failure.facts.outage ?? failing, failure.facts.retryAfter);
    waiters.tellAll(failure.error);
    return false;
  }

  async function handle({ request, lease }: Taken): Promise<Taken | undefined> {
    const now = clock.now();
    const beforeSending = () => store.markSending(request.id, lease, destination.promised(request));
    const type = types.of(request.kind);
    const words = { kind: request.kind, result: 'broken' };
    const result = await telemetry.observe('delivery', words, async () => {
      const attempted = await attempt(request, { type, destination, now, beforeSending });
      words.result = attempted.kind;
      return attempted;
    });
    return settle(request, lease, result);
  }

  async function settle(request: Request, lease: Lease, result: AttemptResult): Promise<Taken | undefined> {
    if (result.kind === 'failed') return failed(request, lease, result);
    failuresInARow = 0;
    if (result.kind === 'ended') return end(request, lease, result.outcome);
    if (result.kind === 'unsettled') {
      await postpone(request, lease, result.wait);
      return undefined;
    }
    if (result.kind === 'needs_review') await store.needReview(request.id, lease, result.question);
    onProgress({ request, trouble: undefined });
    return undefined;
  }

  async function end(request: Request, { holder }: Lease, outcome: Outcome): Promise<Taken | undefined> {
    const service = destination.address() ?? null;
    const isConfirmed = outcome.kind === 'done' && outcome.confirmed;
    if (isConfirmed && (await unlessBroughtBefore(database, request, { outcome, service })) === outcome) {
      // Answer the waiting form before the outcome is stored. If that write is lost, reconciliation finds it.
      waiters.tell({ request: { ...request, state: 'done', outcome }, trouble: undefined });
      await setImmediate();
    }
    const lease = newLease(clock.now());
    const ending = { holder, outcome, service };
    const { ended, next } = await untilWritten(clock, () => store.end(request.id, ending, taking(lease)));
    if (ended) {
      tellEnd(ended);
      onProgress({ request: ended, trouble: undefined });
    }
    return next && { request: next, lease };
  }

  async function failed(request: Request, lease: Lease, result: Failed): Promise<Taken | undefined> {
    const { failure } = result;
    const { retryAfter } = failure.facts;
    const code = await concernsAll(failure);
    if (code) await circuitBreaker.trip(code, retryAfter);
    else if (isMissingForGood(result, request)) return end(request, lease, destination.notSupported);
    const own = code ? 0 : pauseAfter(Math.max(request.attempts, 1), retryAfter);
    await postpone(request, lease, own, result);
    onProgress({ request, trouble: failure.error });
    return undefined;
  }

  /**
   * The outage code that this failure shows, if any. A problem that only a person can fix is probed again before it
   * counts.
   */
  async function concernsAll(failure: DeliveryFailure): Promise<string | undefined> {
    const { answer, outage: code, isCertain } = failure.facts;
    if (answer?.kind === 'inProgress') return undefined;
    if (code === undefined) {
      failuresInARow += 1;
      return failuresInARow >= tooManyInARow ? failing : undefined;
    }
    if (!destination.needsPeople(code) || isCertain) return code;
    const probed = await destination.probe();
    return probed && (probed.facts.outage ?? failing);
  }

  async function postpone(request: Request, lease: Lease, wait: number, result?: Failed): Promise<void> {
    const { failure, outcomeUnknown = false } = result ?? {};
    const state = outcomeUnknown || request.outcomeUnknownAt !== null ? 'outcome_unknown' : 'pending';
    const until = new Date(clock.now().getTime() + wait);
    const lastError = failure?.name ?? 'Unsettled';
    log.warn({ requestId: request.id, state, wait, err: failure?.error }, 'a request waits for the service');
    const untouched = state === 'pending' && failure?.facts.untouched === true;
    await store.postpone(request.id, lease, { state, lastError, until, outcomeUnknown, untouched });
  }

  return { ...worker, taking: (lease: Lease) => (worker.isFull() ? undefined : taking(lease)) };
}

function isMissingForGood({ failure, outcomeUnknown }: Failed, request: Request): boolean {
  if (outcomeUnknown || request.outcomeUnknownAt !== null) return false;
  return failure.facts.answer?.kind === 'notSupported' && request.attempts >= missingForGood;
}

/** Milliseconds: the first pause, the longest pause, and the total. */
const pauses = { first: 250, longest: 4_000, together: 120_000 };

/**
 * Retries a write until the database is back: a lost outcome would have to be looked up again, or asked of a
 * person.
 */
async function untilWritten<Result>(clock: Clock, write: () => Promise<Result>): Promise<Result> {
  let waited = 0;
  for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error) || waited >= pauses.together) throw error;
    }
    waited += pause;
    await pauseFor(clock, pause);
  }
}
