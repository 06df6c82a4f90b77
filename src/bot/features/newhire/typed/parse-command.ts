import type { Day } from '../../../../time/dates.ts';
import type { HireValues } from '../form/fields.ts';
import { type Item, itemsIn, type LeftOut } from './facts.ts';
import { labelled } from './labels.ts';
import { isCapitalized, isNameWord, isParticle, isTitle, type Name, nameOf } from './name-words.ts';
import { type Token, tokensOf } from './tokens.ts';
import { degrees, noNames } from './vocabulary.ts';

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

/** The words that make the name, and the others: a name stands together, and what stands elsewhere is none. */
function nameAmong(items: readonly Item[], given: Name | undefined): { name: Name; others: Token[] } {
  const words = items.flatMap((item) => (item.kind === 'word' ? [item.token] : []));
  if (given) return { name: given, others: words };
  const parts = nameParts(runsIn(items), factsIn(items).email);
  const isDegree = ({ text }: Token) => degrees.has(text.toLowerCase().replaceAll('.', ''));
  return {
    name: turned(parts, items) ?? nameOf(parts.map(({ text }) => text)),
    others: words.filter((token) => !parts.includes(token) && !(parts.length > 0 && isDegree(token))),
  };
}

/** Words that follow each other and can be a name; none of what a label or a mention in letters leads to. */
function runsIn(items: readonly Item[]): Token[][] {
  const runs: Token[][] = [[]];
  let isOthers = false;
  for (const item of items) {
    const token = item.kind === 'word' ? item.token : undefined;
    const isPart =
      token !== undefined && !token.isLabel && isNameWord(token.text) && !noNames.has(token.text);
    if (isPart && !isOthers) runs.at(-1)?.push(token);
    else runs.push([]);
    if (token?.isLabel || (item.kind === 'thing' && /^@\p{Lu}/u.test(item.text))) isOthers = true;
    else if (!isPart || item.ends) isOthers = false;
    if (item.ends || token?.hasDash) runs.push([]);
  }
  return runs.flatMap(withoutSmall).filter((run) => run.some(({ text }) => !isTitle(text)));
}

/** Beside a name with capitals a word without one is no part of it, unless names have such words. */
function withoutSmall(run: readonly Token[]): Token[][] {
  if (capitalsIn(run) < 2) return [[...run]];
  const parts: Token[][] = [[]];
  for (const token of run)
    if (isCapitalized(token.text) || isParticle(token.text) || isTitle(token.text)) parts.at(-1)?.push(token);
    else parts.push([]);
  return parts;
}

function capitalsIn(run: readonly Token[]): number {
  return run.filter(({ text }) => isCapitalized(text) && !isTitle(text)).length;
}

/** The run that the address is made of, else the first that looks like a name; two parts of one can stand apart. */
function nameParts(runs: readonly Token[][], email: string | undefined): readonly Token[] {
  const parts = partsOf(email);
  const textOf = (run: readonly Token[]) => run.map(({ text }) => text.toLowerCase()).join(' ');
  const ofAddress = runs.findIndex((run) => parts.some((part) => textOf(run).includes(part)));
  const at =
    ofAddress >= 0
      ? ofAddress
      : Math.max(
          0,
          runs.findIndex((run) => capitalsIn(run) > 1),
        );
  const run = runs[at] ?? [];
  if (run.length !== 1) return run;
  const [before, after] = [runs[at - 1], runs[at + 1]];
  if (after?.length === 1) return [...run, ...after];
  return before?.length === 1 ? [...before, ...run] : run;
}

/** `jane.doe@acme.com` is made of "jane" and "doe". */
export function partsOf(email = ''): string[] {
  const [local = ''] = email.toLowerCase().split('@');
  return local.split(/[._-]/).filter((part) => /^\p{L}{2,}$/u.test(part));
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
