import { type Addition, additionsIn } from '../../../contract/additions/paths.ts';
import { pathsWithSafeRepeats } from '../../../contract/description.ts';
import { ageOf } from '../directory/snapshot.ts';
import type { OnboardingClient } from './client.ts';

interface Declared {
  /** Endpoints beyond the specification. */
  additions: ReadonlySet<Addition>;
  /** Paths on which a POST with the same `Idempotency-Key` may be repeated. */
  safeRepeats: ReadonlySet<string>;
}

/** How long a promise of safe repeats holds before a first attempt, in milliseconds; before a repeat it is read again. */
const promiseHolds = 60_000;

export type ApiDescription = ReturnType<typeof createApiDescription>;

/** Declarations of the service's OpenAPI description, cached. Without a readable one, it declares nothing. */
export function createApiDescription(client: Pick<OnboardingClient, 'description'>, now: () => number) {
  let last: (Declared & { readAt: number }) | undefined;
  let failed: { readAt: number } | undefined;
  /** Changes with the connection, so that a reading from the former one is dropped. */
  let generation = 0;

  /** @throws OnboardingFailure if the service can't be asked */
  async function read(): Promise<Declared> {
    const of = generation;
    const body = await client.description();
    const declared = { additions: additionsIn(body), safeRepeats: pathsWithSafeRepeats(body) };
    if (of === generation) last = { ...declared, readAt: now() };
    return declared;
  }

  /** @param age the oldest that counts, in milliseconds */
  function recent(age: number): Declared | undefined {
    return last && ageOf(last, now()) < age ? last : undefined;
  }

  return {
    read,
    /** Reads the description; promises no safe repeats for a while if that fails. */
    async readOrNone(): Promise<void> {
      const of = generation;
      await read().catch(() => {
        if (of === generation) failed = { readAt: now() };
      });
    },
    recent,
    /** Paths whose repeats are safe; none after a failed reading; undefined if it has to be read first. */
    safeRepeats(): ReadonlySet<string> | undefined {
      const hasFailed = failed && ageOf(failed, now()) < promiseHolds;
      return recent(promiseHolds)?.safeRepeats ?? (hasFailed ? new Set() : undefined);
    },
    /** Additions as last read; empty before. */
    additions: (): ReadonlySet<Addition> => last?.additions ?? new Set(),
    /** Call after the connection changed. */
    forget(): void {
      generation += 1;
      last = undefined;
      failed = undefined;
    },
  };
}
