import { setImmediate } from 'node:timers/promises';

/** The most items in one batch: enough to share the cost of a commit, few enough to be quick. */
const maxItems = 64;

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Makes one call out of many that come at the same time: what is handed in while a batch runs waits for the next
 * one. Waiting for the disk at the end of a transaction is what costs most, and so it is shared.
 * @param run does all items or, when it throws, none; gives the results in the order of the items
 * @returns a function for one item; a batch that failed is done again one by one, so an item fails only by itself
 */
export function groupCommit<Item, Result>(run: (items: Item[]) => Promise<Result[]>) {
  const waiting: Waiting<Item, Result>[] = [];
  let running = false;

  async function runAll(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // Requests that have arrived already are read first, so that they are in this batch.
      await setImmediate();
      await runBatch(waiting.splice(0, maxItems), run);
    }
    running = false;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void runAll();
    });
}

async function runBatch<Item, Result>(
  batch: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error);
    else for (const one of batch) await runBatch([one], run);
  }
}
