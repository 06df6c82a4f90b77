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

/**
 * Declarations of the connected service's OpenAPI description, cached. Without a readable one, it declares nothing.
 */
export function createApiDescription(
  client: Pick<OnboardingClient, 'address' | 'description'>,
  now: () => number,
) {
  let last: (Declared & { from: string | undefined; readAt: number }) | undefined;

  function current() {
    return last?.from === client.address() ? last : undefined;
  }

  /** @throws OnboardingFailure if the service can't be asked */
  async function read(): Promise<Declared> {
    const from = client.address();
    const body = await client.description();
    last = {
      ...{ from, readAt: now() },
      additions: additionsIn(body),
      safeRepeats: pathsWithSafeRepeats(body),
    };
    return last;
  }

  /** @param age the oldest that counts, in milliseconds */
  function recent(age: number): Declared | undefined {
    const known = current();
    return known && ageOf(known, now()) < age ? known : undefined;
  }

  /** Additions as last read; empty before. */
  function additions(): ReadonlySet<Addition> {
    return current()?.additions ?? new Set();
  }

  return {
    read,
    /** Reads the description; promises no safe repeats for a while if that fails. */
    async readOrNone(): Promise<void> {
      await read().catch(() => {
        const known = { additions: additions(), safeRepeats: new Set<string>() };
        last = { ...known, from: client.address(), readAt: now() };
      });
    },
    recent,
    /** Paths whose repeats are safe; undefined if it has to be read first. */
    safeRepeats: () => recent(promiseHolds)?.safeRepeats,
    additions,
  };
}
