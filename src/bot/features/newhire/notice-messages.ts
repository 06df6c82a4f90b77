import type { NewHire } from '../../../contract/new-hire.ts';
import { labels } from './messages.ts';
import type { LeftOut, Notice } from './typed/left-out.ts';

/** What was to stand in a field and cannot. */
interface Unfit {
  field: keyof NewHire;
  texts: readonly string[];
}

/** An alert has room for this many characters. */
const room = 200;

/** Stands in the form: what it could not be filled in with, so that nothing typed is lost. Plain text. */
export function noticeOf(
  left: readonly LeftOut[],
  unfit: readonly Unfit[],
  more: string | undefined,
): Notice | undefined {
  const sentences = [...(more === undefined ? [] : [more]), ...leftSentences(left), ...unfitSentences(unfit)];
  if (sentences.length === 0) return undefined;
  const all = sentences.join(' ');
  if (all.length <= room) return { sentence: all, lines: [] };
  return {
    sentence: 'Not everything could be filled in. What was left out is listed here, so you can copy it.',
    lines: sentences,
  };
}

function leftSentences(left: readonly LeftOut[]): string[] {
  const quoted = (why: LeftOut['why']) =>
    left
      .filter((one) => one.why === why)
      .map(({ text }) => `“${text}”`)
      .join(', ');
  const say = (why: LeftOut['why'], sentence: (what: string) => string) =>
    left.some((one) => one.why === why) ? [sentence(quoted(why))] : [];
  return [
    ...say('unknown', (what) => `Not understood, so not filled in: ${what}.`),
    ...say('noEmail', (what) => `Not a complete email address: ${what}.`),
    ...say('noDay', (what) => `Not clear as a date: ${what}. Choose the start day below.`),
    ...say('another', (what) => `Left out, because there’s room for only one: ${what}.`),
    ...say('tooLong', () => 'This was very long, so only the first 4,000 characters were read.'),
  ];
}

function unfitSentences(unfit: readonly Unfit[]): string[] {
  return unfit.map(({ field, texts }) => `${labels[field]} couldn’t be filled in: “${texts.join(', ')}”.`);
}
