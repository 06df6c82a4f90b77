import type { KnownBlock } from '@slack/types';
import { html } from 'htm/preact';
import { Mrkdwn } from '../mrkdwn/mrkdwn.ts';
import { plainWords } from '../mrkdwn/text.ts';
import { Actions } from './actions.ts';
import { Alert } from './alert.ts';
import type { Canvas } from './canvas.ts';
import { Context } from './context.ts';
import { Image } from './image.ts';
import { InputField } from './input-field.ts';
import { RichText } from './rich-text.ts';
import { Section } from './section.ts';
import { Table } from './table.ts';

/** Blocks, stacked. */
export function Blocks({ canvas }: { canvas: Canvas }) {
  return html`<div class="blocks">
    ${canvas.blocks.map((block, index) => html`<${Shown} key=${block.block_id ?? index} block=${block} canvas=${canvas} />`)}
  </div>`;
}

function Shown({ block, canvas }: { block: KnownBlock; canvas: Canvas }) {
  switch (block.type) {
    case 'header':
      return html`<h3 class="block-header">${plainWords(block.text)}</h3>`;
    case 'divider':
      return html`<hr />`;
    case 'section':
      return html`<${Section} block=${block} canvas=${canvas} />`;
    case 'context':
      return html`<${Context} block=${block} />`;
    case 'actions':
      return html`<${Actions} block=${block} canvas=${canvas} />`;
    case 'input':
      return html`<${InputField} block=${block} canvas=${canvas} />`;
    case 'image':
      return html`<${Image} image=${block} title=${block.title?.text} />`;
    case 'rich_text':
      return html`<${RichText} block=${block} />`;
    case 'markdown':
      return html`<div class="markdown"><${Mrkdwn} text=${block.text} /></div>`;
    case 'alert':
      return html`<${Alert} block=${block} />`;
    case 'table':
      return html`<${Table} block=${block} />`;
    default:
      return html`<p class="unsupported">The sandbox does not draw this block (${block.type}).</p>`;
  }
}
