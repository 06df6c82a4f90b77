import type { Day } from '../../../../time/dates.ts';
import type { HireValues } from '../form/fields.ts';
import { type Item, itemsIn, type LeftOut } from './facts.ts';
import { labelled } from './labels.ts';
import { isCapitalized, isNameWord, isParticle, isTitle, type Name, nameOf } from './name-words.ts';
import { type Token, tokensOf } from './tokens.ts';
import { noNames } from './vocabulary.ts';

/** What was written behind the command. */
type Words =
  | { kind: 'help' }
  | { kind: 'drafts' }
  /** Nothing of it can be part of a form. */
  | { kind: 'unknown'; text: string }
  /** `left`: what goes into no field, and why. */
  | { kind: 'form'; prefill: HireValues; left: LeftOut[] };

/**
 * Reads `Jane Doe jane@acme.com 2026-12-01`, in any order: an address, a day, and a name. What is left over is given
 * back, so that it can be said.
 * @param today what `tomorrow` and `1 Dec` count from, in the writer's zone
 */
export function readWords(text: string, today: Day): Words {
  const { tokens, isCut } = tokensOf(text);
  const [first] = tokens;
  if (first?.text.toLowerCase() === 'help') return { kind: 'help' };
  if (tokens.length === 1 && /^drafts?$/i.test(first?.text ?? '')) return { kind: 'drafts' };
  const { given, items } = labelled(itemsIn(tokens, today));
  const { name, others } = nameAmong(items, given);
  const facts = factsIn(items);
  const hasFacts = items.some(({ kind }) => kind !== 'word' && kind !== 'thing');
  if (!hasFacts && given === undefined && saysNothing(tokens, name))
    return { kind: 'unknown', text: tokens.map((token) => token.text).join(' ') };
  return {
    kind: 'form',
    prefill: prefillOf({ ...name, ...facts }),
    left: [
      ...others.map((token): LeftOut => ({ text: token.text, why: 'unknown' })),
      ...leftOf(items, facts, isCut),
    ],
  };
}

interface Facts {
  email?: string | undefined;
  day?: Day | undefined;
}

/** Of several addresses and days the first ones; one that was called so goes before the others. */
export function factsIn(items: readonly Item[]): Facts {
  const emails = items.filter((item) => item.kind === 'email');
  const days = items.filter((item) => item.kind === 'day');
  const email = emails.find(({ isLabelled }) => isLabelled) ?? emails[0];
  const day = days.find(({ isStart, isExact }) => isStart && isExact) ?? days.find(({ isStart }) => isStart);
  return { email: email?.text, day: (day ?? days.find(({ isExact }) => isExact) ?? days[0])?.day };
}

/** What of them goes into no field; an address or a day that is in its field already is no other. */
export function leftOf(items: readonly Item[], { email, day }: Facts, isCut: boolean): LeftOut[] {
  const left = items.flatMap((item): LeftOut[] => {
    const isOther =
      (item.kind === 'email' && item.text.toLowerCase() !== email?.toLowerCase()) ||
      (item.kind === 'day' && item.day !== day);
    if (isOther) return [{ text: item.text, why: 'another' }];
    if (item.kind === 'thing') return [{ text: item.text, why: 'unknown' }];
    return item.kind === 'noEmail' || item.kind === 'noDay' ? [{ text: item.text, why: item.kind }] : [];
  });
  return isCut ? [...left, { text: '', why: 'tooLong' }] : left;
}

/** The words that make the name, and the others. */
function nameAmong(items: readonly Item[], given: Name | undefined): { name: Name; others: Token[] } {
  const words = items.flatMap((item) => (item.kind === 'word' ? [item.token] : []));
  if (given) return { name: given, others: words };
  const capitals = words.filter(({ text }) => isNameWord(text) && isCapitalized(text) && !isTitle(text));
  const isPart = ({ text, isLabel }: Token) => {
    if (isLabel || !isNameWord(text) || noNames.has(text)) return false;
    // Beside a name with capitals a word without one is no part of it, unless names have such words.
    return capitals.length < 2 || isCapitalized(text) || isParticle(text) || isTitle(text);
  };
  const parts = words.filter(isPart);
  return {
    name: turned(parts, items) ?? nameOf(parts.map(({ text }) => text)),
    others: words.filter((token) => !isPart(token)),
  };
}

/** `Doe, Jane <jane.doe@acme.com>`, as mail programs write it: the address tells the first name. */
function turned(parts: readonly Token[], items: readonly Item[]): Name | undefined {
  const [last, first] = parts;
  const { email = '' } = factsIn(items);
  if (parts.length !== 2 || !last?.ends || !first) return undefined;
  const begins = (token: Token) => email.toLowerCase().startsWith(token.text.toLowerCase());
  return begins(first) && !begins(last) ? { first: first.text, last: last.text } : undefined;
}

/** One word in small letters is a word of a command that does not exist rather than somebody's whole name. */
function saysNothing(tokens: readonly Token[], { first, last }: Name): boolean {
  if (tokens.length === 0) return false;
  return first === '' || (last === '' && first === first.toLowerCase() && first !== first.toUpperCase());
}

export function prefillOf({ first, last, email, day }: Partial<Name> & Facts): HireValues {
  return {
    ...(first && { first_name: first }),
    ...(last && { last_name: last }),
    ...(email && { email }),
    ...(day && { start_day: day }),
  };
}
