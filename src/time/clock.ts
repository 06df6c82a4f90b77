/** Time as a dependency, so that tests can skip ahead. */
export interface Clock {
  now(): Date;
  /** Calls `then` once after `ms` milliseconds; returns a function that cancels it. */
  after(ms: number, then: () => void): () => void;
}

/** The machine's clock. Pending timers don't keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, then) {
    // Timers overflow at 2^31 ms and would fire at once. Longer waits end early, so callers must check again.
    const timer = setTimeout(then, Math.min(ms, 2 ** 31 - 1)).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Leaves no timer behind. Returns undefined after `ms` milliseconds, while the work continues; later
 * rejections are swallowed.
 */
export async function within<Value>(
  clock: Clock,
  ms: number,
  work: Promise<Value>,
): Promise<Value | undefined> {
  const tooLate = Promise.withResolvers<undefined>();
  const cancel = clock.after(ms, () => tooLate.resolve(undefined));
  return Promise.race([work, tooLate.promise]).finally(cancel);
}

/** Like `within`, for an answer that can be done without: undefined also if the work fails. */
export async function tryWithin<Value>(clock: Clock, ms: number, work: Promise<Value>) {
  return within(
    clock,
    ms,
    work.catch(() => undefined),
  );
}

/** Clock that can be moved forward; timers that are due by then fire in order. */
export interface MovableClock extends Clock {
  /** Has no effect for an instant in the past. */
  moveTo(instant: Date): void;
}

/** Runs with `base`, `ahead` milliseconds ahead of it. */
export function movableClock(base: Clock, ahead = 0): MovableClock {
  let offset = ahead;
  const waiting = new Map<number, { at: number; then: () => void; cancel: () => void }>();
  let count = 0;
  const now = () => base.now().getTime() + offset;

  function call(id: number): void {
    const one = waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    one.cancel();
    one.then();
  }

  return {
    now: () => new Date(now()),
    after(ms, then) {
      count += 1;
      const id = count;
      waiting.set(id, { at: now() + ms, then, cancel: base.after(ms, () => call(id)) });
      return () => {
        waiting.get(id)?.cancel();
        waiting.delete(id);
      };
    },
    moveTo(instant) {
      offset += Math.max(instant.getTime() - now(), 0);
      const due = [...waiting]
        .filter(([, { at }]) => at <= now())
        .toSorted(([, one], [, other]) => one.at - other.at);
      for (const [id] of due) call(id);
    },
  };
}

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

/** Like `repeat`, from `begin` on. Nothing wakes it before. */
export function repeatLater(options: RepeatOptions) {
  let turns: Repeating | undefined;
  return {
    async begin(): Promise<void> {
      turns ??= repeat(options);
    },
    wake: () => turns?.wake(),
    wakeIn: (ms: number) => turns?.wakeIn(ms),
    turnNow: async (): Promise<void> => turns?.turnNow(),
    stop: async (): Promise<void> => turns?.stop(),
  };
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

interface RememberedOptions {
  clock: Clock;
  freshFor: number;
  patience: number;
  /** Age at which a hanging reading is abandoned and a new one begins. All in milliseconds. */
  givenUpAfter: number;
  onError: (error: unknown) => void;
}

/**
 * Caches a reading, with one at a time: frequent calls, or calls while it hangs, cost nothing. Undefined if
 * it can't be read, or not in time.
 */
export function remembered<Value>(read: () => Promise<Value>, options: RememberedOptions) {
  const { clock, freshFor, patience, givenUpAfter, onError } = options;
  let last: { began: number; reading: Promise<Value | undefined>; hasEnded: boolean } | undefined;

  function begin(began: number) {
    const reading = read().catch((error: unknown) => void onError(error));
    const begun = { began, reading, hasEnded: false };
    void reading.then(() => {
      begun.hasEnded = true;
    });
    return begun;
  }

  return async (): Promise<Value | undefined> => {
    const now = clock.now().getTime();
    // Absolute, since the clock may have been set back.
    const age = last ? Math.abs(now - last.began) : Number.POSITIVE_INFINITY;
    if (!last || age >= (last.hasEnded ? freshFor : givenUpAfter)) last = begin(now);
    return within(clock, patience, last.reading);
  };
}
