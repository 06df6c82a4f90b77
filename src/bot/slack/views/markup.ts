/** A piece of what somebody typed: text, or something in Slack's angle brackets that is none (a mention, a link). */
type Piece =
  | { kind: 'text'; text: string }
  /** `target`: what Slack has in the brackets, such as `@U0123`. */
  | { kind: 'thing'; text: string; target: string };

/** What has brackets around it: between two that fit there is no other one, so that each character is looked at once. */
const inBrackets = /<([^<>]*)>/;

/**
 * Reads what Slack makes of typed text (docs.slack.dev/messaging/formatting-message-text): `<mailto:a@b.c|a@b.c>`,
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
  // Brackets that somebody typed around an address: Jane Doe <jane@acme.com>.
  return { kind: 'text', text: ` ${inside} ` };
}

/** As Slack shows it: `@jane`, `#general`, or what an app gave as the words for a date. */
function mentioned(target: string, label: string): string {
  if (label === '') return target;
  const sign = target.startsWith('!') ? '' : target.charAt(0);
  return label.startsWith(sign) ? label : sign + label;
}

/** The three characters that Slack escapes. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
