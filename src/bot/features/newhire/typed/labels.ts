import type { Item } from './facts.ts';
import { isNameWord, type Name, nameOf } from './name-words.ts';

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
 * Finds labelled names: `Name: Jane Doe`, `First name: Jane`. Other labels (`Manager: …`) give no name; for messages,
 * their values are dropped up to the end of the line.
 * @returns the name, and the items without it
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

/** Words up to a comma, the end of a line, another label or a non-word. */
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
