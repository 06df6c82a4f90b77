import { expect, it } from 'vitest';
import { cut, cutMarkup, escapeMrkdwn } from './blocks.ts';

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

const pieces = ['&amp;', '&lt;', '&gt;', '\u200B*\u200B', '\u200B_\u200B', '<@U0INES>', 'a', 'é'];

it('cuts escaped text to every length, and never through what an escaped sign became', () => {
  const text = `${escapeMrkdwn('&<>*_aé')} <@U0INES>${escapeMrkdwn('>&')}`;
  for (let limit = 1; limit < text.length; limit += 1) {
    const shown = cutMarkup(text, limit);
    expect(shown.length).toBeLessThanOrEqual(limit);
    const left = pieces.reduce((rest, piece) => rest.replaceAll(piece, ''), shown.slice(0, -1));
    expect(left.trim(), shown).toBe('');
  }
  expect(cutMarkup(text, text.length)).toBe(text);
});
