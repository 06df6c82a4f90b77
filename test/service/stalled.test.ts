import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { holdDatabase } from '../../src/database/in-use.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { listening } from '../listening.ts';
import { onPostgres } from '../postgres.ts';
import { startTestService } from './start.ts';

const cleanup = useCleanup();

/** Proxy to PostgreSQL that can hold all traffic without breaking connections. */
async function startHold(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let held = false;
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      if (held) socket.cork();
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  url.host = `127.0.0.1:${(await listening(cleanup, server)).port}`;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  cleanup.later(async () => cut());
  return {
    url: url.href,
    hold: () => {
      held = true;
      for (const socket of sockets) socket.cork();
    },
    letGo: () => {
      held = false;
      for (const socket of sockets) socket.uncork();
    },
    cut,
    connections: () => connections,
    isUsed: () => sockets.size > 0,
  };
}

onPostgres((fresh) => {
  it('makes the service say that it is not ready, keeps its metrics, and does not keep it from stopping', async () => {
    const way = await startHold((await fresh()).url);
    const service = await startTestService({ url: way.url, remove: async () => {} });
    await service.operator.close();
    const ask = async (path: string) => (await fetch(`${service.url}${path}`)).status;
    expect(await ask('/readyz')).toBe(200);
    way.hold();
    expect(await ask('/readyz')).toBe(503);
    expect([await ask('/healthz'), await ask('/metrics')]).toEqual([200, 200]);
    await service.stopServer();
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
  });

  it('leaves no mark on a database that was given back while the connection was made again', async () => {
    const way = await startHold((await fresh()).url);
    const mark = await holdDatabase(way.url, 'shared');
    way.hold();
    way.cut();
    await expect.poll(way.connections).toBe(2);
    await mark.release();
    way.letGo();
    await expect.poll(way.isUsed).toBe(false);
  });

  it('does not keep a database from closing, and fails what was under way', async () => {
    const { db, close } = openDatabase((await fresh()).url);
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    const slow = db.connection().execute((connection) => {
      resolve();
      return sql`select pg_sleep(3600)`.execute(connection);
    });
    const failed = expect(slow).rejects.toThrow('Connection terminated');
    await connected;
    await close();
    await failed;
  });
});
