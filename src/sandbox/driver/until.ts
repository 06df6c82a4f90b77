import type { Changes } from '../changes.ts';

/** How long to wait in real time before giving up, in milliseconds. */
const patience = 15_000;

/**
 * What `look` gives, as soon as it gives something: now, or after one of the changes to come.
 * Rejects after fifteen seconds with what `describe` says of the present state, and at once when `look` throws.
 */
export function until<T>(
  changes: Changes,
  look: () => T | false | null | undefined,
  describe: () => string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => finish(() => reject(new Error(`timed out; the screen shows:\n${describe()}`))),
      patience,
    );
    const stop = changes.listen(() => attempt());
    function finish(settle: () => void): void {
      stop();
      clearTimeout(timer);
      settle();
    }
    function attempt(): void {
      try {
        const found = look();
        if (found) finish(() => resolve(found));
      } catch (error) {
        finish(() => reject(error));
      }
    }
    attempt();
  });
}
