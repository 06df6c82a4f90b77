import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from '../journeys/office.ts';

/** A way to the PostgreSQL server that can be closed, fall silent, or lead on again. */
export async function startDatabaseWay(cleanup: Cleanup, databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const lines = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    // What began in silence stays silent, as a connection to a machine that is gone.
    let isLost = isSilent;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(from);
      from.on('data', (data) => {
        isLost ||= isSilent;
        if (!isLost) to.write(data);
      });
      from.on('error', () => {});
      from.on('close', () => {
        lines.delete(from);
        to.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const own = (server.address() as AddressInfo).port;
  const cut = () => {
    for (const line of lines) line.destroy();
  };
  const close = () => {
    server.close();
    cut();
  };
  cleanup.later(close);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    /** Ends every connection, and refuses others, as a server does that restarts. */
    close,
    async open(): Promise<void> {
      await once(server.listen(own, '127.0.0.1'), 'listening');
    },
    /** Nothing gets through any more, and nothing is refused. */
    silence: () => {
      isSilent = true;
    },
    /** As a fail-over of the address: new connections are answered, those from before never. */
    speak: () => {
      isSilent = false;
    },
  };
}
