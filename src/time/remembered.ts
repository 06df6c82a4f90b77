import { type Clock, within } from './clock.ts';

interface RememberedOptions {
  clock: Clock;
  freshFor: number;
  patience: number;
  /** Age at which a hanging reading is abandoned and a new one begins. All in milliseconds. */
  givenUpAfter: number;
  onError: (error: unknown) => void;
}

/**
 * Caches a reading, with one at a time: frequent calls, or calls while it hangs, cost nothing. Undefined if
 * it can't be read, or not in time.
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
    // Absolute, since the clock may have been set back.
    const age = last ? Math.abs(now - last.began) : Number.POSITIVE_INFINITY;
    if (!last || age >= (last.hasEnded ? freshFor : givenUpAfter)) last = begin(now);
    return within(clock, patience, last.reading);
  };
}
