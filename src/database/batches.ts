import { setImmediate } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Runs concurrent work in batches, one at a time: what comes in during a batch shares the next one, with its query
 * or its wait for the disk. An item is never in a batch that began before it.
 * @param run takes up to `most` items and returns their results in the same order; an error rejects all of them
 */
export function inBatches<Item, Result>(run: (items: Item[]) => Promise<readonly Result[]>, most = 64) {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Let requests that have arrived be read first, so that they are in this batch.
      await setImmediate();
      const batch = waiting.splice(0, most);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}
