import { useEffect, useState } from 'preact/hooks';

/**
 * State of a stream, undefined before the first event. Hidden pages disconnect: browsers allow only six connections per
 * server, over all tabs.
 */
export function useStream<T>(path: string): T | undefined {
  const [news, setNews] = useState<{ path: string; state: T }>();
  useEffect(() => {
    let source: EventSource | undefined;
    const listen = () => {
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource(path);
      source.onmessage = ({ data }) => setNews({ path, state: JSON.parse(data) as T });
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
