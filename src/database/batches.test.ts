import { expect, it } from 'vitest';
import { inBatches } from './batches.ts';

it('does together what is handed in at the same time, and gives each its own result', async () => {
  const batches: number[][] = [];
  const double = inBatches(async (items: number[]) => {
    batches.push(items);
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

it('does what comes during a batch in the next one', async () => {
  const batches: number[][] = [];
  const later: Promise<number>[] = [];
  const keep = inBatches(async (items: number[]) => {
    batches.push(items);
    if (batches.length === 1) later.push(keep(2), keep(3));
    return items;
  });
  await keep(1);
  expect(await Promise.all(later)).toEqual([2, 3]);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('fails all of a batch that fails, and goes on with the next one', async () => {
  const run = inBatches(async (items: string[]) => {
    if (items.includes('wrong')) throw new Error('no');
    return items;
  });
  const results = await Promise.allSettled([run('a'), run('wrong')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await run('b')).toBe('b');
});

it('makes no batch larger than 64', async () => {
  const sizes: number[] = [];
  const count = inBatches(async (items: number[]) => {
    sizes.push(items.length);
    return items;
  });
  await Promise.all(Array.from({ length: 130 }, (_, index) => count(index)));
  expect(sizes).toEqual([64, 64, 2]);
});
