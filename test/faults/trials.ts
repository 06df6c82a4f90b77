import { it } from 'vitest';

/** The whole number of trials is what continuous integration runs; a quick share of it runs with every other test. */
export const isWhole = process.env.TEST_FAULTS === 'whole';

/** A test of the whole run alone: it takes long, or is a rarer turn of what others show in every run. */
export const inWhole = it.runIf(isWhole);

/** All of them in the whole run, and the first ones in every run. */
export function some<Item>(items: readonly Item[], first: number): readonly Item[] {
  return isWhole ? items : items.slice(0, first);
}

/** How many requests and kills, or whatever is counted. */
export function trials(whole: number, short: number): number {
  return isWhole ? whole : short;
}

/** How long such a test may take, in milliseconds: several times as long as on a machine that does nothing else. */
export const patience = isWhole ? 1_200_000 : 300_000;

/** Chance that gives the same numbers at each run: mulberry32. @returns numbers from 0 to 1 */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of them, by chance. */
export function oneOf<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

/** Does it with each number below `count`, so many at a time. */
export async function eachOf(
  count: number,
  atATime: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  async function worker(): Promise<void> {
    while (next < count) {
      const number = next;
      next += 1;
      await work(number);
    }
  }
  await Promise.all(Array.from({ length: atATime }, worker));
}

/** Waits in real time until it is so; rejects with what `describe` says when it takes too long. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  describe: () => unknown,
  limit = patience / 2,
): Promise<void> {
  const end = performance.now() + limit;
  while (!(await isSo())) {
    if (performance.now() > end)
      throw new Error(`It did not come to that: ${JSON.stringify(await describe())}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
