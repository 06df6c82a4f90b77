import type {
  ActionsBlock,
  AlertBlock,
  ContextBlock,
  InputBlock,
  KnownBlock,
  SectionBlock,
} from '@slack/types';
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { Element as AnyElement } from '../../block-kit/interactive.ts';
import { Text } from '../mrkdwn/mrkdwn.ts';
import { Icon, type IconName } from '../shell/icons.ts';
import { ButtonElement, OverflowElement } from './button.ts';
import { Choices, DateInput, FileField, TextInput } from './inputs.ts';
import { Select } from './menus.ts';
import { RichText } from './rich-text.ts';
import { type Canvas, inputSpot, type Spot, spotIn } from './spot.ts';

export function Blocks({ canvas }: { canvas: Canvas }) {
  return html`<div class="blocks">
    ${canvas.blocks.map((block, index) => html`<${Shown} key=${block.block_id ?? index} block=${block} canvas=${canvas} />`)}
  </div>`;
}

function Shown({ block, canvas }: { block: KnownBlock; canvas: Canvas }) {
  switch (block.type) {
    case 'header':
      return html`<h3 class="block-header">${block.text.text}</h3>`;
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
    case 'alert':
      return html`<${Alert} block=${block} />`;
    default:
      return html`<p class="unsupported">The sandbox does not draw this block (${block.type}).</p>`;
  }
}

function Section({ block, canvas }: { block: SectionBlock; canvas: Canvas }) {
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

function Context({ block }: { block: ContextBlock }) {
  return html`<div class="context">
    ${block.elements.map((element, index) =>
      element.type === 'image'
        ? html`<${Image} key=${index} image=${element} />`
        : html`<div key=${index}><${Text} text=${element} /></div>`,
    )}
  </div>`;
}

function Actions({ block, canvas }: { block: ActionsBlock; canvas: Canvas }) {
  return html`<div class="actions">
    ${block.elements.map((element) => {
      const spot = spotIn(canvas, block.block_id ?? '', element);
      return html`<${Element} key=${spot.domId} element=${element} spot=${spot} />`;
    })}
  </div>`;
}

function InputField({ block, canvas }: { block: InputBlock; canvas: Canvas }) {
  const spot = inputSpot(canvas, block);
  const { domId } = spot;
  const { element } = block;
  const error = canvas.errors[spot.blockId];
  const isGroup = element.type === 'checkboxes' || element.type === 'radio_buttons';
  return html`<div class=${error ? 'field wrong' : 'field'}>
    <label id=${`${domId}-label`} for=${isGroup ? undefined : domId}>
      ${block.label.text}${block.optional && html` <span class="optional">(optional)</span>`}
    </label>
    <${Element} key=${`${domId} ${element.type}`} element=${element} spot=${spot} />
    ${error && html`<p class="error" id=${`${domId}-error`}><${Icon} name="fault" />${error}</p>`}
    ${block.hint && html`<p class="hint" id=${`${domId}-hint`}>${block.hint.text}</p>`}
  </div>`;
}

interface ImageProps {
  image: { alt_text: string; image_url?: string };
  title?: string | undefined;
}

/** Image from an app. External images load only on request, since fetching one reveals the viewer to its server. */
function Image({ image, title }: ImageProps) {
  const { alt_text: alt, image_url: url } = image;
  const [isWanted, setWanted] = useState(url?.startsWith('data:') ?? false);
  return html`<figure class="image">
    ${title && html`<figcaption>${title}</figcaption>`}
    ${
      isWanted && url
        ? html`<img src=${url} alt=${alt} />`
        : html`<button type="button" title=${url} onClick=${() => setWanted(true)}>Show image: ${alt}</button>`
    }
  </figure>`;
}

const icons: Record<NonNullable<AlertBlock['level']>, IconName> = {
  default: 'info',
  info: 'info',
  warning: 'fault',
  error: 'fault',
  success: 'check',
};

/** Alert block; screen readers announce errors and warnings immediately. */
function Alert({ block }: { block: AlertBlock }) {
  const { level = 'default', text } = block;
  const role = level === 'error' || level === 'warning' ? 'alert' : 'status';
  return html`<div class=${`alert ${level}`} role=${role}><${Icon} name=${icons[level]} /><div><${Text} text=${text} /></div></div>`;
}

function Element({ element, spot }: { element: AnyElement; spot: Spot }) {
  switch (element.type) {
    case 'button':
      return html`<${ButtonElement} element=${element} spot=${spot} />`;
    case 'overflow':
      return html`<${OverflowElement} element=${element} spot=${spot} />`;
    case 'checkboxes':
    case 'radio_buttons':
      return html`<${Choices} element=${element} spot=${spot} />`;
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
      return html`<${DateInput} element=${element} spot=${spot} />`;
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
    case 'rich_text_input':
      return html`<${TextInput} element=${element} spot=${spot} />`;
    case 'file_input':
      return html`<${FileField} element=${element} spot=${spot} />`;
    case 'workflow_button':
      return html`<p class="unsupported">The sandbox doesn’t support this element (${element.type}).</p>`;
    default:
      return html`<${Select} element=${element} spot=${spot} />`;
  }
}
