import { LRUCache } from 'lru-cache';

const most = 1_000;

export type FormWindows = ReturnType<typeof createFormWindows>;

/** State of the open forms in this process. Other processes' changes show in the window's own state. */
export function createFormWindows() {
  const latest = new LRUCache<string, symbol>({ max: most });
  const expanded = new LRUCache<string, true>({ max: most });
  return {
    /**
     * Registers a change.
     * @returns whether it's still the newest one, so a slow answer never undoes a later change
     */
    newest(viewId: string) {
      const mine = Symbol(viewId);
      latest.set(viewId, mine);
      return () => {
        const isNewest = latest.get(viewId) === mine;
        if (isNewest) latest.delete(viewId);
        return isNewest;
      };
    },

    /** Marks a form as showing all fields, so an update from before that doesn't hide them again. */
    expand: (viewId: string) => void expanded.set(viewId, true),
    isExpanded: (viewId: string) => expanded.has(viewId),
  };
}
