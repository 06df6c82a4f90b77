import type { Day } from '../../../../time/dates.ts';
import { fitsEmailField } from '../../../slack/forms/field.ts';
import { dayAt } from './parse-dates.ts';
import { dayWords, emailWords, startWords, sureWords, type Token } from './vocabulary.ts';

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
