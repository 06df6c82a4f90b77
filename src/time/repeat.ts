import type { Clock } from './clock.ts';

/** Work that is done again and again, one turn after the other. */
export interface Repeating {
  /** Begins a turn now; while one runs, the next one follows it at once. */
  wake(): void;
  /** Begins no more turns. @returns when the turn that runs has ended */
  stop(): Promise<void>;
}

interface RepeatOptions {
  clock: Clock;
  /** How long after the end of a turn the next one begins, in milliseconds. */
  every: number;
  /** What is done. A long turn looks at the signal now and then: it is aborted when no more is to be done. */
  turn: (stopping: AbortSignal) => Promise<void>;
  /** Takes what a turn throws, which ends that turn alone. */
  onError: (error: unknown) => void;
}

/** Repeats work until it is stopped. The first turn begins now. */
export function repeat({ clock, every, turn, onError }: RepeatOptions): Repeating {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;
  let again = false;
  let cancel = () => {};

  async function run(): Promise<void> {
    while (again && !signal.aborted) {
      again = false;
      await turn(signal).catch(onError);
    }
    // Before anybody else's turn: what asks for another one from here on must find that none runs.
    running = null;
    if (!signal.aborted) cancel = clock.after(every, wake);
  }

  function wake(): void {
    again = true;
    if (running !== null || signal.aborted) return;
    cancel();
    running = run();
  }

  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      cancel();
      await running;
    },
  };
}
