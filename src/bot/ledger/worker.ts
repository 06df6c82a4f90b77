import type { Clock } from '../../clock.ts';

export interface WorkerOptions<Item> {
  /** Takes the next due item for this worker alone; undefined when none is due. */
  take: () => Promise<Item | undefined>;
  /** Does the item's work. What it throws goes to `onError`; the item's lease then runs out. */
  work: (item: Item) => Promise<void>;
  /** When the next item is due, so that the worker sleeps until then. */
  nextDue: () => Promise<Date | undefined>;
  onError: (error: unknown) => void;
  clock: Clock;
  concurrency: number;
}

/** Works through what is due, a few at a time, and sleeps in between. */
export interface Worker {
  /** Looks for work now. Cheap to call too often. */
  wake(): void;
  /** Takes nothing new and resolves when what is in hand is finished. */
  stop(): Promise<void>;
  /** Resolves when nothing is due and nothing is in hand. */
  idle(): Promise<void>;
}

/** The longest sleep, in milliseconds: another process may have added work. */
const longestSleep = 15_000;
/** The shortest, so that an item that cannot be taken yet does not keep the processor busy. */
const shortestSleep = 50;

/** A worker that is asleep: `wake` starts it. */
export function createWorker<Item>(options: WorkerOptions<Item>): Worker {
  const { take, work, nextDue, onError, clock, concurrency } = options;
  const inHand = new Set<Promise<void>>();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelTimer = () => {};

  function wake(): void {
    if (stopped) return;
    if (looking !== undefined) {
      lookAgain = true;
      return;
    }
    cancelTimer();
    looking = look().finally(() => {
      looking = undefined;
      if (lookAgain) {
        lookAgain = false;
        wake();
      }
    });
  }

  async function look(): Promise<void> {
    try {
      while (!stopped && inHand.size < concurrency) {
        const item = await take();
        if (item === undefined) return await sleepUntilDue();
        begin(item);
      }
    } catch (error) {
      onError(error);
      sleep(longestSleep);
    }
  }

  function begin(item: Item): void {
    const done = work(item)
      .catch(onError)
      .finally(() => {
        inHand.delete(done);
        wake();
      });
    inHand.add(done);
  }

  async function sleepUntilDue(): Promise<void> {
    const due = await nextDue();
    sleep(due ? due.getTime() - clock.now().getTime() : longestSleep);
  }

  function sleep(ms: number): void {
    if (stopped) return;
    cancelTimer = clock.after(Math.min(Math.max(ms, shortestSleep), longestSleep), wake);
  }

  async function idle(): Promise<void> {
    while (looking !== undefined || inHand.size > 0) await Promise.all([looking, ...inHand]);
  }

  return {
    wake,
    idle,
    async stop() {
      stopped = true;
      cancelTimer();
      await idle();
    },
  };
}
