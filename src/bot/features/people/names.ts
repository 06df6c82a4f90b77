import { printable } from '../../slack/views/blocks.ts';

/** What is no first name behind a comma: `John Smith, Jr.` */
const title = /^(?:jr|sr|[ivx]+|ph\.?d|md|mba|cpa|esq)\.?$/i;

/**
 * Spaces without a width, and marks for the direction of writing, which come along when something is copied; and what
 * stands for a character that was lost.
 */
const invisible = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFD]/g;

/** One line, as people see it. */
export function cleaned(text: string): string {
  return printable(text).replace(invisible, '').replace(/\s+/g, ' ').trim();
}

interface SlackNames {
  firstName: string;
  lastName: string;
  realName: string;
}

/**
 * First and last name, as the onboarding service wants them: `Doe, Jane` turned round, else as the profile tells them
 * apart, else the first word and the rest. Undefined for a single name: nobody is given one that they do not have.
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
