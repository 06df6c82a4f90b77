/** A piece of typed text: text, or a mention or link in Slack's angle brackets. */
type Piece =
  | { kind: 'text'; text: string }
  /** `target`: the content of the brackets, such as `@U0123`. */
  | { kind: 'thing'; text: string; target: string };

/** Excludes nested brackets, so that each character is visited once. */
const inBrackets = /<([^<>]*)>/;

/**
 * Splits typed text as Slack sends it (docs.slack.dev/messaging/formatting-message-text): `<mailto:a@b.c|a@b.c>`,
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
