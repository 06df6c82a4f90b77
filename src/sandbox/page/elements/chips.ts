import { html } from 'htm/preact';
import { Icon } from '../shell/icons.ts';
import type { Chosen } from './menu-model.ts';

/** Selected options as removable chips. */
export function Chips({ chosen, onChoose }: { chosen: readonly Chosen[]; onChoose(chosen: Chosen[]): void }) {
  const without = (one: Chosen) => chosen.filter((other) => other !== one);
  return html`${chosen.map(
    (one) => html`<span class="chip" key=${one.value}>${one.text}
      <button type="button" aria-label=${`Remove ${one.text}`} onClick=${() => onChoose(without(one))}>
        <${Icon} name="close" />
      </button>
    </span>`,
  )}`;
}
