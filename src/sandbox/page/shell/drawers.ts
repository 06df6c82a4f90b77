import { useState } from 'preact/hooks';
import { useStored } from '../state/use-stored.ts';

export type Tool = 'traffic' | 'faults';

export interface Drawers {
  /** Used on narrow screens only: wide ones always show the sidebar. */
  sidebar: boolean;
  tool: Tool | null;
  toggleSidebar(): void;
  closeSidebar(): void;
  toggleTool(tool: Tool): void;
  closeTool(): void;
}

export function useDrawers(): Drawers {
  const [sidebar, setSidebar] = useState(false);
  const [tool, setTool] = useStored<Tool | null>('tool', null);
  return {
    sidebar,
    tool,
    toggleSidebar: () => setSidebar(!sidebar),
    closeSidebar: () => setSidebar(false),
    toggleTool: (wanted) => setTool(tool === wanted ? null : wanted),
    closeTool: () => setTool(null),
  };
}
