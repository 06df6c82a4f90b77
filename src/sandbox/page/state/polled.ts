import { useEffect, useState } from 'preact/hooks';
import { get, post } from './api.ts';
import { useStage } from './stage.ts';

/** State at a path, read again every `often` milliseconds; undefined while the sandbox doesn't answer. */
export function usePolled<T>(path: string, often: number) {
  const [state, setState] = useState<T>();
  async function refresh(): Promise<void> {
    const present = await get<T>(path);
    setState((last) => (JSON.stringify(last) === JSON.stringify(present) ? last : present));
  }
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), often);
    return () => clearInterval(timer);
  }, []);
  return { state, refresh };
}

/** Like `usePolled`; `change` posts to the path, and shows a refusal as a toast. */
export function useControls<T, Change extends object>(path: string, often: number) {
  const { toast } = useStage();
  const { state, refresh } = usePolled<T>(path, often);
  async function change(wanted: Change): Promise<void> {
    const problem = await post(path, wanted);
    if (problem) toast(problem);
    await refresh();
  }
  return { state, refresh, change };
}
