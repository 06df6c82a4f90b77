import type { Clock } from '../../../time/clock.ts';

interface WorkerOptions<Item> {
  /** Takes the next due item for this worker alone; undefined when none is due. */
  take: () => Promise<Item | undefined>;
  /**
   * Does the item's work. What it throws goes to `onError`; the item's lease then runs out.
   * @returns an item that was taken in the same breath, to be worked on in its place
   */
  work: (item: Item) => Promise<Item | undefined>;
  /** When the next item is due, so that the worker sleeps until then. */
  nextDue: () => Promise<Date | undefined>;
  onError: (error: unknown) => void;
  clock: Clock;
  concurrency: number;
}

/** The longest sleep, in milliseconds: another process may have added work. */
const longestSleep = 15_000;
/** The shortest, so that items that another process holds back do not keep this one busy. */
const shortestSleep = 200;
/** After a failure, doubled by each further one up to the longest sleep: a database that restarts is soon back. */
const firstPause = 1_000;

/** Works through what is due, a few at a time, and sleeps in between. It is asleep: `wake` starts it. */
export function createWorker<Item>(options: WorkerOptions<Item>) {
  const { take, work, nextDue, onError, clock, concurrency } = options;
  const inHand = new Set<Promise<void>>();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelTimer = () => {};
  let failuresInARow = 0;

  /** Looks for work now. Cheap to call too often. */
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
        failuresInARow = 0;
        if (item === undefined) return await sleepUntilDue();
        begin(item);
      }
    } catch (error) {
      onError(error);
      sleep(firstPause * 2 ** failuresInARow);
      failuresInARow += 1;
    }
  }

  /** Works on an item that was taken already. */
  function begin(item: Item): void {
    const done = workThrough(item)
      .catch(onError)
      .finally(() => {
        inHand.delete(done);
        wake();
      });
    inHand.add(done);
  }

  async function workThrough(first: Item): Promise<void> {
    let item: Item | undefined = first;
    while (item !== undefined) item = await work(item);
  }

  async function sleepUntilDue(): Promise<void> {
    const due = await nextDue();
    const wait = due ? due.getTime() - clock.now().getTime() : longestSleep;
    // An instant that is none (a damaged row) would make a timer fire at once, again and again.
    sleep(Number.isNaN(wait) ? longestSleep : wait);
  }

  function sleep(ms: number): void {
    if (stopped) return;
    cancelTimer = clock.after(Math.min(Math.max(ms, shortestSleep), longestSleep), wake);
  }

  return {
    wake,
    begin,
    /** Whether as many are in hand as may be. */
    isFull: () => inHand.size >= concurrency,
    /** Whether it takes nothing new. */
    isStopped: () => stopped,
    /** Takes nothing new and resolves when what is in hand is finished. */
    async stop(): Promise<void> {
      stopped = true;
      cancelTimer();
      while (looking !== undefined || inHand.size > 0) await Promise.all([looking, ...inHand]);
    },
  };
}
