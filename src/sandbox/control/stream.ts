import type { FastifyReply } from 'fastify';
import type { Changes } from '../changes.ts';

/** What to tell next, as server-sent events have it; undefined where there is no news. */
export type News = () => ServerSentEvent | undefined;

interface ServerSentEvent {
  /** The name of the event; the one that a browser takes for a message when absent. */
  event?: string;
  /** JSON. */
  data: string;
}

interface StreamOptions {
  /** Milliseconds to gather changes for; only those of one turn of the event loop when absent. */
  pause?: number;
}

/** Server-sent events: news at once, then whenever something changed and the reader has taken what came before. */
export function stream(
  reply: FastifyReply,
  changes: Changes,
  news: News,
  { pause }: StreamOptions = {},
): FastifyReply {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let isDue = false;
  const send = () => {
    if (raw.destroyed) return;
    if (raw.writableNeedDrain) return void raw.once('drain', send);
    isDue = false;
    const next = news();
    if (next) raw.write(`${next.event ? `event: ${next.event}\n` : ''}data: ${next.data}\n\n`);
  };
  const later = (run: () => void) => (pause === undefined ? setImmediate(run) : setTimeout(run, pause));
  const stop = changes.listen(() => {
    if (!isDue) later(send);
    isDue = true;
  });
  raw.on('close', stop);
  send();
  return reply;
}

/** The present state as a whole, whenever it has become another one. */
export function wholeState(state: () => object): News {
  let last = '';
  return () => {
    const data = JSON.stringify(state());
    if (data === last) return undefined;
    last = data;
    return { data };
  };
}
