import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { silentLog } from '../../src/log.ts';
import { type Operator, openOperator } from '../../src/service/operator.ts';
import { type ServiceOptions, startService } from '../../src/service/service.ts';
import type { TimelineView } from '../../src/service/timeline/timeline-worker.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { type FreshDatabase, freshSqlite } from '../postgres.ts';

/** Requests with the administrator's token; redirects aren't followed. */
export interface ServiceClient {
  url: string;
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Posts JSON. */
  post(path: string, body: unknown): Promise<Response>;
  /** JSON at a path. */
  get<Body>(path: string): Promise<Body>;
  /** Status and JSON of the answer to a request. */
  ask(path: string, init?: RequestInit): Promise<[number, unknown]>;
  /** Status and JSON of the answer to a post, or to a get without a body. */
  answer(path: string, body?: unknown): Promise<[number, unknown]>;
}

/** Running service with an administrator and an operator. */
export interface TestService extends ServiceClient {
  /** The token of `admin@acme.example`. */
  token: string;
  operator: Operator;
  database: FreshDatabase;
  /** Adds a person with an unused address. */
  hire(more?: object): Promise<{ email: string; user: number }>;
  /** @returns the id */
  addSequence(name: string, kind: 'onboarding' | 'offboarding', ...tasks: TaskRow[]): Promise<number>;
  /** @returns the answer, whose status is checked */
  offboard(user: number, lastDay: string, sequences?: number[]): Promise<Response>;
  /** Timeline once it is filled. */
  timeline(email: string): Promise<TimelineView>;
  /** Starts another process on the same database. */
  replica(options?: Partial<ServiceOptions>): Promise<ServiceClient & { stop(): Promise<void> }>;
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

/** Body of a creation, with an unused address. */
export function newPerson(more: object = {}) {
  return { first_name: 'Jane', last_name: 'Doe', email: unusedAddress(), role: 0, ...more };
}

/** Sends bytes that no HTTP client would send, and returns the answer. */
export async function exchange({ url }: ServiceClient, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  return text(socket);
}

/** Starts a service on a free port, with the API switched on. */
export function startPlain(databaseUrl: string, options: Partial<ServiceOptions> = {}) {
  const place = { databaseUrl, host: '127.0.0.1', port: 0 };
  const organization = { timezone: 'UTC', language: 'en' };
  return startService({ ...place, ...organization, apiAccess: true, log: silentLog(), ...options });
}

/** Starts the service with an administrator as its first person. */
export async function startTestService(
  database: FreshDatabase,
  options: Partial<ServiceOptions> = {},
): Promise<TestService> {
  const { clock } = options;
  const running = await startPlain(database.url, options);
  const operator = openOperator(database.url, clock && { clock });
  await operator.addUser({ first_name: 'Ada', last_name: 'Min', email: 'admin@acme.example', role: 1 });
  const token = await operator.createToken('admin@acme.example');
  let stopping: Promise<void> | null = null;
  function stopServer(): Promise<void> {
    stopping ??= running.stop();
    return stopping;
  }
  const client = clientOf(running.url, token);
  return {
    ...client,
    token,
    operator,
    database,
    async hire(more) {
      const person = { first_name: 'H', last_name: 'H', email: unusedAddress(), role: 0, ...more };
      const answer = await client.post('/api/users/', person);
      expect(answer.status).toBe(201);
      return { email: person.email, user: ((await answer.json()) as { id: number }).id };
    },
    addSequence: (name, kind, ...rows) =>
      operator.addSequence({ name, kind, tasks: rows.map(([day, owner, text]) => ({ day, owner, text })) }),
    async offboard(user, termination_date, sequences) {
      const answer = await client.post('/api/offboarding/', { user, termination_date, sequences });
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
    async replica(more) {
      const { url, stop } = await startPlain(database.url, more);
      return { ...clientOf(url, token), stop };
    },
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

function clientOf(url: string, token: string): ServiceClient {
  const call = (path: string, init: RequestInit = {}) => {
    const headers = new Headers({ authorization: `Token ${token}`, 'content-type': 'application/json' });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
  };
  const posted = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });
  async function ask(path: string, init?: RequestInit): Promise<[number, unknown]> {
    const answer = await call(path, init);
    return [answer.status, await answer.json()];
  }
  return {
    url,
    call,
    post: (path, body) => call(path, posted(body)),
    get: async <Body>(path: string) => (await (await call(path)).json()) as Body,
    ask,
    answer: (path, body) => ask(path, body === undefined ? {} : posted(body)),
  };
}

/** Clock with a settable time that runs at normal speed. */
export function clockAt(now: string | (() => Date)): Clock {
  return { ...systemClock, now: typeof now === 'string' ? () => new Date(now) : now };
}
