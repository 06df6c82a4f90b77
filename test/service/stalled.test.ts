import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdDatabase } from '../../src/database/in-use.ts';
import { openDatabase } from '../../src/database/open.ts';
import { type FreshDatabase, freshPostgres, postgresUrl } from '../postgres.ts';
import { startTestService, type TestService } from './start.ts';

/** Proxy to PostgreSQL that can hold all traffic without breaking connections. */
async function startHold(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let held = false;
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => (held ? waiting.push(() => to.write(data)) : to.write(data)));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => {});
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    hold: () => {
      held = true;
    },
    letGo: () => {
      held = false;
      for (const send of waiting.splice(0)) send();
    },
    cut,
    connections: () => connections,
    isUsed: () => sockets.size > 0,
    close: () => {
      cut();
      server.close();
    },
  };
}

describe.skipIf(!postgresUrl)('a PostgreSQL that stalls (left out without TEST_POSTGRES_URL)', () => {
  let database: FreshDatabase;
  let way: Awaited<ReturnType<typeof startHold>>;
  let service: TestService;
  beforeAll(async () => {
    database = await freshPostgres();
    way = await startHold(database.url);
    service = await startTestService({ url: way.url, remove: async () => {} });
    await service.operator.close();
  });
  afterAll(async () => {
    way.close();
    await database.remove();
  });

  it('makes the service say that it is not ready, keeps its metrics, and does not keep it from stopping', async () => {
    const ask = async (path: string) => (await fetch(`${service.url}${path}`)).status;
    expect(await ask('/readyz')).toBe(200);
    way.hold();
    expect(await ask('/readyz')).toBe(503);
    expect([await ask('/healthz'), await ask('/metrics')]).toEqual([200, 200]);
    await service.stopServer();
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
  });

  it('leaves no mark on a database that was given back while the connection was made again', async () => {
    const own = await startHold(database.url);
    const mark = await holdDatabase(own.url, 'shared');
    own.hold();
    own.cut();
    await expect.poll(own.connections).toBe(2);
    await mark.release();
    own.letGo();
    await expect.poll(own.isUsed).toBe(false);
    own.close();
  });

  it('does not keep a database from closing, and fails what was under way', async () => {
    const { db, close } = openDatabase(database.url);
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
