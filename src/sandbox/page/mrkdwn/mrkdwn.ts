import { html } from 'htm/preact';
import type { ComponentChild } from 'preact';
import { withEmoji } from './emoji.ts';
import { Mention } from './mention.ts';
import { type Piece, parse } from './parse.ts';

/** Text with Slack's formatting. */
export function Mrkdwn({ text }: { text: string }) {
  return html`${parse(text).map((piece, index) => html`<${Shown} key=${index} piece=${piece} />`)}`;
}

function Shown({ piece }: { piece: Piece }): ComponentChild {
  switch (piece.kind) {
    case 'text':
      return withEmoji(piece.text);
    case 'break':
      return html`<br />`;
    case 'bold':
      return html`<strong><${Inside} pieces=${piece.inside} /></strong>`;
    case 'italic':
      return html`<em><${Inside} pieces=${piece.inside} /></em>`;
    case 'strike':
      return html`<s><${Inside} pieces=${piece.inside} /></s>`;
    case 'quote':
      return html`<blockquote><${Inside} pieces=${piece.inside} /></blockquote>`;
    case 'code':
      return html`<code>${piece.text}</code>`;
    case 'block':
      return html`<pre tabindex="0"><code>${piece.text}</code></pre>`;
    case 'link':
      return html`<${Link} url=${piece.url} label=${piece.label} />`;
    case 'broadcast':
      return html`<span class="mention loud">@${piece.range}</span>`;
    default:
      return html`<${Mention} kind=${piece.kind} id=${piece.id} />`;
  }
}

function Inside({ pieces }: { pieces: Piece[] }) {
  return html`${pieces.map((piece, index) => html`<${Shown} key=${index} piece=${piece} />`)}`;
}

/** External link; unsafe schemes such as javascript: render only the label. */
export function Link({ url, label }: { url: string; label: string }) {
  if (!/^(https?|mailto|tel|slack):/i.test(url)) return html`<span>${label}</span>`;
  return html`<a href=${url} target="_blank" rel="noopener noreferrer">${label}</a>`;
}
