import type { ActionsBlock } from '@slack/types';
import { html } from 'htm/preact';
import { Element } from '../elements/element.ts';
import { type Canvas, spotIn } from './canvas.ts';

/** Actions block. */
export function Actions({ block, canvas }: { block: ActionsBlock; canvas: Canvas }) {
  return html`<div class="actions">
    ${block.elements.map((element) => {
      const spot = spotIn(canvas, block.block_id ?? '', element);
      return html`<${Element} key=${spot.domId} element=${element} spot=${spot} />`;
    })}
  </div>`;
}
