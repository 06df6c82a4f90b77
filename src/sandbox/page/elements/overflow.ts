import type { Overflow } from '@slack/types';
import { html } from 'htm/preact';
import { plainWords } from '../mrkdwn/text.ts';
import { Icon } from '../shell/icons.ts';
import { MenuButton } from '../shell/menu-button.ts';
import { Failed } from './button.ts';
import { type Spot, useInput } from './spot.ts';

/** Overflow menu ("…"). */
export function OverflowElement({ element, spot }: { element: Overflow; spot: Spot }) {
  const input = useInput(spot);
  const items = element.options.map((option) => ({
    label: option.text.type === 'plain_text' ? plainWords(option.text) : option.text.text,
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
