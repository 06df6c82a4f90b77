import type { InputBlock } from '@slack/types';
import { html } from 'htm/preact';
import { Element } from '../elements/element.ts';
import { plainWords } from '../mrkdwn/text.ts';
import { Icon } from '../shell/icons.ts';
import { type Canvas, inputSpot } from './canvas.ts';

/** Form field with label, element, hint and error. */
export function InputField({ block, canvas }: { block: InputBlock; canvas: Canvas }) {
  const spot = inputSpot(canvas, block);
  const { domId } = spot;
  const { element } = block;
  const error = canvas.errors[spot.blockId];
  const isGroup = element.type === 'checkboxes' || element.type === 'radio_buttons';
  return html`<div class=${error ? 'field wrong' : 'field'}>
    <label id=${`${domId}-label`} for=${isGroup ? undefined : domId}>
      ${plainWords(block.label)}${block.optional && html` <span class="optional">(optional)</span>`}
    </label>
    <${Element} key=${`${domId} ${element.type}`} element=${element} spot=${spot} />
    ${error && html`<p class="error" id=${`${domId}-error`}><${Icon} name="fault" />${error}</p>`}
    ${block.hint && html`<p class="hint" id=${`${domId}-hint`}>${plainWords(block.hint)}</p>`}
  </div>`;
}
