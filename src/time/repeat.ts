import type { Clock } from './clock.ts';

/** Work that is done again and again, one turn after the other. */
export interface Repeating {
  /** Begins a turn now; while one runs, the next one follows it at once. */
  wake(): void;
  /** The same. @returns when that turn has ended */
  turnNow(): Promise<void>;
  /** Begins one after so many milliseconds: what asks for it meanwhile gets the same one. */
  wakeIn(ms: number): void;
  /** Begins no more turns. @returns when the turn that runs has ended */
  stop(): Promise<void>;
}

interface RepeatOptions {
  clock: Clock;
  /** How long after the end of a turn the next one begins, in milliseconds. */
  every: number | (() => number);
  /** How long it takes until the first one, in milliseconds: none unless said. */
  first?: number;
  /** What is done. A long turn looks at the signal now and then: it is aborted when no more is to be done. */
  turn: (stopping: AbortSignal) => Promise<void>;
  /** Takes what a turn throws, which ends that turn alone. */
  onError: (error: unknown) => void;
}

/** Repeats work until it is stopped. */
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
    // Before anybody else's turn: what asks for another one from here on must find that none runs.
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
