import type { Day } from '../../../../time/dates.ts';
import { fitsEmailField } from '../../../slack/forms/field.ts';
import type { HireValues } from '../form/fields.ts';
import { dayAt } from './parse-dates.ts';
import {
  dayWords,
  degrees,
  emailWords,
  isCapitalized,
  isNameWord,
  isParticle,
  isTitle,
  type Name,
  nameOf,
  noNames,
  startWords,
  sureWords,
  type Token,
  tokensOf,
} from './vocabulary.ts';

export type Item = Core & {
  /** Followed by a comma, a bracket, or the end of a sentence or line. */
  ends: boolean;
};

type Core =
  | { kind: 'word'; token: Token }
  /** A mention, a link. */
  | { kind: 'thing'; text: string }
  | { kind: 'email'; text: string; isLabelled: boolean }
  /** Contains an @ but is no address. */
  | { kind: 'noEmail'; text: string }
  | { kind: 'day'; text: string; day: Day; isExact: boolean; isStart: boolean }
  /** Ambiguous, or not a real day. */
  | { kind: 'noDay'; text: string; isWeak: boolean };

export interface LeftOut {
  text: string;
  /** `another`: the field has a value already; `tooLong`: only the beginning was read; else see `Item`. */
  why: 'unknown' | 'noEmail' | 'noDay' | 'another' | 'tooLong';
}

export function itemsIn(tokens: readonly Token[], today: Day): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { item, words = 1 } = itemAt(tokens, at, today);
    if (item.kind === 'email') item.isLabelled = dropLead(items, emailWords).length > 0;
    if (item.kind === 'day' || item.kind === 'noDay') {
      const lead = dropLead(items, dayWords);
      if (item.kind === 'day') item.isStart = lead.some((word) => startWords.has(word));
    }
    items.push({ ...item, ends: tokens[at + words - 1]?.ends ?? true });
    at += words;
  }
  return withoutNeighbours(items);
}

/** @returns the item at that place, and the number of words it took (default 1) */
function itemAt(tokens: readonly Token[], at: number, today: Day): { item: Core; words?: number } {
  const token = tokens[at];
  if (!token) return { item: { kind: 'thing', text: '' } };
  if (token.isThing || /^@[^@]+$/.test(token.text)) return { item: { kind: 'thing', text: token.text } };
  if (token.text.includes('@')) return { item: addressIn(token.text) };
  const found = dayAt(tokens, at, today);
  if (!found) return { item: { kind: 'word', token } };
  const { day, words, isExact, isWeak = false } = found;
  const texts = tokens.slice(at, at + words).map((word) => word.text);
  const text = texts.join(' ');
  if (day === undefined) return { item: { kind: 'noDay', text, isWeak }, words };
  return { item: { kind: 'day', text, day, isExact, isStart: false }, words };
}

function addressIn(text: string): Core {
  return fitsEmailField(text) ? { kind: 'email', text, isLabelled: false } : { kind: 'noEmail', text };
}

/** Most words that may lead to an address or a day. */
const longestLead = 4;

/** Removes words that only introduce the next item ("starts on", "Email:"). @returns them in lower case */
function dropLead(items: Item[], words: ReadonlySet<string>): string[] {
  const lead: string[] = [];
  while (lead.length < longestLead) {
    const last = items.at(-1);
    const text = last?.kind === 'word' ? last.token.text.toLowerCase() : '';
    if (last?.kind !== 'word' || !words.has(text) || (last.ends && !last.token.isLabel)) break;
    // Capitalized, the other words may be names: "Tim Work", "Will".
    const isSure = last.token.text === text || last.token.isLabel || lead.length > 0 || sureWords.has(text);
    if (!isSure) break;
    items.pop();
    lead.push(text);
  }
  return lead;
}

function withoutNeighbours(items: readonly Item[]): Item[] {
  const joined: Item[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    const isOne = item.kind === 'day' && !item.isExact;
    if (isOne && last?.kind === 'day' && last.day !== item.day)
      joined.splice(-1, 1, { ...item, kind: 'noDay', text: `${last.text} ${item.text}`, isWeak: false });
    else joined.push(item);
  }
  return joined;
}

type Words =
  | { kind: 'help' }
  | { kind: 'drafts' }
  | { kind: 'unknown'; text: string }
  /** `left`: text that fits no field, with the reason. */
  | { kind: 'form'; prefill: HireValues; left: LeftOut[] };

/** Reads `Jane Doe jane@acme.com 2026-12-01` in any order. `today`, in the writer's zone, is the base of `tomorrow`. */
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

/** Picks the address and the day: labelled ones first, else the first of each. */
export function factsIn(items: readonly Item[]): Facts {
  const emails = items.filter((item) => item.kind === 'email');
  const days = items.filter((item) => item.kind === 'day');
  const email = emails.find(({ isLabelled }) => isLabelled) ?? emails[0];
  const day = days.find(({ isStart, isExact }) => isStart && isExact) ?? days.find(({ isStart }) => isStart);
  return { email: email?.text, day: (day ?? days.find(({ isExact }) => isExact) ?? days[0])?.day };
}

/** Items that fit no field. Repeats of the chosen address or day don't count. */
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

/** Runs of adjacent words that can be a name, leaving out words after a label or a typed mention (`@Jane`). */
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

/** In a run with two or more capitalized words, only particles and titles may be lower case. */
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

/**
 * The run that matches the address, else the first that looks like a name. Joins two single words, such as first and
 * last name apart.
 */
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

export function partsOf(email = ''): string[] {
  const [local = ''] = email.toLowerCase().split('@');
  return local.split(/[._-]/).filter((part) => /^\p{L}{2,}$/u.test(part));
}

/** Handles `Doe, Jane <jane.doe@acme.com>`, as mail programs write it: the address shows which name is first. */
function turned(parts: readonly Token[], items: readonly Item[]): Name | undefined {
  const [last, first] = parts;
  const { email = '' } = factsIn(items);
  if (parts.length !== 2 || !last?.ends || !first) return undefined;
  const begins = (token: Token) => email.toLowerCase().startsWith(token.text.toLowerCase());
  return begins(first) && !begins(last) ? { first: first.text, last: last.text } : undefined;
}

/** A single lower-case word is more likely an unknown subcommand than a name. */
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

const nameLabels: Record<string, 'first' | 'last' | 'full'> = {
  'first name': 'first',
  firstname: 'first',
  'given name': 'first',
  'last name': 'last',
  lastname: 'last',
  surname: 'last',
  'family name': 'last',
  name: 'full',
  'full name': 'full',
  'new hire': 'full',
  employee: 'full',
};

/**
 * Finds `Name: Jane Doe`. Other labels (`Manager: …`) give no name; for messages, their values are dropped up
 * to the end of the line.
 */
export function labelled(items: readonly Item[]): { given: Name | undefined; items: Item[] } {
  const found: Partial<Record<'first' | 'last' | 'full', string[]>> = {};
  const rest: Item[] = [];
  for (let at = 0; at < items.length; ) {
    const label = labelAt(items, at);
    const values = label ? valuesFrom(items, at + label.words) : [];
    if (label && values.length > 0 && found[label.part] === undefined) {
      found[label.part] = values;
      at += label.words + values.length;
    } else rest.push(...items.slice(at, ++at));
  }
  return { given: nameFrom(found), items: rest };
}

function nameFrom({ first, last, full }: Partial<Record<'first' | 'last' | 'full', string[]>>) {
  if (first ?? last) return { first: (first ?? []).join(' '), last: (last ?? []).join(' ') };
  return full && nameOf(full);
}

function labelAt(items: readonly Item[], at: number) {
  for (const words of [2, 1]) {
    const tokens = items.slice(at, at + words).map((item) => (item.kind === 'word' ? item.token : undefined));
    const text = tokens.map((token) => token?.text.toLowerCase() ?? '').join(' ');
    const part = Object.hasOwn(nameLabels, text) ? nameLabels[text] : undefined;
    if (part && tokens.at(-1)?.isLabel) return { part, words };
  }
  return undefined;
}

function valuesFrom(items: readonly Item[], from: number): string[] {
  const values: string[] = [];
  for (const item of items.slice(from, from + 12)) {
    if (item.kind !== 'word' || item.token.isLabel || !isNameWord(item.token.text)) break;
    values.push(item.token.text);
    if (item.token.ends) break;
  }
  // `First name: Jane Last name: Doe`: the last word belongs to the next label.
  const last = from + values.length - 1;
  const isOfLabel = items[last]?.ends === false && labelAt(items, last)?.words === 2;
  return isOfLabel ? values.slice(0, -1) : values;
}
