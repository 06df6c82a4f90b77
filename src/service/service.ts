import type { AddressInfo } from 'node:net';
import { openMigrated } from '../database/open.ts';
import type { Log } from '../log.ts';
import { type Clock, systemClock, within } from '../time/clock.ts';
import { cachedList } from './http/cached-list.ts';
import { change, type Handlers, read, write } from './http/routes.ts';
import { buildServer, closeServer, type TrustProxy } from './http/server.ts';
import { idempotentWrites, startKeyCleanup } from './idempotency.ts';
import { personChanger } from './people/change-person.ts';
import { userCreator } from './people/create-user.ts';
import { importFrom, peopleImporter } from './people/import-people.ts';
import { offboardingStarter } from './people/start-offboarding.ts';
import { readFullSequences } from './sequences/sequence-templates.ts';
import { changeSequence, sequenceAdder } from './sequences/sequences.ts';
import { listStarters } from './sequences/starters.ts';
import { migrationsFor } from './storage/schema.ts';
import type { Db, Tables } from './storage/tables.ts';
import { taskChanger } from './tasks/change-task.ts';
import { listTasks, readTaskQuery } from './tasks/list-tasks.ts';
import { startTimelineWorker } from './timeline/timeline-worker.ts';

/** Time limits for stopping, in milliseconds: current requests, then background work. */
const grace = { requests: 8_000, background: 1_000 };

export interface ServiceOptions {
  /** `sqlite:PATH` or `postgres://…`. */
  databaseUrl: string;
  connections?: number;
  host: string;
  port: number;
  /** The organization's time zone and language: defaults of new users. */
  timezone: string;
  language: string;
  /** Whether the API exists; otherwise everything below `/api/` is a 404. */
  apiAccess: boolean;
  log: Log;
  /** No proxy is trusted when absent. */
  trustProxy?: TrustProxy;
  clock?: Clock;
}

export interface RunningService {
  /** `http://host:port`, without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Migrates its tables, listens, and fills offboarding timelines that an earlier process left. Throws
 * UnknownDatabase, or errors of the database or the listening socket.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { databaseUrl, connections, host, port, apiAccess, log, clock = systemClock } = options;
  await using started = new AsyncDisposableStack();
  const { db, close } = await openMigrated<Tables>(databaseUrl, migrationsFor, {
    ...(connections !== undefined && { connections }),
  });
  started.defer(close);
  const timelineWorker = startTimelineWorker(db, clock, log);
  const keyCleanup = startKeyCleanup(db, clock, log);
  started.defer(async () => {
    // Don't let an unresponsive database keep the process alive: unfilled timelines stay marked.
    await within(clock, grace.background, Promise.all([timelineWorker.stop(), keyCleanup.stop()]));
  });
  const server = buildServer({
    apiAccess,
    handlers: handlersOf(db, clock, options, timelineWorker.wake),
    trustProxy: options.trustProxy ?? false,
    db,
    clock,
    log,
  });
  await server.listen({ host, port });
  started.defer(() => closeServer(server, clock, grace.requests));
  const { port: taken } = server.server.address() as AddressInfo;
  log.info({ host, port: taken, apiAccess }, 'Onboarding service is listening');
  const running = started.move();
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  return { url, stop: () => running.disposeAsync() };
}

function handlersOf(
  db: Db,
  clock: Clock,
  { timezone, language }: ServiceOptions,
  onOffboarding: () => void,
): Handlers {
  const organization = { timezone, language };
  const createUser = userCreator(db, clock, organization);
  const startOffboarding = offboardingStarter(db, clock);
  const importPeople = peopleImporter(db, clock, organization);
  const runOnce = idempotentWrites(db);
  return {
    employees: read(cachedList(db, 'employees')),
    sequences: read(cachedList(db, 'sequences')),
    fullSequences: read(() => readFullSequences(db)),
    starters: read(() => listStarters(db)),
    tasks: read(async (query) => listTasks(db, readTaskQuery(query))),
    people: change((body) => importFrom(body, importPeople)),
    person: change(personChanger(db, clock)),
    sequence: change((body) => changeSequence(db, body)),
    task: change(taskChanger(db, clock)),
    users: write(runOnce, createUser),
    newHires: write(runOnce, (body, key) => createUser(body, key, 'newhires')),
    offboarding: write(runOnce, async (body, key) => {
      const response = await startOffboarding(body, key);
      onOffboarding();
      return response;
    }),
    newSequence: write(runOnce, sequenceAdder(db, clock)),
  };
}
