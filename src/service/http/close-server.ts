import type { FastifyInstance } from 'fastify';
import { type Clock, within } from '../../time/clock.ts';

/** How often it is looked for connections that have become idle, in milliseconds. */
const lookEvery = 50;

/**
 * Takes no more requests and finishes those in hand; what is not finished in time is cut off. A connection that
 * answered its last request only after the server began to close would stay open until its keep-alive ends.
 * @param grace how long the requests in hand may take, in milliseconds
 */
export async function closeServer(server: FastifyInstance, clock: Clock, grace: number): Promise<void> {
  const cancelCut = clock.after(grace, () => server.server.closeAllConnections());
  const closed = server.close().then(() => true);
  try {
    while (!(await within(clock, lookEvery, closed))) server.server.closeIdleConnections();
  } finally {
    cancelCut();
  }
}
