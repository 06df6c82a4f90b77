import type { RichTextBlock, RichTextElement, RichTextList, RichTextStyleable } from '@slack/types';
import { html } from 'htm/preact';
import type { ComponentChild } from 'preact';
import { Link, Mention } from '../mrkdwn/mrkdwn.ts';

type Part = RichTextBlock['elements'][number];

export function RichText({ block }: { block: RichTextBlock }) {
  return html`<div class="rich-text">${block.elements.map((part, index) => html`<${PartShown} key=${index} part=${part} />`)}</div>`;
}

function PartShown({ part }: { part: Part }): ComponentChild {
  switch (part.type) {
    case 'rich_text_section':
      return html`<div><${Leaves} leaves=${part.elements} /></div>`;
    case 'rich_text_quote':
      return html`<blockquote><${Leaves} leaves=${part.elements} /></blockquote>`;
    case 'rich_text_preformatted':
      return html`<pre tabindex="0"><code><${Leaves} leaves=${part.elements} /></code></pre>`;
    case 'rich_text_list':
      return html`<${List} list=${part} />`;
  }
}

function List({ list }: { list: RichTextList }) {
  const content = list.elements.map(
    (item, index) => html`<li key=${index}><${Leaves} leaves=${item.elements} /></li>`,
  );
  const style = `margin-left: ${(list.indent ?? 0) * 1.5}rem`;
  return list.style === 'ordered'
    ? html`<ol style=${style}>${content}</ol>`
    : html`<ul style=${style}>${content}</ul>`;
}

function Leaves({ leaves }: { leaves: RichTextElement[] }) {
  return html`${leaves.map((leaf, index) => html`<${Leaf} key=${index} leaf=${leaf} />`)}`;
}

function Leaf({ leaf }: { leaf: RichTextElement }): ComponentChild {
  switch (leaf.type) {
    case 'text':
      return styled(leaf.text, leaf.style);
    case 'link':
      return styled(html`<${Link} url=${leaf.url} label=${leaf.text ?? leaf.url} />`, leaf.style);
    case 'emoji':
      return `:${leaf.name}:`;
    case 'user':
      return html`<${Mention} kind="user" id=${leaf.user_id} />`;
    case 'channel':
      return html`<${Mention} kind="channel" id=${leaf.channel_id} />`;
    case 'usergroup':
      return html`<${Mention} kind="group" id=${leaf.usergroup_id} />`;
    case 'broadcast':
      return html`<span class="mention loud">@${leaf.range}</span>`;
    case 'date':
      return leaf.fallback ?? new Date(leaf.timestamp * 1000).toLocaleString('en');
    default:
      return null;
  }
}

type Style = RichTextStyleable['style'];

function styled(inside: ComponentChild, { bold, italic, strike, code }: Style = {}): ComponentChild {
  const withCode = code ? html`<code>${inside}</code>` : inside;
  const withStrike = strike ? html`<s>${withCode}</s>` : withCode;
  const withItalic = italic ? html`<em>${withStrike}</em>` : withStrike;
  return bold ? html`<strong>${withItalic}</strong>` : withItalic;
}
