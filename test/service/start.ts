import { silentLog } from '../../src/log.ts';
import { type Operator, openOperator } from '../../src/service/operator.ts';
import { type ServiceOptions, startService } from '../../src/service/service.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import type { FreshDatabase } from '../postgres.ts';

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
  /** Stops the service but keeps operator and database. */
  stopServer(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service on a free port, with the API switched on and the first user an administrator. */
export async function startTestService(
  database: FreshDatabase,
  options: Partial<ServiceOptions> = {},
): Promise<TestService> {
  const { clock } = options;
  const running = await startService({
    databaseUrl: database.url,
    host: '127.0.0.1',
    port: 0,
    timezone: 'UTC',
    language: 'en',
    apiAccess: true,
    log: silentLog(),
    ...options,
  });
  const operator = openOperator(database.url, clock && { clock });
  await operator.addUser({ first_name: 'Ada', last_name: 'Min', email: 'admin@acme.example', role: 1 });
  const token = await operator.createToken('admin@acme.example');
  let stopping: Promise<void> | null = null;
  function stopServer(): Promise<void> {
    stopping ??= running.stop();
    return stopping;
  }
  const call = caller(running.url, token);
  return {
    url: running.url,
    token,
    operator,
    database,
    call,
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    stopServer,
    stop: async () => {
      await stopServer();
      await operator.close();
      await database.remove();
    },
  };
}

function caller(url: string, token: string): TestService['call'] {
  return (path, init = {}) => {
    const headers = new Headers({ authorization: `Token ${token}`, 'content-type': 'application/json' });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
  };
}

/** Clock with a settable time that runs at normal speed. */
export function clockAt(now: () => Date): Clock {
  return { ...systemClock, now };
}
