import type { AlertBlock, ContextBlock, HeaderBlock, PlainTextElement, SectionBlock } from '@slack/types';

/** Cuts a text to `limit` characters, with an ellipsis where something is missing; never in the middle of an emoji. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  return `${/[^\x20-\x7e]$/.test(kept) ? wholeCharacters(text, limit - 1) : kept}…`;
}

/** What a person sees as one character may be several code points: an astronaut is a woman, a joiner and a rocket. */
function wholeCharacters(text: string, limit: number): string {
  const segments = new Intl.Segmenter('en').segment(text.slice(0, limit + 50));
  let kept = 0;
  for (const { index, segment } of segments) {
    if (index + segment.length > limit) break;
    kept = index + segment.length;
  }
  return text.slice(0, kept);
}

/** What no keyboard types and no font shows: control characters but tab and line break. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/g;

/** The text without control characters and halves of characters: neither Slack nor a database nor the API takes all of them. */
export function printable(text: string): string {
  // Nearly every text; a menu has hundreds.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  return text.toWellFormed().replace(unprintable, '');
}

/**
 * A text shown as it is: no formatting, no mentions, no links, no emoji codes. What people typed goes into
 * messages and forms only this way.
 */
export function plain(text: string, limit = 3000): PlainTextElement {
  return { type: 'plain_text', text: cut(printable(text), limit), emoji: false };
}

/** Makes typed text safe inside mrkdwn: `<!channel>` stays letters, `*` and its like lose their meaning. */
export function escapeMrkdwn(text: string): string {
  const zeroWidth = '\u200B';
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, (mark) => zeroWidth + mark + zeroWidth);
}

/** Pieces of mrkdwn that mean something else in halves: an entity, a mention or a link, an escaped mark. */
const wholePieces = /&(?:amp|lt|gt);|<[^<>]*>|\u200B[*_~`]\u200B/g;

/** Cuts mrkdwn, escaped texts in it included, to `limit` characters as Slack counts them; never through a piece of it. */
export function cutMarkup(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const broken = [...text.matchAll(wholePieces)].find(
    ({ index, 0: piece }) => index < limit - 1 && index + piece.length > limit - 1,
  );
  return cut(text, (broken?.index ?? limit - 1) + 1);
}

/** What notifications and screen readers get: Slack reads it as mrkdwn unless told otherwise, so it is escaped. */
export function fallback(text: string): string {
  const escaped = printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return cutMarkup(escaped, 4000);
}

/** A paragraph of plain text. */
export function paragraph(text: string): SectionBlock {
  return { type: 'section', text: plain(text) };
}

/** A paragraph with mentions, channels or formatting: nothing that people typed, unless it is escaped. */
export function mrkdwn(text: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: cutMarkup(text, 3000) } };
}

/** Lines of plain text, however many: up to twenty paragraphs, none of which breaks a character in two. */
export function listed(lines: readonly string[]): SectionBlock[] {
  const characters = [...lines.join('\n')];
  const count = Math.min(Math.ceil(characters.length / 1500), 20);
  const part = (index: number) => characters.slice(index * 1500, (index + 1) * 1500).join('');
  return Array.from({ length: count }, (_, index) => paragraph(part(index)));
}

/** The most characters of mrkdwn in one block. */
const mostMarkup = 2_900;

/** Lines of mrkdwn, in as many blocks as they need, each cut to one block. What people typed stands in them escaped. */
export function listedMarkup(lines: readonly string[]): SectionBlock[] {
  const parts: string[] = [];
  for (const line of lines.map((one) => cutMarkup(one, mostMarkup))) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < mostMarkup)
      parts[parts.length - 1] = `${last}\n${line}`;
    else parts.push(line);
  }
  return parts.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } }));
}

export function header(text: string): HeaderBlock {
  return { type: 'header', text: plain(text, 150) };
}

/** Small grey print. */
export function note(text: string): ContextBlock {
  return { type: 'context', elements: [plain(text, 2000)] };
}

/** A coloured box in a modal. The text must make sense without the colour. At most 200 characters are shown. */
export function alert(level: NonNullable<AlertBlock['level']>, text: string): AlertBlock {
  return { type: 'alert', level, text: plain(text, 200) };
}
