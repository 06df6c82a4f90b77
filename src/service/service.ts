import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import type { Log } from '../log.ts';
import { systemClock, within } from '../time/clock.ts';
import { buildServer } from './http/server.ts';
import { startKeyCleanup } from './idempotency/key-cleanup.ts';
import { migrationsFor } from './storage/migrations.ts';
import type { Store } from './storage/store.ts';
import type { Tables } from './storage/tables.ts';
import { startTimelineWorker } from './timeline/timeline-worker.ts';

/** How long requests in hand may take when the service is asked to stop, in milliseconds. */
const graceOnStop = 8_000;

/** How long the timeline in hand may take then, in milliseconds. */
const graceOfWorker = 1_000;

export interface ServiceOptions {
  /** `sqlite:PATH` or `postgres://…`. */
  databaseUrl: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** The organization's time zone and language: what a new user gets where the request says nothing. */
  timezone: string;
  language: string;
  /** Whether the API exists; without it everything below `/api/` is a 404. */
  apiAccess: boolean;
  log: Log;
  now?: () => Date;
}

export interface RunningService {
  /** `http://host:port`, without a slash at the end. */
  url: string;
  /** Finishes the requests in hand, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the onboarding service: brings its tables up to date, listens, and goes on with offboarding timelines
 * that an earlier process left unfilled.
 * @throws UnknownDatabase, or what the database or the listening socket reports
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const database = openDatabase<Tables>(options.databaseUrl);
  try {
    await migrate(database.db, migrationsFor(database.kind));
    return await serve(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(database: Database<Tables>, options: ServiceOptions): Promise<RunningService> {
  const { host, port, timezone, language, apiAccess, log, now = () => new Date() } = options;
  const store: Store = { db: database.db, kind: database.kind, now };
  const timelineWorker = startTimelineWorker(store, log);
  const server = buildServer({ store, organization: { timezone, language }, apiAccess, timelineWorker, log });
  try {
    await server.listen({ host, port });
  } catch (error) {
    await timelineWorker.stop();
    throw error;
  }
  const keyCleanup = startKeyCleanup(store, log);
  const { port: taken } = server.server.address() as AddressInfo;
  log.info({ host, port: taken, apiAccess }, 'Onboarding service is listening');
  async function stop(): Promise<void> {
    await closeWithin(server, graceOnStop);
    // A database that does not answer must not keep the process: what is not filled stays noted.
    await within(systemClock, graceOfWorker, Promise.all([timelineWorker.stop(), keyCleanup.stop()]));
    await database.close();
  }
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, stop };
}

/**
 * Takes no more requests and finishes those in hand; what is not finished in time is cut off. A connection that
 * answered its last request only after the server began to close would stay open until its keep-alive ends.
 */
async function closeWithin(server: FastifyInstance, milliseconds: number): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.server.closeAllConnections(), milliseconds);
  await server.close().finally(() => {
    clearInterval(idle);
    clearTimeout(cut);
  });
}
