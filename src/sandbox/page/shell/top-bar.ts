import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { go } from '../state/route.ts';
import { useStage } from '../state/stage.ts';
import { newsFor } from '../state/unread.ts';
import { useStored } from '../state/use-stored.ts';
import { Avatar, roleOf } from './avatar.ts';
import { Icon, type IconName } from './icons.ts';
import { MenuButton } from './menu-button.ts';

export function TopBar({ drawers, spot }: { drawers: Drawers; spot: string }) {
  const { workspace } = useStage();
  return html`<header class="top-bar">
    <button type="button" class="icon-button only-narrow" aria-label="Channels" title="Channels" aria-expanded=${drawers.sidebar}
      onClick=${drawers.toggleSidebar}><${Icon} name="menu" /></button>
    <h1>Sandbox</h1>
    <p class="quiet">A local simulation, not Slack. No data leaves this computer.</p>
    <${PeopleSwitcher} spot=${spot} />
    ${workspace.hasSurroundings && html`<${ToolButton} drawers=${drawers} tool="demo" icon="clock" label="Demo" />`}
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

export type Tool = 'demo' | 'traffic' | 'faults';

export type Drawers = ReturnType<typeof useDrawers>;

export function useDrawers() {
  /** Used on narrow screens only: wide ones always show the sidebar. */
  const [sidebar, setSidebar] = useState(false);
  const [tool, setTool] = useStored<Tool | null>('tool', null);
  return {
    sidebar,
    tool,
    toggleSidebar: () => setSidebar(!sidebar),
    closeSidebar: () => setSidebar(false),
    toggleTool: (wanted: Tool) => setTool(tool === wanted ? null : wanted),
    closeTool: () => setTool(null),
  };
}

const often = 2000;

function PeopleSwitcher({ spot }: { spot: string }) {
  const { workspace, screen } = useStage();
  const { person } = screen;
  const [news, setNews] = useState<Record<string, number>>({});

  async function look(): Promise<void> {
    const others = workspace.people.filter(({ id }) => id !== person.id);
    const counts = await Promise.all(others.map(async ({ id }) => [id, await newsFor(id)]));
    setNews(Object.fromEntries(counts));
  }

  /** Messages may arrive while the menu is open. */
  function watch(): () => void {
    void look();
    const timer = setInterval(() => void look(), often);
    return () => clearInterval(timer);
  }

  const items = workspace.people.map((one) => ({
    label: one.realName,
    description: `${roleOf(one)} · ${one.timezone}${news[one.id] ? ` · ${news[one.id]} unread` : ''}`,
    choose: () => go({ personId: one.id, spot }),
  }));
  return html`<div class="people-switcher">
    <${MenuButton} label=${`Acting as ${person.realName}. Switch person`} items=${items} onOpen=${watch} className="person-button">
      <${Avatar} id=${person.id} name=${person.realName} />
      <span class="who"><small>Acting as</small> <strong>${person.realName}</strong></span>
      <${Icon} name="down" />
    <//>
  </div>`;
}

type Theme = 'system' | 'light' | 'dark';

function ThemeButton() {
  const [theme, setTheme] = useStored<Theme>('theme', 'system');
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const label = isDark ? 'Switch to light mode' : 'Switch to dark mode';
  return html`<button class="icon-button" type="button" title=${label} aria-label=${label}
    onClick=${() => setTheme(isDark ? 'light' : 'dark')}>
    <${Icon} name=${isDark ? 'sun' : 'moon'} />
  </button>`;
}
