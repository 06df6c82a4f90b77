import { setImmediate } from 'node:timers/promises';

/** Batch limit: enough items to share the cost of a commit, few enough to be quick. */
const maxItems = 64;

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Items that come in during a batch go into the next one, and share the wait for the disk at the end of a
 * transaction. `run` handles all items or, when it throws, none; a failed batch is retried one by one.
 */
export function groupCommit<Item, Result>(run: (items: Item[]) => Promise<Result[]>) {
  const waiting: Waiting<Item, Result>[] = [];
  let running = false;

  async function runAll(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // Let requests that have arrived be read first, so that they are in this batch.
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
