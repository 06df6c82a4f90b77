import { ageOf } from '../directory/snapshot.ts';
import type { OnboardingClient } from './client.ts';

/** How long a declared promise, and its absence, stay valid before a first attempt, in milliseconds. */
const promiseHolds = 60_000;
const noneHolds = 10 * 60_000;

/**
 * Whether the service declares that repeats with the same `Idempotency-Key` are safe. The cache is only for
 * first attempts: before a repeat, the declaration is read again.
 */
export function createSafeRepeats(client: Pick<OnboardingClient, 'safeRepeats'>, now: () => number) {
  let known: { paths: ReadonlySet<string>; readAt: number; holds: number } | undefined;
  /** Changes with the connection, so that a reading from the former one is dropped. */
  let generation = 0;

  async function read(): Promise<ReadonlySet<string>> {
    const of = generation;
    const paths = await client.safeRepeats();
    if (of === generation) known = { paths, readAt: now(), holds: paths.size > 0 ? promiseHolds : noneHolds };
    return paths;
  }

  return {
    known: () => (known && ageOf(known, now()) < known.holds ? known.paths : undefined),
    /** Throws OnboardingFailure if the service can't be asked. */
    read,
    /** Reads the declaration; assumes no promise for a while if that fails. */
    async readOrNone(): Promise<void> {
      const of = generation;
      await read().catch(() => {
        if (of === generation) known = { paths: new Set(), readAt: now(), holds: promiseHolds };
      });
    },
    forget(): void {
      generation += 1;
      known = undefined;
    },
  };
}
