import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import { boundedWait, pauseAfter } from '../delivery/backoff.ts';
import type { Destination } from '../delivery/destination.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { createCircuitBreakerStore } from './store.ts';

interface CircuitBreakerOptions {
  database: LedgerDatabase;
  destination: Pick<Destination, 'probe' | 'needsPeople'>;
  onRecovered: () => void;
  clock: Clock;
  log: Log;
}

/** Outage code for many failed attempts in a row with no known cause. */
export const failing = 'failing';

/**
 * Interval between looks at the stored state (another process may change it) and the longest pause between probes, in
 * milliseconds.
 */
const lookEvery = 10_000;
const longestPause = 120_000;
/** Shorter where a person has to act, so that the fix is noticed soon. In milliseconds. */
const longestPauseForPeople = 60_000;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * Pauses all sending while a problem affects every request. One process probes the service with a harmless request
 * until the problem is gone.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions) {
  const { database, destination, onRecovered, clock, log } = options;
  const { needsPeople } = destination;
  const store = createCircuitBreakerStore(database, needsPeople);
  /** Outage code of the destination, or `failing`. */
  let known: { code: string } | undefined;
  let looks: Repeating | undefined;
  let untilNextLook = lookEvery;

  function pauseFor(code: string, probes: number): number {
    return Math.min(pauseAfter(probes), needsPeople(code) ? longestPauseForPeople : longestPause);
  }

  function later(ms: number): Date {
    return new Date(clock.now().getTime() + ms);
  }

  async function turn(): Promise<void> {
    untilNextLook = lookEvery;
    await look();
    const outage = await store.outage();
    const wait = outage ? outage.probeAt.getTime() - clock.now().getTime() : lookEvery;
    untilNextLook = Math.min(Math.max(wait || 0, 100), lookEvery);
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
    const failure = await destination.probe();
    if (!failure) return recover();
    const now = failure.facts.outage ?? failing;
    if (now !== code) await store.trip(now, later(pauseFor(now, 1)), clock.now());
    known = await store.outage();
  }

  async function recover(): Promise<void> {
    await store.recover(clock.now());
    known = undefined;
    log.info('sending goes on');
    onRecovered();
  }

  return {
    outage: () => known,
    tryToWrite: store.tryToWrite,
    /** Pauses all sending. @param wait milliseconds that the service asked for */
    async trip(code: string, wait = 0): Promise<void> {
      const first = Math.max(pauseFor(code, 1), boundedWait(wait));
      if (!known) log.error({ code, wait: first }, 'sending is held up');
      await store.trip(code, later(first), clock.now());
      known = await store.outage();
      looks?.wake();
    },
    /** Probes now, e.g. after a new token was stored. Resolves after the probe. */
    async lookNow(): Promise<void> {
      await store.hurry(clock.now());
      await looks?.turnNow();
    },
    start(): void {
      const onError = (err: unknown) => log.error({ err }, 'it cannot be looked up what holds up sending');
      looks = repeat({ clock, every: () => untilNextLook, turn, onError });
    },
    async stop(): Promise<void> {
      await looks?.stop();
    },
  };
}
