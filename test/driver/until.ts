import type { Changes } from '../../src/sandbox/changes.ts';

const patience = 30_000;

/**
 * Looks now and after each change. Rejects after thirty seconds with the text of `describe`, and at once when
 * `look` throws.
 */
export function until<T>(
  changes: Changes,
  look: () => T | false | null | undefined,
  describe: () => string,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timeIsUp = () => reject(new Error(`timed out; the screen shows:\n${describe()}`));
  const attempt = () => {
    try {
      const found = look();
      if (found) resolve(found);
    } catch (error) {
      reject(error);
    }
  };
  const timer = setTimeout(timeIsUp, patience);
  const stop = changes.listen(attempt);
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
