import { afterAll, beforeAll, expect, vi } from 'vitest';
import { silentLog } from '../../src/log.ts';
import { type Operator, openOperator } from '../../src/service/operator.ts';
import { type ServiceOptions, startService } from '../../src/service/service.ts';
import type { TimelineView } from '../../src/service/timeline/timeline-worker.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { type FreshDatabase, freshSqlite } from '../postgres.ts';

/** Running service with an administrator and an operator. */
export interface TestService {
  url: string;
  /** The token of `admin@acme.example`. */
  token: string;
  operator: Operator;
  database: FreshDatabase;
  /** Sends a request with the administrator's token; doesn't follow redirects. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Posts JSON with the administrator's token. */
  post(path: string, body: unknown): Promise<Response>;
  /** JSON at a path. */
  get<Body>(path: string): Promise<Body>;
  /** Status and JSON of the answer to a request. */
  ask(path: string, init?: RequestInit): Promise<[number, unknown]>;
  /** Status and JSON of the answer to a post, or to a get without a body. */
  answer(path: string, body?: unknown): Promise<[number, unknown]>;
  /** Adds a person with an unused address. */
  hire(more?: object): Promise<{ email: string; user: number }>;
  /** @returns the id */
  addSequence(name: string, kind: 'onboarding' | 'offboarding', ...tasks: TaskRow[]): Promise<number>;
  /** @returns the answer, whose status is checked */
  offboard(user: number, lastDay: string, sequences?: number[]): Promise<Response>;
  /** Timeline once it is filled. */
  timeline(email: string): Promise<TimelineView>;
  /** Stops the service but keeps operator and database. */
  stopServer(): Promise<void>;
  stop(): Promise<void>;
}

type TaskRow = [day: number, owner: 'hire' | 'manager' | 'buddy' | 'hr', text: string];

let count = 0;

/** Address that no other person of the tests has. */
export function unusedAddress(): string {
  count += 1;
  return `p${count}@acme.example`;
}

/** Settings of a service on a free port, with the API switched on. */
function serviceOptions(databaseUrl: string): ServiceOptions {
  const place = { databaseUrl, host: '127.0.0.1', port: 0 };
  return { ...place, timezone: 'UTC', language: 'en', apiAccess: true, log: silentLog() };
}

/** Starts the service with an administrator as its first person. */
export async function startTestService(
  database: FreshDatabase,
  options: Partial<ServiceOptions> = {},
): Promise<TestService> {
  const start = (more: Partial<ServiceOptions>) => startService({ ...serviceOptions(database.url), ...more });
  const { clock } = options;
  const running = await start(options);
  const operator = openOperator(database.url, clock && { clock });
  await operator.addUser({ first_name: 'Ada', last_name: 'Min', email: 'admin@acme.example', role: 1 });
  const token = await operator.createToken('admin@acme.example');
  let stopping: Promise<void> | null = null;
  function stopServer(): Promise<void> {
    stopping ??= running.stop();
    return stopping;
  }
  const call = caller(running.url, token);
  const posted = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });
  const post = (path: string, body: unknown) => call(path, posted(body));
  async function ask(path: string, init?: RequestInit): Promise<[number, unknown]> {
    const answer = await call(path, init);
    return [answer.status, await answer.json()];
  }
  return {
    url: running.url,
    token,
    operator,
    database,
    call,
    post,
    get: async <Body>(path: string) => (await (await call(path)).json()) as Body,
    ask,
    answer: (path, body) => ask(path, body === undefined ? {} : posted(body)),
    async hire(more) {
      const person = { first_name: 'H', last_name: 'H', email: unusedAddress(), role: 0, ...more };
      const answer = await post('/api/users/', person);
      expect(answer.status).toBe(201);
      return { email: person.email, user: ((await answer.json()) as { id: number }).id };
    },
    addSequence: (name, kind, ...rows) =>
      operator.addSequence({ name, kind, tasks: rows.map(([day, owner, text]) => ({ day, owner, text })) }),
    async offboard(user, termination_date, sequences) {
      const answer = await post('/api/offboarding/', { user, termination_date, sequences });
      expect(answer.status).toBe(200);
      return answer;
    },
    timeline: (email) =>
      vi.waitFor(
        async () => {
          const timeline = await operator.timeline(email);
          expect(timeline.beingFilled).toBe(false);
          return timeline;
        },
        { interval: 5, timeout: 30_000 },
      ),
    stopServer,
    stop: async () => {
      await stopServer();
      await operator.close();
      await database.remove();
    },
  };
}

/** Service for all tests of a file or suite. */
export function useTestService(fresh = freshSqlite, options: Partial<ServiceOptions> = {}): TestService {
  const service = {} as TestService;
  beforeAll(async () => void Object.assign(service, await startTestService(await fresh(), options)));
  afterAll(() => service.stop());
  return service;
}

function caller(url: string, token: string): TestService['call'] {
  return (path, init = {}) => {
    const headers = new Headers({ authorization: `Token ${token}`, 'content-type': 'application/json' });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
  };
}

/** Clock with a settable time that runs at normal speed. */
export function clockAt(now: string | (() => Date)): Clock {
  return { ...systemClock, now: typeof now === 'string' ? () => new Date(now) : now };
}
