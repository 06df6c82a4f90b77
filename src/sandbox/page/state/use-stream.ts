import { useEffect, useState } from 'preact/hooks';

type Merge<T, Change> = (state: T, change: Change) => T;

/**
 * State of a stream, undefined before the first event. Default events carry the whole state, "change" events
 * what changed. Hidden pages disconnect: browsers allow only six connections per server, over all tabs.
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
