import type { FastifyReply } from 'fastify';
import type { Changes } from '../changes.ts';

/**
 * Streams a state as server-sent events: immediately, then after each change that it shows, as soon as the reader has
 * drained the last. `pause` is the milliseconds in which changes are gathered.
 */
export function stream(reply: FastifyReply, changes: Changes, state: () => object, pause = 0): FastifyReply {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let isDue = false;
  let last = '';
  const send = () => {
    if (raw.destroyed) return;
    if (raw.writableNeedDrain) return void raw.once('drain', send);
    isDue = false;
    const data = JSON.stringify(state());
    if (data !== last) raw.write(`data: ${data}\n\n`);
    last = data;
  };
  const stop = changes.listen(() => {
    if (!isDue) setTimeout(send, pause);
    isDue = true;
  });
  raw.on('close', stop);
  send();
  return reply;
}
