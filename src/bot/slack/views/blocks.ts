import type {
  ActionsBlock,
  AlertBlock,
  Button,
  ConfirmationDialog,
  ContextBlock,
  HeaderBlock,
  KnownBlock,
  PlainTextElement,
  SectionBlock,
} from '@slack/types';
import { isGroup, isPerson } from '../ids.ts';

export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  return `${/[^\x20-\x7e]$/.test(kept) ? wholeCharacters(text, limit - 1) : kept}…`;
}

/** Visible characters may be several code points: an astronaut is a woman, a joiner and a rocket. */
function wholeCharacters(text: string, limit: number): string {
  const segments = new Intl.Segmenter('en').segment(text.slice(0, limit + 50));
  let kept = 0;
  for (const { index, segment } of segments) {
    if (index + segment.length > limit) break;
    kept = index + segment.length;
  }
  return text.slice(0, kept);
}

/** Control characters except tab and line break. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/g;

export function printable(text: string): string {
  // Fast path: a menu has hundreds of texts.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  return text.toWellFormed().replace(unprintable, '');
}

/**
 * Text without formatting, mentions, links or emoji codes. Typed text goes into messages and forms
 * only this way.
 */
export function plain(text: string, limit = 3000): PlainTextElement {
  return { type: 'plain_text', text: cut(printable(text), limit), emoji: false };
}

/** Escapes typed text for mrkdwn: `<!channel>` stays text, `*` and the like don't format. */
export function escapeMrkdwn(text: string): string {
  const zeroWidth = '\u200B';
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, (mark) => zeroWidth + mark + zeroWidth);
}

/** Parts of mrkdwn that must not be split: an entity, a mention or a link, an escaped mark. */
const wholePieces = /&(?:amp|lt|gt);|<[^<>]*>|\u200B[*_~`]\u200B/g;

/** Counts as Slack does; never cuts through an entity, link or mark. */
export function cutMarkup(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const broken = [...text.matchAll(wholePieces)].find(
    ({ index, 0: piece }) => index < limit - 1 && index + piece.length > limit - 1,
  );
  return cut(text, (broken?.index ?? limit - 1) + 1);
}

/** Mention of a person, a channel or a user group by its id, in mrkdwn. */
export function mention(id: string): string {
  if (isGroup(id)) return `<!subteam^${id}>`;
  return isPerson(id) ? `<@${id}>` : `<#${id}>`;
}

/** Text for notifications and screen readers. Escaped, since Slack reads it as mrkdwn. */
export function fallback(text: string): string {
  const escaped = printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return cutMarkup(escaped, 4000);
}

export function paragraph(text: string): SectionBlock {
  return { type: 'section', text: plain(text) };
}

/** Paragraph with mentions, channels or formatting; typed text has to be escaped first. */
export function mrkdwn(text: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: cutMarkup(text, 3000) } };
}

/** Lines of plain text in up to twenty paragraphs; splits no code point. */
export function listed(lines: readonly string[]): SectionBlock[] {
  const characters = [...lines.join('\n')];
  const count = Math.min(Math.ceil(characters.length / 1500), 20);
  const part = (index: number) => characters.slice(index * 1500, (index + 1) * 1500).join('');
  return Array.from({ length: count }, (_, index) => paragraph(part(index)));
}

const mostMarkup = 2_900;

/** Lines of mrkdwn in as many blocks as needed, each line cut to one block. Typed text in them has to be escaped. */
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

export function note(text: string): ContextBlock {
  return { type: 'context', elements: [plain(text, 2000)] };
}

/** Note in mrkdwn. */
export function markedNote(text: string): ContextBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: cutMarkup(text, 2000) }] };
}

/** Row of buttons; no block without any, since Slack refuses that. */
export function row(...elements: ActionsBlock['elements']): ActionsBlock[] {
  return elements.length > 0 ? [{ type: 'actions', elements }] : [];
}

/** A list that people add to. @param add button; none if the list is full @param entries blocks of each */
export function growingList(
  { intro, none, full }: Record<'intro' | 'none' | 'full', string>,
  add: readonly Button[],
  entries: readonly KnownBlock[],
): KnownBlock[] {
  const more = add.length > 0 ? row(...add) : [paragraph(full)];
  return [paragraph(intro), ...more, ...(entries.length > 0 ? entries : [paragraph(none)])];
}

/** Question that Slack asks after a button is pressed. */
export function confirmation(asked: Record<'title' | 'text' | 'yes' | 'no', string>): ConfirmationDialog {
  const { title, text, yes, no } = asked;
  return { title: plain(title), text: plain(text, 300), confirm: plain(yes), deny: plain(no) };
}

/** Coloured box in a modal. The text must make sense without the colour. Shows at most 200 characters. */
export function alert(level: NonNullable<AlertBlock['level']>, text: string): AlertBlock {
  return { type: 'alert', level, text: plain(text, 200) };
}

/** A piece of typed text: text, or a mention or link in Slack's angle brackets. */
type Piece = { kind: 'text'; text: string } | { kind: 'thing'; text: string; target: string };

/** Excludes nested brackets, so that each character is visited once. */
const inBrackets = /<([^<>]*)>/;

/**
 * Splits text as Slack sends it (docs.slack.dev/messaging/formatting-message-text): `<mailto:a@b.c|a@b.c>`,
 * `<@U1|jane>`, `<https://acme.com|acme.com>`, `&amp;`.
 */
export function piecesOf(text: string): Piece[] {
  return text
    .split(inBrackets)
    .map((part, index) => (index % 2 === 1 ? pieceIn(part) : { kind: 'text', text: unescaped(part) }));
}

function pieceIn(inside: string): Piece {
  const bar = inside.indexOf('|');
  const target = unescaped(bar === -1 ? inside : inside.slice(0, bar));
  const label = bar === -1 ? '' : unescaped(inside.slice(bar + 1));
  if (target.startsWith('mailto:')) return { kind: 'text', text: target.slice('mailto:'.length) };
  if (target.startsWith('tel:')) return { kind: 'text', text: label || target.slice('tel:'.length) };
  if (/^[@#!]/.test(target)) return { kind: 'thing', text: mentioned(target, label), target };
  if (/^[a-z][a-z0-9+.-]{1,20}:/i.test(target)) return { kind: 'thing', text: label || target, target };
  // Typed brackets around an address: Jane Doe <jane@acme.com>.
  return { kind: 'text', text: ` ${inside} ` };
}

/** Text as shown by Slack: `@jane`, `#general`, or an app's text for a date. */
function mentioned(target: string, label: string): string {
  if (label === '') return target;
  const sign = target.startsWith('!') ? '' : target.charAt(0);
  return label.startsWith(sign) ? label : sign + label;
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
