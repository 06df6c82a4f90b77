import { bounded } from '../../../slack/incoming/bounded.ts';
import { piecesOf } from '../../../slack/views/blocks.ts';

export interface Token {
  text: string;
  isThing: boolean;
  /** Followed by a full stop, which `1.12.` needs. */
  hasDot: boolean;
  /** Labels the next words: `Email: …`. */
  isLabel: boolean;
  /** Followed by a comma, a bracket, a quote, or the end of a sentence or line. */
  ends: boolean;
  /** Followed by a dash between spaces: `Jane Doe – designer`. */
  hasDash: boolean;
}

/** Always separate words. */
const separator = /([^\S\n]+|[,;()[\]{}<>"“”„«»|\n])/;
const opening = /^[*_~`'‘’.\-–—•]+/;
/** At most nine: with more, the rest stays in the word. */
const closing = /[*_~`'‘’.:=!?\-–—]{1,9}$/;
const bullet = /^[*_~`'‘’.:=\-–—•]+$/;

/** Splits typed text into words. `isCut` if it was too long to be read in full. */
export function tokensOf(typed: string): { tokens: Token[]; isCut: boolean } {
  const { text, isCut } = bounded(typed);
  const tokens = piecesOf(text).flatMap((piece) =>
    piece.kind === 'thing' ? [thing(piece.text)] : wordsOf(piece.text),
  );
  return { tokens, isCut };
}

function thing(text: string): Token {
  return { text, isThing: true, hasDot: false, isLabel: false, ends: true, hasDash: false };
}

function wordsOf(text: string): Token[] {
  const words: Token[] = [];
  for (const [index, part] of text.split(separator).entries()) {
    const last = words.at(-1);
    if (last && bullet.test(part)) last.hasDash = true;
    if (index % 2 === 0) words.push(...partsOf(part));
    else if (last && (part.trim() !== '' || part === '\n')) last.ends = true;
  }
  return words;
}

/** `Email:jane@acme.com` is a label and an address; `https://acme.com` and `9:30` are one word. */
function partsOf(chunk: string): Token[] {
  if (chunk === '' || bullet.test(chunk)) return [];
  if (/^[a-z]{2,20}:\/\//i.test(chunk)) return [thing(chunk)];
  const colon = chunk.search(chunk.includes('@') ? /:/ : /[:=]/);
  const isLabel = colon > 0 && colon < chunk.length - 1 && /^[\p{L}-]+$/u.test(chunk.slice(0, colon));
  if (!isLabel) return [word(chunk)];
  return [word(chunk.slice(0, colon + 1)), word(chunk.slice(colon + 1))];
}

function word(chunk: string): Token {
  const begun = chunk.includes('@') ? unwrapped(chunk) : chunk.replace(opening, '');
  const [tail = ''] = closing.exec(begun) ?? [];
  const text = begun.slice(0, begun.length - tail.length);
  if (text === '')
    return { text: chunk, isThing: false, hasDot: false, isLabel: false, ends: false, hasDash: false };
  // An initial keeps its full stop: "J. R. R. Tolkien".
  const isInitial = tail === '.' && /^\p{Lu}$/u.test(text);
  return {
    text: isInitial ? `${text}.` : text,
    isThing: false,
    hasDot: tail.includes('.'),
    isLabel: /[:=]/.test(tail),
    hasDash: false,
    ends: /[!?]/.test(tail) || (tail.includes('.') && !isInitial && !abbreviation.test(text)),
  };
}

/** An address may begin with an underscore: strip it only if the address ends with one too, as in italics. */
function unwrapped(address: string): string {
  const first = address.charAt(0);
  return first === "'" || (/[*_~`]/.test(first) && address.endsWith(first)) ? address.slice(1) : address;
}

/** Words that can have a full stop mid-sentence: days, months, titles. */
const abbreviation =
  /^(?:\d{1,2}(?:\.\d{1,2})?|mrs?|ms|mx|dr|prof|jr|sr|st|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thur?s?|fri|sat|sun)$/i;
