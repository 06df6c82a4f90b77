import type { SectionBlock } from '@slack/types';
import { html } from 'htm/preact';
import { Element } from '../elements/element.ts';
import { Text } from '../mrkdwn/text.ts';
import { type Canvas, spotIn } from './canvas.ts';
import { Image } from './image.ts';

/** Section block: text, fields in two columns, and an accessory. */
export function Section({ block, canvas }: { block: SectionBlock; canvas: Canvas }) {
  const { text, fields = [] } = block;
  return html`<div class="section">
    <div class="words">
      ${text && html`<div><${Text} text=${text} /></div>`}
      ${
        fields.length > 0 &&
        html`<div class="fields">
        ${fields.map((field, index) => html`<div key=${index}><${Text} text=${field} /></div>`)}
      </div>`
      }
    </div>
    ${block.accessory && html`<${Accessory} block=${block} canvas=${canvas} />`}
  </div>`;
}

function Accessory({ block, canvas }: { block: SectionBlock; canvas: Canvas }) {
  const { accessory, text, block_id: id = '' } = block;
  if (!accessory) return null;
  if (accessory.type === 'image') return html`<div class="accessory"><${Image} image=${accessory} /></div>`;
  const spot = spotIn(canvas, id, accessory, text?.text);
  return html`<div class="accessory"><${Element} key=${spot.domId} element=${accessory} spot=${spot} /></div>`;
}
