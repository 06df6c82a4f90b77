import type { Context } from '@slack/bolt';
import { commonLanguage, type Language, languages } from '../../../language.ts';

/** Language of the payload's sender; the common language if unknown. */
export function languageIn({ language }: Context): Language {
  return languages.find((one) => one === language) ?? commonLanguage;
}
