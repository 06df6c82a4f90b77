import type { FastifyReply } from 'fastify';
import type { Changes } from '../changes.ts';

/**
 * Server-sent events: the present state at once, then again whenever it has become another one.
 * `ignored` names top-level fields whose change alone is no news.
 */
export function stream(
  reply: FastifyReply,
  changes: Changes,
  state: () => object,
  ignored: readonly string[] = [],
): FastifyReply {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let last = '';
  let isDue = false;
  const send = () => {
    isDue = false;
    const present = state();
    const news = JSON.stringify(present, (key, value) => (ignored.includes(key) ? undefined : value));
    if (news === last) return;
    last = news;
    raw.write(`data: ${JSON.stringify(present)}\n\n`);
  };
  // Several changes in one turn of the event loop make one event.
  const stop = changes.listen(() => {
    if (!isDue) setImmediate(send);
    isDue = true;
  });
  raw.on('close', stop);
  send();
  return reply;
}
