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
  /** Called when sending can go on, whichever process found that out. */
  onRecovered: () => void;
  clock: Clock;
  log: Log;
}

/** Many attempts failed in a row, and nothing says why. */
export const failing = 'failing';

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
  const { database, destination, onRecovered, clock, log } = options;
  const { needsPeople } = destination;
  const store = createCircuitBreakerStore(database, needsPeople);
  /** With the destination's code, or `failing`. */
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
    /** What holds up everything, as last heard; undefined when nothing does. */
    outage: () => known,
    /** Whether a request could be written down now. @throws when it could not */
    tryToWrite: store.tryToWrite,
    /** Holds up everything. @param wait milliseconds that the service asked for */
    async trip(code: string, wait = 0): Promise<void> {
      const first = Math.max(pauseFor(code, 1), boundedWait(wait));
      if (!known) log.error({ code, wait: first }, 'sending is held up');
      await store.trip(code, later(first), clock.now());
      known = await store.outage();
      looks?.wake();
    },
    /** Something changed (a new token, say): looks now. Resolves when it has. */
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
