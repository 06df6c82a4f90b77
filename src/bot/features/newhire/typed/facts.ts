import type { Day } from '../../../../time/dates.ts';
import { fitsEmailField } from '../../../slack/forms/typed-fields.ts';
import { dayAt } from './parse-dates.ts';
import type { Token } from './tokens.ts';
import { dayWords, emailWords, startWords, sureWords } from './vocabulary.ts';

/** What was typed, taken apart: addresses, days, and the words between them. */
export type Item = Core & {
  /** A comma, a bracket or the end of a sentence or line stands behind it. */
  ends: boolean;
};

type Core =
  | { kind: 'word'; token: Token }
  /** A mention, a link. */
  | { kind: 'thing'; text: string }
  | { kind: 'email'; text: string; isLabelled: boolean }
  /** Something with an @ that is no address. */
  | { kind: 'noEmail'; text: string }
  | { kind: 'day'; text: string; day: Day; isExact: boolean; isStart: boolean }
  /** It can be read in two ways, or there is no such day. */
  | { kind: 'noDay'; text: string; isWeak: boolean };

/** Something typed that goes into no field. */
export interface LeftOut {
  /** As it was typed. */
  text: string;
  /** `another`: there is another one in the field; `tooLong`: only the beginning was read; else see `Item`. */
  why: 'unknown' | 'noEmail' | 'noDay' | 'another' | 'tooLong';
}

/** Finds the addresses and days among the words. Goes over them once. */
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

/** @returns what begins there, and how many words it took: one unless said */
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

/** How many words may lead to an address or a day. */
const longestLead = 4;

/** Takes away the words that only lead to what follows ("starts on", "Email:"), and gives them back in small letters. */
function dropLead(items: Item[], words: ReadonlySet<string>): string[] {
  const lead: string[] = [];
  while (lead.length < longestLead) {
    const last = items.at(-1);
    const text = last?.kind === 'word' ? last.token.text.toLowerCase() : '';
    if (last?.kind !== 'word' || !words.has(text) || (last.ends && !last.token.isLabel)) break;
    // With a capital the others may be somebody's name: "Tim Work", "Will".
    const isSure = last.token.text === text || last.token.isLabel || lead.length > 0 || sureWords.has(text);
    if (!isSure) break;
    items.pop();
    lead.push(text);
  }
  return lead;
}

/** Two different days side by side, "Monday in two weeks", are one that is not understood. */
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
