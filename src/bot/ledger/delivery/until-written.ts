import { isDatabaseAway } from '../../../database/postgres/away.ts';
import type { Clock } from '../../../time/clock.ts';

/** Milliseconds: the first pause, the longest pause, and the total. */
const pauses = { first: 250, longest: 4_000, together: 120_000 };

/**
 * Retries a write until the database is back: a lost outcome would have to be looked up again, or asked of a person.
 * @throws the error of the last try
 */
export async function untilWritten<Result>(clock: Clock, write: () => Promise<Result>): Promise<Result> {
  let waited = 0;
  for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error) || waited >= pauses.together) throw error;
    }
    waited += pause;
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.after(pause, resolve);
    await promise;
  }
}
