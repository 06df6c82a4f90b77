import type { Button } from '@slack/types';
import { html } from 'htm/preact';
import { plainWords } from '../mrkdwn/text.ts';
import { Icon } from '../shell/icons.ts';
import { useStage } from '../state/stage.ts';
import type { Spot } from './spot.ts';

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
      ${trouble === 'waiting' && html`<span class="spinner" aria-hidden="true"></span>`}${plainWords(element.text)}
    </button>
    ${trouble === 'failed' && html`<${Failed} />`}
  </span>`;
}

/** Slack's error at an element when the app didn't respond. */
export function Failed() {
  return html`<span class="failed" role="alert"><${Icon} name="fault" />The app did not respond.</span>`;
}
