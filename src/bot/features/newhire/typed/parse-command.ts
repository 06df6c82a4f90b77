import type { Day } from '../../../../time/dates.ts';
import type { HireValues } from '../form/fields.ts';
import { dayAt } from './parse-dates.ts';
import {
  aroundNames,
  dayWords,
  emailWords,
  type Item,
  isCapitalized,
  isDegree,
  isNameWord,
  isParticle,
  isTitle,
  type LeftOut,
  nameOf,
  namePartOf,
  noNames,
  ownLabels,
  startWords,
  sureWords,
  tokensOf,
} from './vocabulary.ts';

type Words =
  | { kind: 'help' }
  | { kind: 'drafts' }
  | { kind: 'import' }
  | { kind: 'unknown'; text: string }
  | { kind: 'form'; prefill: HireValues; left: LeftOut[] };

/** Reads `Jane Doe jane@acme.com 2026-12-01` in any order. `today`, in the writer's zone, is the base of `tomorrow`. */
export function readWords(text: string, today: Day): Words {
  const { tokens, isCut } = tokensOf(text);
  const [first] = tokens;
  if (first?.text.toLowerCase() === 'help') return { kind: 'help' };
  const said = tokens.map((token) => token.text).join(' ');
  if (/^drafts?$/i.test(said)) return { kind: 'drafts' };
  if (/^import( hires)?$/i.test(said)) return { kind: 'import' };
  const { prefill, unused, isLabelled } = detailsIn(tokens, today, false);
  const isKnown = isLabelled || unused.some(({ kind }) => reasons[kind] !== 'unknown');
  if (tokens.length > 0 && !isKnown && saysNothing(prefill)) return { kind: 'unknown', text: said };
  return { kind: 'form', prefill, left: leftOf(unused, isCut) };
}

/** A single lower-case word is more likely an unknown subcommand than a name. */
function saysNothing({ first_name: first = '', last_name, email, start_day }: HireValues): boolean {
  if (email || start_day) return false;
  return first === '' || (!last_name && first === first.toLowerCase() && first !== first.toUpperCase());
}

const reasons = {
  word: 'unknown',
  thing: 'unknown',
  email: 'another',
  day: 'another',
  noEmail: 'noEmail',
  noDay: 'noDay',
} as const;

/**
 * Reads name, address and start day from a message that was written for people. `written`, in the writer's
 * zone, is the base of `tomorrow`.
 */
export function readMessage(text: string, written: Day): { prefill: HireValues; left: LeftOut[] } {
  const { tokens, isCut } = tokensOf(text);
  const { prefill, unused } = detailsIn(tokens, written, true);
  return { prefill, left: leftOf(unused.filter(isMissed), isCut) };
}

/** Whether to report text that fits no field. Words, links, and weekdays among other words are often about something else. */
function isMissed({ kind, isWeak, isExact }: Item): boolean {
  if (kind === 'noDay') return !isWeak;
  return kind === 'day' ? isExact === true : kind === 'email' || kind === 'noEmail';
}

function leftOf(unused: readonly Item[], isCut: boolean): LeftOut[] {
  const left = unused.map(({ kind, text }): LeftOut => ({ text, why: reasons[kind] }));
  return isCut ? [...left, { text: '', why: 'tooLong' }] : left;
}

/**
 * Finds name, address and start day. In a message, a line after `Manager:` is about somebody else, only capitalized
 * words are names, and without any the address gives the name.
 */
function detailsIn(tokens: readonly Item[], today: Day, isMessage: boolean) {
  const { given, rest } = withoutLabelledNames(itemsIn(tokens, today));
  const others = othersIn(rest, isMessage);
  const own = rest.filter((item) => !others.has(item));
  const email = best(own.filter(({ kind }) => kind === 'email'))?.text;
  const day = best(own.filter(({ kind }) => kind === 'day'))?.day;
  const named = new Set(given ? [] : nameParts(runsIn(rest, others, isMessage), email));
  const isUsed = (item: Item) =>
    named.has(item) ||
    (named.size > 0 && isDegree(item.text)) ||
    (item.kind === 'email' && item.text.toLowerCase() === email?.toLowerCase()) ||
    (item.kind === 'day' && item.day === day);
  const unused = (isMessage ? own : rest).filter((item) => !isUsed(item));
  const words = [...named].map(({ text }) => text);
  if (isMessage && words.length === 0)
    words.push(...namesInAddress(email).map((name) => name.charAt(0).toUpperCase() + name.slice(1)));
  const { first, last } = given ?? nameOf(words);
  const prefill: HireValues = {
    ...(first && { first_name: first }),
    ...(last && { last_name: last }),
    ...(email && { email }),
    ...(day && { start_day: day }),
  };
  return { prefill, unused, isLabelled: given !== undefined };
}

/** Joins the words of days and of labels, and drops words that only introduce an address or a day. */
function itemsIn(tokens: readonly Item[], today: Day): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { words, ...found } = dayAt(tokens, at, today) ?? nameLabelAt(tokens, at) ?? { words: 1 };
    const taken = tokens.slice(at, at + words);
    const token = taken.at(-1);
    at += words;
    if (!token) continue;
    const item: Item = { ...token, ...found, text: taken.map(({ text }) => text).join(' ') };
    if (item.kind === 'email' || item.kind === 'noEmail')
      item.isMarked = withoutLead(items, emailWords).length > 0;
    if (item.kind === 'day' || item.kind === 'noDay')
      item.isMarked = withoutLead(items, dayWords).some((word) => startWords.has(word));
    const last = items.at(-1);
    // "Monday in two weeks" is unclear.
    if (item.kind === 'day' && !item.isExact && last?.kind === 'day' && last.day !== item.day)
      items.splice(-1, 1, { ...item, kind: 'noDay', text: `${last.text} ${item.text}`, isWeak: false });
    else items.push(item);
  }
  return items;
}

function nameLabelAt(tokens: readonly Item[], at: number) {
  for (const words of [2, 1]) {
    const label = tokens.slice(at, at + words);
    const namePart = namePartOf(label.map(({ text }) => text).join(' '));
    if (namePart && label.at(-1)?.isLabel) return { namePart, words };
  }
  return undefined;
}

/** Removes words that introduce the next item ("starts on", "Email:"). @returns them in lower case */
function withoutLead(items: Item[], leads: ReadonlySet<string>): string[] {
  const lead: string[] = [];
  for (;;) {
    const last = items.at(-1);
    const text = last?.text.toLowerCase() ?? '';
    if (last?.kind !== 'word' || !leads.has(text) || (last.ends && !last.isLabel)) return lead;
    // Capitalized, the other words may be names: "Tim Work", "Will".
    const isSure = last.text === text || last.isLabel || lead.length > 0 || sureWords.has(text);
    if (!isSure) return lead;
    items.pop();
    lead.push(text);
  }
}

/** The one introduced as such, else the first written as such. */
function best(items: readonly Item[]): Item | undefined {
  const rank = ({ isMarked, isExact }: Item) => (isMarked ? 2 : 0) + (isExact ? 1 : 0);
  return items.toSorted((one, other) => rank(other) - rank(one))[0];
}

/** Takes out `Name: Jane Doe`, and `First name: Jane` with `Last name: Doe`. */
function withoutLabelledNames(items: readonly Item[]) {
  const found: { first?: string[]; last?: string[]; full?: string[] } = {};
  const rest: Item[] = [];
  for (let at = 0; at < items.length; ) {
    const { namePart } = items[at] ?? {};
    const values = namePart && !found[namePart] ? valuesFrom(items, at + 1) : [];
    if (namePart && values.length > 0) found[namePart] = values;
    else rest.push(...items.slice(at, at + 1));
    at += 1 + values.length;
  }
  const { first = [], last = [], full } = found;
  if (first.length + last.length === 0) return { given: full && nameOf(full), rest };
  return { given: { first: first.join(' '), last: last.join(' ') }, rest };
}

function valuesFrom(items: readonly Item[], from: number): string[] {
  const values: string[] = [];
  for (const item of items.slice(from, from + 12)) {
    if (item.kind !== 'word' || item.isLabel || !isNameWord(item.text)) break;
    values.push(item.text);
    if (item.ends) break;
  }
  return values;
}

/** Items about somebody else: after `Manager:`, and in a command after a typed mention, as in `@Tom Becker`. */
function othersIn(items: readonly Item[], isMessage: boolean): ReadonlySet<Item> {
  const others = new Set<Item>();
  let isOthers = false;
  for (const item of items) {
    if (!isMessage && !canBeName(item)) isOthers = false;
    if (item.isLabel) isOthers = isOthersLabel(item, isMessage);
    if (isOthers) others.add(item);
    if (!isMessage && item.kind === 'thing' && /^@\p{Lu}/u.test(item.text)) isOthers = true;
    if (item.ends && !item.isLabel) isOthers = false;
  }
  return others;
}

/** In a message, labels may be the hire's own, or the end of a sentence: "Marcus asks: Anna van der Berg". */
function isOthersLabel({ text, namePart }: Item, isMessage: boolean): boolean {
  if (!isMessage) return true;
  return namePart === undefined && isCapitalized(text) && !ownLabels.has(text.toLowerCase());
}

function canBeName({ kind, isLabel, text }: Item): boolean {
  return kind === 'word' && !isLabel && isNameWord(text) && !noNames.has(text);
}

/** Adjacent words that can be a name. */
function runsIn(items: readonly Item[], others: ReadonlySet<Item>, isMessage: boolean): Item[][] {
  const runs: Item[][] = [[]];
  for (const item of items) {
    const isPart = canBeName(item) && !others.has(item);
    if (isPart) runs.at(-1)?.push(item);
    if (!isPart || item.ends || item.hasDash) runs.push([]);
  }
  const names = runs.flatMap(withoutSmall);
  if (isMessage) return names.map(trimmed).filter((run) => capitalsIn(run) > 1);
  const withoutAround = names.map((run) => (capitalsIn(trimmed(run)) > 1 ? trimmed(run) : run));
  return withoutAround.filter((run) => run.some(({ text }) => !isTitle(text)));
}

/** In a run with two or more capitalized words, only particles and titles may be lower case. */
function withoutSmall(run: readonly Item[]): Item[][] {
  if (capitalsIn(run) < 2) return [[...run]];
  const parts: Item[][] = [[]];
  for (const item of run)
    if (isCapitalized(item.text) || isParticle(item.text) || isTitle(item.text)) parts.at(-1)?.push(item);
    else parts.push([]);
  return parts;
}

/** Trims words around a name that aren't part of it: "Welcome Jane Doe". */
function trimmed(run: readonly Item[]): Item[] {
  const isName = ({ text }: Item) =>
    !aroundNames.has(text.toLowerCase()) && (isCapitalized(text) || !(isParticle(text) || isTitle(text)));
  return run.slice(run.findIndex(isName), run.findLastIndex(isName) + 1);
}

function capitalsIn(run: readonly Item[]): number {
  return run.filter(({ text }) => isCapitalized(text) && !isTitle(text)).length;
}

/**
 * The run that matches the address, else the first that looks like a name. Joins two single words, such as first and
 * last name apart.
 */
function nameParts(runs: readonly Item[][], email: string | undefined): readonly Item[] {
  const parts = namesInAddress(email);
  const textOf = (run: readonly Item[]) => run.map(({ text }) => text.toLowerCase()).join(' ');
  const chosen =
    runs.find((run) => parts.some((part) => textOf(run).includes(part))) ??
    runs.find((run) => capitalsIn(run) > 1) ??
    runs[0] ??
    [];
  if (chosen.length !== 1) return chosen;
  const at = runs.indexOf(chosen);
  const [before, after] = [runs[at - 1], runs[at + 1]];
  if (after?.length === 1) return inOrder([...chosen, ...after], email);
  return before?.length === 1 ? inOrder([...before, ...chosen], email) : chosen;
}

function namesInAddress(email = ''): string[] {
  const [local = ''] = email.toLowerCase().split('@');
  return local.split(/[._-]/).filter((part) => /^\p{L}{2,}$/u.test(part));
}

/** `Doe, Jane <jane.doe@acme.com>`, as mail programs write it: the address shows which name is first. */
function inOrder(pair: readonly Item[], email = ''): readonly Item[] {
  const [isFirst, isSecond] = pair.map(({ text }) => email.toLowerCase().startsWith(text.toLowerCase()));
  return pair[0]?.ends && isSecond && !isFirst ? pair.toReversed() : pair;
}
