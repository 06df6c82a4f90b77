import type { Log } from '../../log.ts';
import type { Store } from '../storage/store.ts';
import { deleteExpiredKeys } from './stored-responses.ts';

/** How often what is too old is looked for, in milliseconds. */
const lookEvery = 3_600_000;

export interface KeyCleanup {
  /** Ends after the step in hand. */
  stop(): Promise<void>;
}

/** Deletes in the background what has been kept long enough, at the start and every hour, in small steps. */
export function startKeyCleanup(store: Store, log: Log): KeyCleanup {
  let running: Promise<void> | null = null;
  let stopped = false;

  async function dropAll(): Promise<void> {
    while (!stopped && (await deleteExpiredKeys(store)) > 0);
  }

  function look(): void {
    running ??= dropAll()
      .catch((error: unknown) => log.error({ err: error }, 'Old idempotency keys could not be deleted'))
      .finally(() => {
        running = null;
      });
  }

  const timer = setInterval(look, lookEvery);
  look();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
