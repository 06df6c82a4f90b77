import { printable } from '../../slack/views/blocks.ts';

/** Suffixes after a comma that aren't first names: `John Smith, Jr.` */
const title = /^(?:jr|sr|[ivx]+|ph\.?d|md|mba|cpa|esq)\.?$/i;

/** Zero-width characters and direction marks that come along when text is copied, and the replacement character. */
const invisible = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFD]/g;

/** Text as displayed: one line, without invisible characters. */
export function cleaned(text: string): string {
  return printable(text).replace(invisible, '').replace(/\s+/g, ' ').trim();
}

interface SlackNames {
  firstName: string;
  lastName: string;
  realName: string;
}

/**
 * First and last name for the onboarding service: `Doe, Jane` is turned round, otherwise the profile's fields,
 * otherwise the first word and the rest. Undefined for a single name; none is invented.
 */
export function namesOf({ firstName, lastName, realName }: SlackNames) {
  const whole = cleaned(realName);
  const [, family, given = ''] = /^([^\s,]+), ?([^,]+)$/.exec(whole) ?? [];
  if (family && given.trim() && !title.test(given)) return { first_name: given.trim(), last_name: family };
  const [first_name, last_name] = [cleaned(firstName), cleaned(lastName)];
  if (first_name && last_name) return { first_name, last_name };
  const [first, ...rest] = whole.split(' ');
  return first && rest.length > 0 ? { first_name: first, last_name: rest.join(' ') } : undefined;
}
