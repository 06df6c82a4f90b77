import type { Day } from '../../../../time/dates.ts';
import type { HireValues } from '../form/fields.ts';
import {
  factsIn,
  type Item,
  itemsIn,
  type LeftOut,
  labelled,
  leftOf,
  partsOf,
  prefillOf,
} from './parse-command.ts';
import {
  aroundNames,
  isCapitalized,
  isNameWord,
  isParticle,
  isTitle,
  type Name,
  nameOf,
  tokensOf,
} from './vocabulary.ts';

/**
 * Reads name, address and start day from a message that was written for people. `written`, in the writer's
 * zone, is the base of `tomorrow`.
 */
export function readMessage(text: string, written: Day): { prefill: HireValues; left: LeftOut[] } {
  const { tokens, isCut } = tokensOf(text);
  const { given, items } = labelled(itemsIn(tokens, written));
  const about = withoutOthers(items);
  const facts = factsIn(about);
  const name = given ?? nameIn(about, facts.email);
  return { prefill: prefillOf({ ...name, ...facts }), left: leftOf(about.filter(isMissed), facts, isCut) };
}

/**
 * Whether to report an item that fits no field. Links, and weekdays among other words, are often about something
 * else.
 */
function isMissed(item: Item): boolean {
  if (item.kind === 'noDay') return !item.isWeak;
  return item.kind === 'day' ? item.isExact : item.kind !== 'thing';
}

const ownLabels =
  /^(?:email|e-mail|mail|address|start|starts|starting|date|day|hire|employee|name|joins|joining|begins)$/i;

function withoutOthers(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  let isOthers = false;
  for (const item of items) {
    const token = item.kind === 'word' ? item.token : undefined;
    if (token?.isLabel) isOthers = isCapitalized(token.text) && !ownLabels.test(token.text);
    if (!isOthers) kept.push(item);
    if (item.ends && !token?.isLabel) isOthers = false;
  }
  return kept;
}

function nameIn(items: readonly Item[], email: string | undefined): Name {
  const runs = runsOf(items);
  const parts = partsOf(email);
  const ofAddress = runs.find((run) => parts.some((part) => run.join(' ').toLowerCase().includes(part)));
  return nameOf(ofAddress ?? runs[0] ?? parts.map(withCapital));
}

/** Runs of two or more capitalized words, as in names; small particles may be between them. */
function runsOf(items: readonly Item[]): string[][] {
  const runs: string[][] = [[]];
  for (const item of items) {
    const word = item.kind === 'word' && !item.token.isLabel ? item.token.text : '';
    const isPart = isNameWord(word) && (isCapitalized(word) || isParticle(word));
    if (isPart) runs.at(-1)?.push(word);
    if (!isPart || item.ends) runs.push([]);
  }
  return runs.map(trimmed).filter((run) => run.filter((word) => !isTitle(word)).length > 1);
}

/** Trims words around a name that aren't part of it: "Welcome Jane Doe". */
function trimmed(run: readonly string[]): string[] {
  const isNone = (word = '') =>
    aroundNames.has(word.toLowerCase()) || (isParticle(word) && !isCapitalized(word));
  const begin = run.findIndex((word) => !isNone(word));
  const end = run.findLastIndex((word) => !isNone(word));
  return begin === -1 ? [] : run.slice(begin, end + 1);
}

function withCapital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
