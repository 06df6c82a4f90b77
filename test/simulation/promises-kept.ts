import { expect } from 'vitest';
import { trials } from '../faults/trials.ts';
import { run, shrink } from './run.ts';

/** Seeds of each of the two files with simulations, which run side by side. */
export const half = trials(1_000, 100);

/** Fails with the first seed that breaks a promise, and its shortest trace. */
export async function expectPromisesKept(seeds: readonly number[]): Promise<void> {
  for (const seed of seeds) {
    const played = await run(seed);
    if (played.broken.length === 0) continue;
    const { broken, trace } = await shrink(played);
    expect.fail(`npm run simulate -- --seed ${seed}\n${broken.join('\n')}\n${trace}`);
  }
}

export function seedsFrom(first: number): number[] {
  return Array.from({ length: half }, (_, index) => first + index);
}
