import { type Clock, within } from '../../time/clock.ts';

interface RememberedOptions {
  clock: Clock;
  /** How long an answer counts, and a failure too. */
  freshFor: number;
  /** How long an answer is waited for. */
  patience: number;
  /** When a reading that still hangs is given up, and another one begun. All in milliseconds. */
  givenUpAfter: number;
  onError: (error: unknown) => void;
}

/**
 * Reads something at most so often, however often it is asked for, one reading at a time: what asks too often, or while
 * nothing answers, costs nothing.
 * @returns reads it; undefined where it cannot be read, or not in time
 */
export function remembered<Value>(read: () => Promise<Value>, options: RememberedOptions) {
  const { clock, freshFor, patience, givenUpAfter, onError } = options;
  let last: { began: number; reading: Promise<Value | undefined>; hasEnded: boolean } | undefined;

  function begin(began: number) {
    const reading = read().catch((error: unknown) => void onError(error));
    const begun = { began, reading, hasEnded: false };
    void reading.then(() => {
      begun.hasEnded = true;
    });
    return begun;
  }

  return async (): Promise<Value | undefined> => {
    const now = clock.now().getTime();
    // Also where the clock was set back since.
    const age = last ? Math.abs(now - last.began) : Number.POSITIVE_INFINITY;
    if (!last || age >= (last.hasEnded ? freshFor : givenUpAfter)) last = begin(now);
    return within(clock, patience, last.reading);
  };
}
