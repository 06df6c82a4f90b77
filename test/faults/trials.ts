import { it } from 'vitest';
import { createRandom } from '../simulation/random.ts';

/** Continuous integration runs all trials; every other test run a small share. */
export const isWhole = process.env.TEST_FAULTS === 'whole';

/** Test for the whole run only: it is slow, or a rarer variant of a test in every run. */
export const inWhole = it.runIf(isWhole);

export function some<Item>(items: readonly Item[], first: number): readonly Item[] {
  return isWhole ? items : items.slice(0, first);
}

export function trials(whole: number, short: number): number {
  return isWhole ? whole : short;
}

/** Time limit in milliseconds, several times the time on an idle machine. */
export const patience = isWhole ? 1_200_000 : 300_000;

export const chance = (seed: number) => createRandom(seed).next;

export function oneOf<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

export async function eachOf(
  count: number,
  atATime: number,
  work: (number: number) => Promise<unknown>,
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
