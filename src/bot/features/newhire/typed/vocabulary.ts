import type { Day } from '../../../../time/dates.ts';
import { fitsEmailField } from '../../../slack/forms/field.ts';
import { bounded } from '../../../slack/incoming/arrival.ts';
import { piecesOf } from '../../../slack/views/blocks.ts';

/** The vocabulary is English; another language needs a set of its own. */

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

export const emailWords = words('email e-mail mail mailto address work business');

export const startWords = words(
  'start starts starting begin begins beginning join joins joining effective first',
);

export const dayWords = new Set([...startWords, ...words('day date on from at by as of the is will')]);

/** Introductory words that are nobody's name, even capitalized. */
export const sureWords = words('email e-mail mail mailto start starts starting begins joins joining on');

/** Lower-case parts of last names: "Ludwig van Beethoven", "Juan de la Cruz". */
const particles = words(
  'van von vom zu zum zur de der den del della dello di da do das dos du des la le las los el al bin ibn bint',
  'ter ten te op af av y und e i',
);

/** Titles aren't part of a name, and the form has no field for them. */
const titles = words(
  'mr mrs ms miss mx dr prof professor sir dame madam herr frau mme mlle monsieur madame señor señora sra ing',
);

const degrees = words('phd md mba msc bsc ma ba esq');

/** Lower-case words that aren't names. */
export const noNames = words(
  'add new hire hires employee please start starts starting begin begins joining joins soon asap now on at in from',
  'to for as of by with and the a an is will be next week month day date monday tuesday wednesday thursday friday',
  'saturday sunday email e-mail mail name',
);

/** Words near names in a message that are often capitalized but aren't names. */
export const aroundNames = words(
  'hi hello hey dear please thanks thank new hire welcome start starts starting we our her his their she he they',
  'the a on from to as with team monday tuesday wednesday thursday friday saturday sunday hr all everyone everybody',
  'fyi asap and i it this that meet add is',
);

/** Labels of the new hire's own details. Other labels, such as `Manager:`, lead to somebody else. */
export const ownLabels = new Set([...emailWords, ...startWords, ...words('date day hire employee name')]);

type NamePart = 'first' | 'last' | 'full';

/** Part of the name that a label announces: `Surname: Doe`. */
export function namePartOf(label: string): NamePart | undefined {
  if (/^(?:first|given) ?name$/i.test(label)) return 'first';
  if (/^(?:(?:last|family) ?name|surname)$/i.test(label)) return 'last';
  return /^(?:(?:full )?name|new hire|employee)$/i.test(label) ? 'full' : undefined;
}

const joiners = /\u200C|\u200D/g;

/** Whether a word has only letters of any script, and marks and joiners used in names. */
export function isNameWord(word: string): boolean {
  return word.length <= 200 && /^[\p{L}\p{M}][\p{L}\p{M}'’ʼ`.·‐‑-]*$/u.test(word.replace(joiners, ''));
}

export function isCapitalized(word: string): boolean {
  return /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word);
}

export function isParticle(word: string): boolean {
  return particles.has(word.toLowerCase());
}

export function isTitle(word: string): boolean {
  return titles.has(word.toLowerCase().replace('.', ''));
}

export function isDegree(word: string): boolean {
  return degrees.has(word.toLowerCase().replaceAll('.', ''));
}

/**
 * Splits a name: first word, then the last name, unless a particle marks where that begins ("Juan Carlos de la
 * Cruz"). Drops titles and degrees.
 */
export function nameOf(words: readonly string[]) {
  const begin = words.findIndex((word) => !isTitle(word));
  const named = begin === -1 ? [] : words.slice(begin);
  while (named.length > 1 && isDegree(named.at(-1) ?? '')) named.pop();
  const particle = named.findIndex(
    (word, index) => index > 0 && index < named.length - 1 && isParticle(word),
  );
  const last = particle === -1 ? 1 : particle;
  return { first: named.slice(0, last).join(' '), last: named.slice(last).join(' ') };
}

export interface Item {
  /** `thing`: a mention, a link. `noEmail`: has an @ but is no address. `noDay`: ambiguous, or not a real day. */
  kind: 'word' | 'thing' | 'email' | 'noEmail' | 'day' | 'noDay';
  text: string;
  hasDot: boolean;
  isLabel: boolean;
  /** Followed by a comma, a bracket, a quote, or the end of a sentence or line. */
  ends: boolean;
  /** Followed by a dash between spaces: `Jane Doe – designer`. */
  hasDash: boolean;
  day?: Day | undefined;
  /** Written as a date, not relative to today. */
  isExact?: boolean;
  /** Often not a day, such as `1/2` or `next week`: messages drop it without a notice. */
  isWeak?: boolean;
  /** Introduced as address or start day: `Email:`, `starts on`. */
  isMarked?: boolean;
  namePart?: NamePart;
}

/** Text that fits no field, with the reason. */
export interface LeftOut {
  text: string;
  /** `another`: the field has a value already; `tooLong`: only the beginning was read; else see `Item`. */
  why: 'unknown' | 'noEmail' | 'noDay' | 'another' | 'tooLong';
}

/** Always separate words. */
const separator = /([^\S\n]+|[,;()[\]{}<>"“”„«»|\n])/;
const opening = /^[*_~`'‘’.\-–—•]+/;
/** At most nine: with more, the rest stays in the word. */
const closing = /[*_~`'‘’.:=!?\-–—]{1,9}$/;
const bullet = /^[*_~`'‘’.:=\-–—•]+$/;

const plain = { hasDot: false, isLabel: false, ends: false, hasDash: false };

/** Splits text into words, things and addresses. */
export function tokensOf(typed: string): { tokens: Item[]; isCut: boolean } {
  const { text, isCut } = bounded(typed);
  const tokens = piecesOf(text).flatMap((piece) =>
    piece.kind === 'thing' ? [thing(piece.text)] : wordsOf(piece.text),
  );
  return { tokens, isCut };
}

function thing(text: string): Item {
  return { ...plain, kind: 'thing', text, ends: true };
}

function wordsOf(text: string): Item[] {
  const words: Item[] = [];
  for (const [index, part] of text.split(separator).entries()) {
    const last = words.at(-1);
    if (last && bullet.test(part)) last.hasDash = true;
    if (index % 2 === 0) words.push(...partsOf(part));
    else if (last && (part.trim() !== '' || part === '\n')) last.ends = true;
  }
  return words;
}

/** `Email:jane@acme.com` is a label and an address; `https://acme.com` and `9:30` are one word. */
function partsOf(chunk: string): Item[] {
  if (chunk === '' || bullet.test(chunk)) return [];
  if (/^[a-z]{2,20}:\/\//i.test(chunk)) return [thing(chunk)];
  const colon = chunk.search(chunk.includes('@') ? /:/ : /[:=]/);
  const isLabel = colon > 0 && colon < chunk.length - 1 && /^[\p{L}-]+$/u.test(chunk.slice(0, colon));
  if (!isLabel) return [word(chunk)];
  return [word(chunk.slice(0, colon + 1)), word(chunk.slice(colon + 1))];
}

function word(chunk: string): Item {
  const begun = chunk.includes('@') ? unwrapped(chunk) : chunk.replace(opening, '');
  const [tail = ''] = closing.exec(begun) ?? [];
  const text = begun.slice(0, begun.length - tail.length);
  if (text === '') return { ...plain, kind: 'word', text: chunk };
  // An initial keeps its full stop: "J. R. R. Tolkien".
  const isInitial = tail === '.' && /^\p{Lu}$/u.test(text);
  return {
    kind: kindOf(text),
    text: isInitial ? `${text}.` : text,
    hasDot: tail.includes('.'),
    isLabel: /[:=]/.test(tail),
    hasDash: false,
    ends: /[!?]/.test(tail) || (tail.includes('.') && !isInitial && !abbreviation.test(text)),
  };
}

function kindOf(text: string): Item['kind'] {
  if (!text.includes('@')) return 'word';
  if (/^@[^@]+$/.test(text)) return 'thing';
  return fitsEmailField(text) ? 'email' : 'noEmail';
}

/** An address may begin with an underscore: strip it only if the address ends with one too, as in italics. */
function unwrapped(address: string): string {
  const first = address.charAt(0);
  return first === "'" || (/[*_~`]/.test(first) && address.endsWith(first)) ? address.slice(1) : address;
}

/** Words that can have a full stop mid-sentence: days, months, titles. */
const abbreviation =
  /^(?:\d{1,2}(?:\.\d{1,2})?|mrs?|ms|mx|dr|prof|jr|sr|st|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thur?s?|fri|sat|sun)$/i;
