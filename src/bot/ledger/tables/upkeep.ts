import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import { renewEvery } from '../delivery/lease.ts';
import { createLeaseWatch } from '../delivery/lease-watch.ts';
import { mendInstants } from '../delivery/mend-instants.ts';
import type { LedgerDatabase } from './ledger-database.ts';

interface UpkeepOptions {
  database: LedgerDatabase;
  /** Retries unreadable entries, since another version may read them. @returns the number resumed */
  takeUpAside: () => Promise<number>;
  onFreed: () => void;
  clock: Clock;
  log: Log;
}

/** Instants are checked at every fourth look at the leases (10 seconds), unreadable entries every five minutes. */
const mendEvery = 4;
const takeUpEvery = 120;

/** Periodically frees work held up by dead processes or wrong clocks. */
export function startUpkeep({ database, takeUpAside, onFreed, clock, log }: UpkeepOptions): Repeating {
  const watchLeases = createLeaseWatch(database);
  let turns = 0;

  async function turn(): Promise<void> {
    const mended = turns % mendEvery === 0 ? await mendInstants(database, clock.now()) : 0;
    const taken = turns % takeUpEvery === 0 ? await takeUpAside() : 0;
    turns += 1;
    const freed = await watchLeases();
    if (mended > 0) log.warn({ mended }, 'instants of a clock that was ahead were brought back to now');
    if (freed > 0) log.warn({ freed }, 'what somebody held who is gone is taken over');
    if (taken > 0) log.info({ taken }, 'what could not be read can be read again');
    if (mended + freed + taken > 0) onFreed();
  }

  const onError = (err: unknown) => log.error({ err }, 'it cannot be looked up what is held up');
  return repeat({ clock, every: renewEvery, turn, onError });
}
