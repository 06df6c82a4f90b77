import { useState } from 'preact/hooks';
import { useStored } from '../state/use-stored.ts';

export type Tool = 'traffic' | 'faults';

/** What is open beside the conversation. */
export interface Drawers {
  /** On narrow screens only: elsewhere the sidebar is always there. */
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
