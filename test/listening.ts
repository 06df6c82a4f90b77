import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Cleanup } from './journeys/office.ts';

export async function listening(cleanup: Cleanup, server: Server | HttpServer) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  cleanup.later(close);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close,
    async open(): Promise<void> {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
}
