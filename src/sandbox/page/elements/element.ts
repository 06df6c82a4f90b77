import { html } from 'htm/preact';
import { ButtonElement } from './button.ts';
import { Choices } from './choices.ts';
import { DateInput } from './date-input.ts';
import type { AnyElement } from './kinds.ts';
import { OverflowElement } from './overflow.ts';
import { Select } from './select.ts';
import type { Spot } from './spot.ts';
import { TextInput } from './text-input.ts';

/** Renders any interactive element. */
export function Element({ element, spot }: { element: AnyElement; spot: Spot }) {
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
    case 'workflow_button':
      return html`<p class="unsupported">The sandbox doesn’t support this element (${element.type}).</p>`;
    default:
      return html`<${Select} element=${element} spot=${spot} />`;
  }
}
