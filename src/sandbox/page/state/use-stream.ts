import { useEffect, useState } from 'preact/hooks';

/** How a state becomes the next one by a change that was told. */
type Merge<T, Change> = (state: T, change: Change) => T;

/**
 * The latest state that a server-sent stream told, undefined before the first: as a whole or, in events of the name
 * "change", by what changed in it.
 * A hidden page listens to nothing: a browser keeps only six connections to one server, over all its tabs.
 */
export function useStream<T, Change = never>(path: string, merge?: Merge<T, Change>): T | undefined {
  const [news, setNews] = useState<{ path: string; state: T }>();
  useEffect(() => {
    let source: EventSource | undefined;
    const listen = () => {
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource(path);
      source.onmessage = ({ data }) => setNews({ path, state: JSON.parse(data) as T });
      source.addEventListener('change', ({ data }) => {
        const change = JSON.parse(data) as Change;
        setNews((last) => last && merge && { path, state: merge(last.state, change) });
      });
    };
    listen();
    document.addEventListener('visibilitychange', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      source?.close();
    };
  }, [path]);
  return news?.path === path ? news.state : undefined;
}
