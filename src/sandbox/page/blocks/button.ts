import type { Button, Overflow } from '@slack/types';
import { html } from 'htm/preact';
import { Icon } from '../shell/icons.ts';
import { MenuButton } from '../shell/menu-button.ts';
import { useStage } from '../state/stage.ts';
import { type Spot, useInput } from './spot.ts';

/** Button with a spinner until the app answers, and an error if it doesn't. */
export function ButtonElement({ element, spot }: { element: Button; spot: Spot }) {
  const { act } = useStage();
  const { place, blockId, actionId, trouble } = spot;
  const press = () => {
    if (element.url && /^https?:/i.test(element.url)) open(element.url, '_blank', 'noopener');
    void act({ verb: 'press', place, blockId, actionId });
  };
  return html`<span class="pressable">
    <button type="button" id=${spot.domId} class=${`button ${element.style ?? ''}`} onClick=${press}
      aria-label=${element.accessibility_label} aria-busy=${trouble === 'waiting'}>
      ${trouble === 'waiting' && html`<span class="spinner" aria-hidden="true"></span>`}${element.text.text}
    </button>
    ${trouble === 'failed' && html`<${Failed} />`}
  </span>`;
}

export function Failed() {
  return html`<span class="failed" role="alert"><${Icon} name="fault" />The app did not respond.</span>`;
}

export function OverflowElement({ element, spot }: { element: Overflow; spot: Spot }) {
  const input = useInput(spot);
  const items = element.options.map((option) => ({
    label: option.text.text,
    description: option.description?.text,
    choose: () => {
      if (option.url && /^https?:/i.test(option.url)) open(option.url, '_blank', 'noopener');
      void input(option.value ?? '');
    },
  }));
  return html`<span class="pressable">
    <${MenuButton} label=${spot.label ?? 'More actions'} items=${items} className="button square"><${Icon} name="more" /><//>
    ${spot.trouble === 'failed' && html`<${Failed} />`}
  </span>`;
}
