import type { Context } from '@slack/bolt';
import { commonLanguage, type Language, languages } from '../../../language.ts';

/** What whoever a payload is from reads; the common language where nobody has found that out. */
export function languageIn({ language }: Context): Language {
  return languages.find((one) => one === language) ?? commonLanguage;
}
