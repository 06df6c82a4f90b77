/** A piece of mrkdwn (docs.slack.dev/messaging/formatting-message-text). */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike' | 'quote'; inside: Piece[] }
  | { kind: 'code' | 'block'; text: string }
  | { kind: 'link'; url: string; label: string }
  | { kind: 'user' | 'channel' | 'group'; id: string }
  | { kind: 'broadcast'; range: string }
  | { kind: 'break' };

/** Parses mrkdwn as Slack renders it; invalid formatting stays as text. */
export function parse(text: string): Piece[] {
  return split(text, /```([\s\S]+?)```/g, (code) => [{ kind: 'block', text: plain(trimmed(code)) }], lines);
}

function trimmed(code: string): string {
  return code.replace(/^\n|\n$/g, '');
}

/** Quotes start with the escaped sign, as people type it, or the bare one, as apps send it. */
const quoted = /^(?:&gt;|>)\s?/;

function lines(text: string): Piece[] {
  const pieces: Piece[] = [];
  let quote: string[] = [];
  const endQuote = () => {
    if (quote.length > 0) pieces.push({ kind: 'quote', inside: joined(quote) });
    quote = [];
  };
  const all = text.split('\n');
  for (const [index, line] of all.entries()) {
    if (quoted.test(line)) {
      quote.push(line.replace(quoted, ''));
      continue;
    }
    endQuote();
    pieces.push(...spans(line));
    if (index < all.length - 1) pieces.push({ kind: 'break' });
  }
  endQuote();
  return pieces;
}

function joined(quote: readonly string[]): Piece[] {
  return quote.flatMap((line, index) => [...(index > 0 ? [{ kind: 'break' } as const] : []), ...spans(line)]);
}

const code = /`([^`]+)`/g;
const angled = /<([^<>]+)>/g;
const bareLink = /\b(https?:\/\/[^\s<>\uE000]+[^\s<>.,;:!?)'"\uE000])/g;

/** Code, mentions and links are replaced by placeholders first, since formatting marks may surround them. */
function spans(line: string): Piece[] {
  const atoms: Piece[] = [];
  const taken = (piece: Piece) => `\uE000${atoms.push(piece) - 1}\uE001`;
  const rest = line
    .replace(code, (_, inside: string) => taken({ kind: 'code', text: plain(inside) }))
    .replace(angled, (_, inside: string) => taken(angle(inside)))
    .replace(bareLink, (url: string) => taken({ kind: 'link', url: plain(url), label: plain(url) }));
  return marked(rest, (text) =>
    split(
      text,
      /\uE000(\d+)\uE001/g,
      (index) => [atoms[Number(index)] ?? { kind: 'text', text: '' }],
      (words) => [{ kind: 'text', text: plain(words) }],
    ),
  );
}

function angle(inside: string): Piece {
  const [target = '', label = ''] = inside.split(/\|(.*)/s);
  const id = target.slice(1);
  if (/^@[UWB]/.test(target)) return { kind: 'user', id };
  if (/^#C/.test(target)) return { kind: 'channel', id };
  if (target.startsWith('!subteam^')) return { kind: 'group', id: target.slice('!subteam^'.length) };
  if (/^!(here|channel|everyone)$/.test(target)) return { kind: 'broadcast', range: id };
  if (target.startsWith('!')) return { kind: 'text', text: plain(label || target) };
  return { kind: 'link', url: plain(target), label: plain(label || target.replace(/^mailto:/, '')) };
}

/** Marks count only at word boundaries. The matching group holds the content, without another mark of its kind. */
const mark = /(?<![\w*_~])(?:\*(?=\S)([^*\n]*\S)\*|_(?=\S)([^_\n]*\S)_|~(?=\S)([^~\n]*\S)~)(?![\w*_~])/g;
const kinds = ['bold', 'italic', 'strike'] as const;

function marked(text: string, put: (text: string) => Piece[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(mark)) {
    const which = [found[1], found[2], found[3]].findIndex((inside) => inside !== undefined);
    pieces.push(...put(text.slice(from, found.index)));
    pieces.push({ kind: kinds[which] ?? 'bold', inside: marked(found[which + 1] ?? '', put) });
    from = found.index + found[0].length;
  }
  pieces.push(...put(text.slice(from)));
  return pieces;
}

/** Splits text at a pattern; `hit` gets its first group, `between` the text around it. */
function split(
  text: string,
  pattern: RegExp,
  hit: (group: string) => Piece[],
  between: (text: string) => Piece[],
): Piece[] {
  return text
    .split(pattern)
    .flatMap((part, index) => (index % 2 === 1 ? hit(part) : part === '' ? [] : between(part)));
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
