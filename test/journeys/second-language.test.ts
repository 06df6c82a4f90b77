import { expect, it } from 'vitest';
import { inLanguage } from '../../src/language.ts';
import { addSecondLanguage, englishLeft, secondLanguage, textsAnywhere } from '../second-language.ts';
import { everyExample } from './every-builder.ts';
import { names, worstOf } from './worst-inputs.ts';

addSecondLanguage();

it.each(everyExample)('%s has no English left in another language', async (_what, example) => {
  const name = names['right-to-left letters'];
  const built = await inLanguage(secondLanguage, () => example(worstOf(name)));
  const left = built.flatMap((one) => textsAnywhere(one)).flatMap((text) => englishLeft(text, ['UTC']) ?? []);
  expect(left).toEqual([]);
});
