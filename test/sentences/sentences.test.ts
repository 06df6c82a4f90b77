import { expect, it } from 'vitest';
import { root } from '../source-files.ts';
import { allSentences, countWords, slackSentences } from './read.ts';

/** Words that avoid a noun, or that nobody says. */
const avoided =
  /\b(?:whoever|whatever|somebody of|hears? of|heard of|told of|stands? (?:in|there|for)|anew|once more|as far as \w+ knows|in the place of|what is so|from here on|goes on by itself|too now|taken back|beforehand|at the service)\b/i;
/** “May” for “can”. */
const permission =
  /\b(?:managers|people|they|you|HR|everyone|who) may (?!be\b|have\b|not be\b|still\b|need\b)/i;

it('no sentence that people read uses a word that avoids a noun', () => {
  const sentences = allSentences(root);
  expect(sentences.length).toBeGreaterThan(1_000);
  const found = sentences.flatMap(({ path, text }) => {
    const [word] = avoided.exec(text) ?? permission.exec(text) ?? [];
    return word === undefined ? [] : [`${path}: ${word}`];
  });
  expect(found).toEqual([]);
});

it('counts the words of Slack texts', () => {
  expect(countWords(slackSentences(root))).toBeGreaterThan(1_000);
  expect(countWords([{ path: '', text: 'Jane’s start day: Mon 7 Dec' }])).toBe(5);
});
