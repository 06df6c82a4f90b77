import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Cleanup } from '../journeys/office.ts';
import { listening } from '../listening.ts';

const goodbye =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

export async function startDatabaseWay(cleanup: Cleanup, databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const lines = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    // Connections opened in silence stay silent, like ones to a machine that is gone.
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
  const { port: own, open, close: refuse } = await listening(cleanup, server);
  const close = () => {
    const closed = refuse();
    for (const line of lines) line.destroy();
    return closed;
  };
  cleanup.later(close);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    close,
    open,
    /** Like `pg_ctl restart -m fast`: terminates every connection, then refuses new ones for `ms` milliseconds. */
    async restart(ms: number): Promise<void> {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(goodbye);
      await close();
      await client.end();
      await pause(ms);
      await open();
    },
    silence: () => {
      isSilent = true;
    },
    /** Like an address fail-over: new connections work, earlier ones stay silent. */
    speak: () => {
      isSilent = false;
    },
  };
}
