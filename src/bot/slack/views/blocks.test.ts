import { expect, it } from 'vitest';
import { cut } from './blocks.ts';

it.each([
  ['short', 10, 'short'],
  ['abcdefgh', 5, 'abcd…'],
  ['ab👩‍🚀cd', 5, 'ab…'],
  ['aé́́́́bcdef', 4, 'a…'],
  ['عمرعمرعمر', 5, 'عمرع…'],
  ['👩‍🚀👩‍🚀', 3, '…'],
])('cuts “%s” to %i characters, never through what is seen as one', (text, limit, shown) => {
  expect(cut(text, limit)).toBe(shown);
  expect(cut(text, limit).length).toBeLessThanOrEqual(limit);
});
