import { useEffect, useState } from 'preact/hooks';
import type { Workspace } from '../../screen.ts';
import { fetchWorkspace } from './api.ts';

const often = 3000;

/** The workspace, polled: the app and the sandbox may come and go. */
export function useWorkspace(): { workspace: Workspace | undefined; isLost: boolean } {
  const [workspace, setWorkspace] = useState<Workspace>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const ask = async () => {
      const present = await fetchWorkspace();
      setLost(present === undefined);
      if (present) setWorkspace((last) => (isSame(last, present) ? last : present));
    };
    void ask();
    const timer = setInterval(() => void ask(), often);
    return () => clearInterval(timer);
  }, []);
  return { workspace, isLost };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
