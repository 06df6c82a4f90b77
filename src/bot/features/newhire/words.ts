import type { Day } from '../../../dates.ts';
import { takeDays } from './day-words.ts';
import type { Prefill } from './form.ts';

/** What was written behind the command. */
export type Words =
  | { kind: 'help' }
  | { kind: 'drafts' }
  /** Nothing of it can be part of a form. */
  | { kind: 'unknown'; text: string }
  | { kind: 'form'; prefill: Prefill; notUnderstood: string[] };

/**
 * Reads `Jane Doe jane@acme.com 2026-12-01`, in any order: an address, a day, and a name whose first word is the
 * first name. What is left over is given back, so that it can be said.
 */
export function readWords(text: string): Words {
  const shown = unescaped(text).trim();
  if (/^help(\s|$)/i.test(shown)) return { kind: 'help' };
  if (/^drafts?$/i.test(shown)) return { kind: 'drafts' };
  const { email, day, rest, repeated } = takeFacts(shown);
  const words = rest.split(/[\s,;]+/).filter(Boolean);
  const names = words.filter(isNamePart);
  const notUnderstood = [...words.filter((word) => !isNamePart(word)), ...repeated];
  const nothing = email === undefined && day === undefined;
  if (nothing && (names.length === 0 ? words.length > 0 : isLoneWord(names)))
    return { kind: 'unknown', text: shown };
  const [first, ...last] = names;
  return {
    kind: 'form',
    prefill: prefillOf({ first, last: last.join(' '), email, day }),
    notUnderstood,
  };
}

/** Slack escapes what it recognizes: `<mailto:jane@acme.com|jane@acme.com>`, `<https://acme.com|acme.com>`. */
export function unescaped(text: string): string {
  return text
    .replaceAll(/<(?:mailto:|tel:)?([^|<>]+)(?:\|([^<>]*))?>/g, (_all, target: string, label?: string) => {
      return target.includes('@') && !target.startsWith('@') ? target : (label ?? target);
    })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Takes the address and the day out of a text; of several the first. `repeated` holds the others. */
export function takeFacts(text: string) {
  const addresses = text.match(
    /[^\s<>()[\],;:"']+@[^\s<>()[\],;:"']+\.[^\s<>()[\],;:"']*[^\s<>()[\],;:"'.!?]/g,
  );
  const [email, ...furtherAddresses] = addresses ?? [];
  const withoutAddresses = (addresses ?? []).reduce((left, address) => left.replace(address, ' '), text);
  const { days, rest } = takeDays(withoutAddresses);
  const [day, ...furtherDays] = days;
  return { email, day, rest, repeated: [...furtherAddresses, ...furtherDays] };
}

export function prefillOf(facts: {
  first?: string | undefined;
  last?: string | undefined;
  email?: string | undefined;
  day?: Day | undefined;
}): Prefill {
  const { first, last, email, day } = facts;
  return {
    ...(first && { first_name: first.slice(0, 200) }),
    ...(last && { last_name: last.slice(0, 200) }),
    ...(email && { email: email.slice(0, 200) }),
    ...(day && { start_day: day }),
  };
}

/** Letters of any script, with the marks that stand in names. */
function isNamePart(word: string): boolean {
  return /^[\p{L}\p{M}][\p{L}\p{M}'’.‐-]*$/u.test(word);
}

/** One word in small letters is a word of a command that does not exist rather than somebody's whole name. */
function isLoneWord([word = '', ...more]: readonly string[]): boolean {
  return more.length === 0 && word === word.toLowerCase() && word !== word.toUpperCase();
}
