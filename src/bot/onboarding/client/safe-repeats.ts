import { ageOf } from '../directory/snapshot.ts';
import type { OnboardingClient } from './client.ts';

/** For how long a promise, and the lack of one, count as known before an attempt, in milliseconds. */
const promiseHolds = 60_000;
const noneHolds = 10 * 60_000;

/**
 * Whether the service that answers now declares that a repeat with the same `Idempotency-Key` changes nothing. What is
 * remembered is only for what is about to be sent for the first time: before a repeat it is read again.
 */
export function createSafeRepeats(client: Pick<OnboardingClient, 'safeRepeats'>, now: () => number) {
  let known: { paths: ReadonlySet<string>; readAt: number; holds: number } | undefined;
  /** Changes with the connection, so that a reading of the former one is not kept. */
  let generation = 0;

  async function read(): Promise<ReadonlySet<string>> {
    const of = generation;
    const paths = await client.safeRepeats();
    if (of === generation) known = { paths, readAt: now(), holds: paths.size > 0 ? promiseHolds : noneHolds };
    return paths;
  }

  return {
    /** The paths with the promise; undefined when it would have to be read first. */
    known: () => (known && ageOf(known, now()) < known.holds ? known.paths : undefined),
    /** Reads it now. @throws OnboardingFailure when the service cannot be asked */
    read,
    /** Reads it; where it cannot be read, nothing is promised for the moment. */
    async readOrNone(): Promise<void> {
      const of = generation;
      await read().catch(() => {
        if (of === generation) known = { paths: new Set(), readAt: now(), holds: promiseHolds };
      });
    },
    /** Address or token are others now. */
    forget(): void {
      generation += 1;
      known = undefined;
    },
  };
}
