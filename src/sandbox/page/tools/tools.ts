import { html } from 'htm/preact';
import type { Drawers } from '../shell/drawers.ts';
import { Icon } from '../shell/icons.ts';
import { FaultPanel } from './fault-panel.ts';
import { Inspector } from './inspector.ts';

/** Tool panel beside the conversation. */
export function Tools({ drawers }: { drawers: Drawers }) {
  const isTraffic = drawers.tool === 'traffic';
  return html`<aside class="tools" aria-label=${isTraffic ? 'Traffic' : 'Faults'}>
    <header><h2>${isTraffic ? 'Traffic' : 'Faults'}</h2>
      <button type="button" class="icon-button" aria-label="Close the panel" title="Close" onClick=${drawers.closeTool}><${Icon} name="close" /></button>
    </header>
    ${isTraffic ? html`<${Inspector} />` : html`<${FaultPanel} />`}
  </aside>`;
}
