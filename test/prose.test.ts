import { expect, it } from 'vitest';
import { sources, textOf } from './source-files.ts';

/** Comments start with a noun or a verb, and avoid words that read as translated. */
const opener =
  /^(What|Who|Whom|Whose|Whoever|Whatever|Of (?!course)|So (many|long|often|far)|As (it|they)|The same)\b/;
const stilted =
  /\b(whoever|whatever|whom|hears? of|heard of|told of|tells? of|anew|once more|from here on|in the (place|words) of|those who|that of|by itself|at one go|as it is|so many|anybody)\b/i;

/** @returns each comment on one line, without its marks */
function commentsIn(path: string): string[] {
  const found = textOf(path).matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|[\s;{])\/\/ ?(.*)$/gm);
  return [...found].map(([, block, line]) =>
    (block ?? line ?? '')
      .replaceAll(/^\s*\* ?/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

it('comments say things in plain English', () => {
  const found = sources.flatMap((path) => {
    const comments = commentsIn(path).filter((comment) => !comment.startsWith('biome-ignore'));
    return comments
      .filter((comment) => opener.test(comment) || stilted.test(comment))
      .map((comment) => `${path}: ${comment}`);
  });
  expect(found).toEqual([]);
});
