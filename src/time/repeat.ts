import type { Clock } from './clock.ts';

export interface Repeating {
  /** Starts a turn now, or right after the running one. */
  wake(): void;
  /** Like `wake`. @returns when that turn has ended */
  turnNow(): Promise<void>;
  wakeIn(ms: number): void;
  /** Starts no more turns. @returns when the running turn has ended */
  stop(): Promise<void>;
}

interface RepeatOptions {
  clock: Clock;
  every: number | (() => number);
  first?: number;
  /** Work of a turn. Long turns should check the signal, which aborts on `stop`. */
  turn: (stopping: AbortSignal) => Promise<void>;
  onError: (error: unknown) => void;
}

export function repeat({ clock, every, first = 0, turn, onError }: RepeatOptions): Repeating {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;
  let again = false;
  let cancel = () => {};
  let cancelSoon: (() => void) | undefined;

  async function run(): Promise<void> {
    while (again && !signal.aborted) {
      again = false;
      await turn(signal).catch(onError);
    }
    // Cleared synchronously: a `wake` from now on must see that no turn is running.
    running = null;
    if (!signal.aborted) cancel = clock.after(typeof every === 'number' ? every : every(), wake);
  }

  async function turnNow(): Promise<void> {
    again = true;
    if (signal.aborted) return;
    cancel();
    cancelSoon?.();
    cancelSoon = undefined;
    running ??= run();
    await running;
  }

  function wake(): void {
    void turnNow();
  }

  function wakeIn(ms: number): void {
    if (!signal.aborted) cancelSoon ??= clock.after(ms, wake);
  }

  if (first === 0) wake();
  else cancel = clock.after(first, wake);
  return {
    wake,
    turnNow,
    wakeIn,
    async stop() {
      stopping.abort();
      cancel();
      cancelSoon?.();
      await running;
    },
  };
}

/** Waits `ms` milliseconds, or until the signal aborts. Resolves either way: callers check the signal. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(ms, over.resolve);
  const giveUp = () => over.resolve();
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  return over.promise.finally(() => {
    cancel();
    signal?.removeEventListener('abort', giveUp);
  });
}
