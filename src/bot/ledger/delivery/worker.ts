import type { Clock } from '../../../time/clock.ts';
import type { Handle } from '../tables/sql.ts';
import { type Held, keepLease } from './lease.ts';

interface WorkerOptions<Item> {
  take: () => Promise<Item | undefined>;
  /**
   * Does the item's work and returns the next item, if one was claimed with it. After an error, the item's
   * lease expires.
   */
  work: (item: Item) => Promise<Item | undefined>;
  /** Row whose lease is renewed while its work goes on. */
  held: (item: Item) => Held;
  nextDue: () => Promise<Date | undefined>;
  onError: (error: unknown) => void;
  concurrency: number;
}

/** Longest sleep, in milliseconds: another process may have added work. */
const longestSleep = 15_000;
/** Shortest sleep, in milliseconds: items held by another process must not cause a busy loop. */
const shortestSleep = 200;
/** First pause after a failure, in milliseconds; doubled by each further failure up to the longest sleep. */
const firstPause = 1_000;

/** Works through due items, `concurrency` at a time, and sleeps in between. Idle until `wake` is called. */
export function createWorker<Item>(database: { db: Handle; clock: Clock }, options: WorkerOptions<Item>) {
  const { clock } = database;
  const { take, work, held, nextDue, onError, concurrency } = options;
  const inHand = new Set<Promise<void>>();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelTimer = () => {};
  let failuresInARow = 0;

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
    while (item !== undefined) {
      const release = keepLease(database, held(item));
      item = await work(item).finally(release);
    }
  }

  async function sleepUntilDue(): Promise<void> {
    const due = await nextDue();
    const wait = due ? due.getTime() - clock.now().getTime() : longestSleep;
    // An invalid date (a damaged row) would make the timer fire in a loop.
    sleep(Number.isNaN(wait) ? longestSleep : wait);
  }

  function sleep(ms: number): void {
    if (stopped) return;
    cancelTimer = clock.after(Math.min(Math.max(ms, shortestSleep), longestSleep), wake);
  }

  return {
    wake,
    begin,
    isFull: () => inHand.size >= concurrency,
    isStopped: () => stopped,
    async stop(): Promise<void> {
      stopped = true;
      cancelTimer();
      while (looking !== undefined || inHand.size > 0) await Promise.all([looking, ...inHand]);
    },
  };
}
