import { LRUCache } from 'lru-cache';

/** The windows that are remembered at once. */
const most = 1_000;

export type FormWindows = ReturnType<typeof createFormWindows>;

/** What this process knows of the forms that are open. What another process did shows in a window's state. */
export function createFormWindows() {
  const latest = new LRUCache<string, symbol>({ max: most });
  const expanded = new LRUCache<string, true>({ max: most });
  return {
    /** Tells for each form whether a change is still the newest one, so that a slow answer never undoes a later one. */
    newest(viewId: string) {
      const mine = Symbol(viewId);
      latest.set(viewId, mine);
      return () => {
        const isNewest = latest.get(viewId) === mine;
        if (isNewest) latest.delete(viewId);
        return isNewest;
      };
    },

    /** Its owner asked for all of its fields: what comes from before they were shown takes none of them away again. */
    expand: (viewId: string) => void expanded.set(viewId, true),
    isExpanded: (viewId: string) => expanded.has(viewId),
  };
}
