import type { ContextBlock } from '@slack/types';
import { html } from 'htm/preact';
import { Text } from '../mrkdwn/text.ts';
import { Image } from './image.ts';

/** Context block. */
export function Context({ block }: { block: ContextBlock }) {
  return html`<div class="context">
    ${block.elements.map((element, index) =>
      element.type === 'image'
        ? html`<${Image} key=${index} image=${element} />`
        : html`<div key=${index}><${Text} text=${element} /></div>`,
    )}
  </div>`;
}
