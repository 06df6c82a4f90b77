import { expect, it } from 'vitest';
import { textOf } from '../source-files.ts';
import { isThere, mutants } from './mutant-list.ts';
import { expectPromisesKept, half, seedsFrom } from './promises-kept.ts';
import { run } from './run.ts';

it(`${half} made-up weeks with kills, lost answers and replicas: every promise is kept`, async () => {
  await expectPromisesKept(seedsFrom(1));
}, 3_600_000);

it('the same seed is the same run', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) expect((await run(seed)).trace).toBe((await run(seed)).trace);
});

it('every mutant still changes what it is meant to change', () => {
  expect(mutants.filter((one) => !isThere(one, textOf(one.file)))).toEqual([]);
});
