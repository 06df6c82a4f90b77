import type { NewHire } from '../../../contract/new-hire.ts';
import { words } from '../../../language.ts';
import { labels } from './messages.ts';
import type { LeftOut } from './typed/vocabulary.ts';

interface Unfit {
  field: keyof NewHire;
  texts: readonly string[];
}

const room = 200;

function leftSentences(left: readonly LeftOut[]): string[] {
  const sayNotice = (why: LeftOut['why'], sentence: (what: string) => string) => {
    const quoted = left.filter((one) => one.why === why).map(({ text }) => `“${text}”`);
    return quoted.length > 0 ? [sentence(quoted.join(', '))] : [];
  };
  return [
    ...sayNotice('unknown', (what) => `I couldn’t use ${what}.`),
    ...sayNotice('noEmail', (what) => `I couldn’t use ${what} as an email address.`),
    ...sayNotice('noDay', (what) => `I couldn’t use ${what} as a date.`),
    ...sayNotice('another', (what) => `I couldn’t use ${what}: there’s room for only one.`),
    ...sayNotice('tooLong', () => 'Only the first 4,000 characters were read.'),
  ];
}

function unfitSentences(unfit: readonly Unfit[]): string[] {
  return unfit.map(({ field, texts }) => `${labels[field]} couldn’t be filled in: “${texts.join(', ')}”.`);
}

const en = {
  /**
   * Notice about input that couldn't be filled in, so nothing typed is lost: one sentence, or lines if it's
   * too long; empty if all fit.
   */
  noticeOf(left: readonly LeftOut[], unfit: readonly Unfit[], more: string | undefined): readonly string[] {
    const sentences = [more ?? [], leftSentences(left), unfitSentences(unfit)].flat();
    const all = sentences.join(' ');
    if (all.length <= room) return all === '' ? [] : [all];
    return ['You can copy what’s missing from here.', ...sentences];
  },
};

export const say = words({ en });
