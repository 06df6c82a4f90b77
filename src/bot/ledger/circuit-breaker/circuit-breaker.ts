import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { boundedWait, pauseAfter } from '../delivery/backoff.ts';
import type { DeliveryFailure } from '../delivery/failure.ts';
import { failing, type Outage } from './outage.ts';
import type { CircuitBreakerStore } from './store.ts';

interface CircuitBreakerOptions {
  store: CircuitBreakerStore;
  /** Asks the service for something that changes nothing. @returns what is wrong, if something is */
  probe: () => Promise<DeliveryFailure | undefined>;
  /** Whether an outage stays until a person does something. */
  needsPeople: (code: string) => boolean;
  /** Called when sending can go on, whichever process found that out. */
  onRecovered: () => void;
  clock: Clock;
  log: Log;
}

/** How often another process's word is looked for, and the longest time between two probes, in milliseconds. */
const lookEvery = 10_000;
const longestPause = 120_000;
/** Where a person has to act, the probe notices soon that they have. */
const longestPauseForPeople = 60_000;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * Holds up all sending while a trouble concerns every request: each would only meet the same. One harmless look
 * at the service, by one process, tells when it is gone.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions) {
  const { store, probe, needsPeople, onRecovered, clock, log } = options;
  let known: Outage | undefined;
  let stopped = true;
  let cancel = () => {};
  let underWay: Promise<void> = Promise.resolve();

  function pauseFor(code: string, probes: number): number {
    return Math.min(pauseAfter(probes), needsPeople(code) ? longestPauseForPeople : longestPause);
  }

  function later(ms: number): Date {
    return new Date(clock.now().getTime() + ms);
  }

  async function look(): Promise<void> {
    const before = known;
    const outage = await store.outage();
    known = outage;
    if (before && !outage) onRecovered();
    if (!outage) return;
    const taken = await store.takeProbe((probes) => later(pauseFor(outage.code, probes)), clock.now());
    if (taken > 0) await act(outage.code);
  }

  async function act(code: string): Promise<void> {
    const failure = await probe();
    if (!failure) return recover();
    const now = failure.outage ?? failing;
    if (now !== code) await store.trip(now, later(pauseFor(now, 1)), clock.now());
    known = await store.outage();
  }

  async function recover(): Promise<void> {
    await store.recover(clock.now());
    known = undefined;
    log.info('sending goes on');
    onRecovered();
  }

  async function nextLook(): Promise<void> {
    const outage = await store.outage();
    const wait = outage ? outage.probeAt.getTime() - clock.now().getTime() : lookEvery;
    if (stopped) return;
    // Two looks can have been asked for one after the other: one wake-up serves both.
    cancel();
    cancel = clock.after(Math.min(Math.max(wait || 0, 100), lookEvery), turn);
  }

  function turn(): void {
    cancel();
    if (stopped) return;
    const work = underWay.then(look).then(nextLook);
    underWay = work.catch((error: unknown) => {
      log.error({ err: error }, 'it cannot be looked up what holds up sending');
      if (!stopped) cancel = clock.after(lookEvery, turn);
    });
  }

  return {
    /** What holds up everything, as last heard; undefined when nothing does. */
    outage: () => known,
    /** Holds up everything. @param wait milliseconds that the service asked for */
    async trip(code: string, wait = 0): Promise<void> {
      const first = Math.max(pauseFor(code, 1), boundedWait(wait));
      if (!known) log.error({ code, wait: first }, 'sending is held up');
      await store.trip(code, later(first), clock.now());
      known = await store.outage();
      turn();
    },
    /** Something changed (a new token, say): looks now. Resolves when it has. */
    async lookNow(): Promise<void> {
      await store.hurry(clock.now());
      turn();
      await underWay;
    },
    start(): void {
      stopped = false;
      turn();
    },
    async stop(): Promise<void> {
      stopped = true;
      cancel();
      await underWay;
    },
  };
}
