import type { FastifyReply } from 'fastify';
import type { Changes } from '../changes.ts';

interface StreamOptions {
  /** Fields whose change alone is no news. */
  ignored?: readonly string[];
  /** Milliseconds to gather changes for; only those of one turn of the event loop when absent. */
  pause?: number;
}

/** Server-sent events: the present state at once, then again whenever it has become another one. */
export function stream(
  reply: FastifyReply,
  changes: Changes,
  state: () => object,
  { ignored = [], pause }: StreamOptions = {},
): FastifyReply {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let last = '';
  let isDue = false;
  const send = () => {
    isDue = false;
    if (raw.destroyed) return;
    const present = state();
    const news = JSON.stringify(present, (key, value) => (ignored.includes(key) ? undefined : value));
    if (news === last) return;
    last = news;
    raw.write(`data: ${JSON.stringify(present)}\n\n`);
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
