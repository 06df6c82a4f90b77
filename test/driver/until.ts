import type { Changes } from '../../src/sandbox/changes.ts';

/** In milliseconds. A machine that runs everything at once is ten times slower. */
const patience = 75_000;

/**
 * Looks now and after changes. Rejects after the patience with the text of `describe`, and at once when
 * `look` throws.
 */
export function until<T>(
  changes: Changes,
  look: () => T | false | null | undefined,
  describe: () => string,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let isWaiting = false;
  const timeIsUp = () => reject(new Error(`timed out; the screen shows:\n${describe()}`));
  const attempt = () => {
    isWaiting = false;
    try {
      const found = look();
      if (found) resolve(found);
    } catch (error) {
      reject(error);
    }
  };
  const timer = setTimeout(timeIsUp, patience);
  // One look for all changes of a turn of the event loop.
  const stop = changes.listen(() => {
    if (!isWaiting) setImmediate(attempt);
    isWaiting = true;
  });
  attempt();
  return promise.finally(() => {
    stop();
    clearTimeout(timer);
  });
}

/** Asks again until the answer is true. */
export async function untilTrue(ask: () => Promise<boolean>, limit = 60_000): Promise<void> {
  const end = performance.now() + limit;
  while (!(await ask())) {
    if (performance.now() > end) throw new Error('It was still not true in the end.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
