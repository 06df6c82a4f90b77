import type { FastifyReply } from 'fastify';
import type { Changes } from '../changes.ts';

export type News = () => ServerSentEvent | undefined;

interface ServerSentEvent {
  event?: string;
  /** JSON. */
  data: string;
}

interface StreamOptions {
  /** Milliseconds to batch changes; one turn of the event loop when omitted. */
  pause?: number;
}

/** Streams server-sent events: one immediately, then after each change as soon as the reader has drained the last. */
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

/** News with the whole state, whenever it differs from the last one sent. */
export function wholeState(state: () => object): News {
  let last = '';
  return () => {
    const data = JSON.stringify(state());
    if (data === last) return undefined;
    last = data;
    return { data };
  };
}
