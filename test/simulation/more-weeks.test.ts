import { it } from 'vitest';
import { expectPromisesKept, half, seedsFrom } from './promises-kept.ts';

it(`${half} more made-up weeks: every promise is kept`, async () => {
  await expectPromisesKept(seedsFrom(half + 1));
}, 3_600_000);
