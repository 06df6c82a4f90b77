import { html } from 'htm/preact';
import type { Drawers, Tool } from './drawers.ts';
import { Icon, type IconName } from './icons.ts';
import { PeopleSwitcher } from './people-switcher.ts';
import { ThemeButton } from './theme.ts';

/** Bar for the sandbox itself: the person switcher and the tools. */
export function TopBar({ drawers, spot }: { drawers: Drawers; spot: string }) {
  return html`<header class="top-bar">
    <button type="button" class="icon-button only-narrow" aria-label="Channels" title="Channels" aria-expanded=${drawers.sidebar}
      onClick=${drawers.toggleSidebar}><${Icon} name="menu" /></button>
    <h1>Sandbox</h1>
    <p class="quiet">A local simulation, not Slack. No data leaves this computer.</p>
    <${PeopleSwitcher} spot=${spot} />
    <${ToolButton} drawers=${drawers} tool="traffic" icon="traffic" label="Traffic" />
    <${ToolButton} drawers=${drawers} tool="faults" icon="fault" label="Faults" />
    <${ThemeButton} />
  </header>`;
}

interface ToolButtonProps {
  drawers: Drawers;
  tool: Tool;
  icon: IconName;
  label: string;
}

function ToolButton({ drawers, tool, icon, label }: ToolButtonProps) {
  return html`<button type="button" class="tool-button" aria-pressed=${drawers.tool === tool} title=${label} aria-label=${label}
    onClick=${() => drawers.toggleTool(tool)}><${Icon} name=${icon} /><span>${label}</span></button>`;
}
