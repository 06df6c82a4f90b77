import { isDatabaseAway } from '../../../database/postgres/away.ts';
import type { Clock } from '../../../time/clock.ts';

/** Milliseconds: the first pause, the longest one, and all of them together. */
const pauses = { first: 250, longest: 4_000, together: 120_000 };

/**
 * Writes what is known as soon as the database is back: an outcome that is lost would have to be found out again, or asked
 * of a person.
 * @throws what the last try threw
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
