import { createHmac } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { ServiceDescription } from '../../../contract/description.ts';
import { Offboarding } from '../../../contract/employee.ts';
import { CreatedHire, NewHire } from '../../../contract/new-hire.ts';
import { paths } from '../../../contract/paths.ts';
import type { Sequence } from '../../../contract/sequence.ts';
import { noTelemetry, type Telemetry } from '../../../telemetry/telemetry.ts';
import type { Person } from '../directory/person.ts';
import {
  NotConnected,
  OnboardingFailure,
  OnlyOldEndpoint,
  Redirected,
  Refused,
  TooLarge,
  Unclear,
  Unreadable,
} from './errors.ts';
import { type Exchange, exchange, watched } from './exchange.ts';
import { createLists } from './lists.ts';

/** Address and admin token of the service. Read for each request, since both can change at any time. */
export interface Connection {
  url: string;
  token: string;
}

export interface ClientOptions {
  connection: () => Connection | undefined;
  dispatcher: Dispatcher;
  /** Time limit for reading, in milliseconds. */
  readTimeout?: number;
  /** Time limit for all pages of a list, in milliseconds. */
  listTimeout?: number;
  onlyFirstPage?: boolean;
  /** Time limit for writing, in milliseconds; a worker of a real deployment may take 30 seconds. */
  writeTimeout?: number;
  /**
   * Whether hires may be sent to a service with only the older creation endpoint. Released deployments create
   * administrators there, so that requires consent.
   */
  allowAdminCreatingEndpoint?: boolean;
  telemetry?: Telemetry;
}

const administrator = 1;

type Endpoints = Record<'users' | 'newHires' | 'offboarding', boolean>;

/**
 * Role of the people that the service creates: hires; administrators only, by its older endpoint, which isn't used;
 * or administrators, as the operator allows.
 */
export type Creates = 'hires' | 'nothing-but-administrators' | 'administrators';

const largestAnswer = 4 * 1024 ** 2;

/** Only client of the onboarding service. Every method throws an `OnboardingFailure`. */
export type OnboardingClient = ReturnType<typeof createClient>;

export function createClient({
  connection,
  dispatcher,
  readTimeout = 15_000,
  listTimeout = 120_000,
  onlyFirstPage = false,
  writeTimeout = 40_000,
  allowAdminCreatingEndpoint = false,
  telemetry = noTelemetry,
}: ClientOptions) {
  const lists = createLists({
    dispatcher,
    pageLimit: readTimeout,
    limit: listTimeout,
    onlyFirstPage,
    telemetry,
  });

  function send(method: Exchange['method'], path: string, body?: unknown, key?: string): Promise<unknown> {
    const limit = method === 'POST' ? writeTimeout : readTimeout;
    const how = { dispatcher, ...connected(), limit, mostBytes: largestAnswer };
    return watched(telemetry, { method, path }, () => exchange({ ...how, method, path, body, key }));
  }

  function connected(): Connection {
    const current = connection();
    if (!current) throw new NotConnected();
    return current;
  }

  return {
    /** All users by id, all pages. */
    employees: async (): Promise<ReadonlyMap<number, Person>> => lists.employees(connected()),
    sequences: async (): Promise<Sequence[]> => [...(await lists.sequences(connected())).values()],
    /**
     * Creates the hire. After a failure with `outcomeUnknown` it may exist all the same. `role` is the actual
     * one: the older endpoint of released deployments creates administrators.
     */
    async createHire(hire: NewHire, key?: string): Promise<CreatedHire & { role: number }> {
      const { body, role } = await create(NewHire.parse(hire), key);
      const created = CreatedHire.safeParse(body);
      if (!created.success) throw new Unreadable('the created person is missing in it');
      return { ...created.data, role };
    },
    /** Ignores the answer's body, which is empty in released deployments. */
    async startOffboarding(offboarding: Offboarding, key?: string): Promise<void> {
      await write(paths.offboarding, Offboarding.parse(offboarding), key);
    },
    /** OpenAPI description; undefined if the service has no readable one. */
    async description(): Promise<unknown> {
      try {
        return await send('GET', paths.schema);
      } catch (error) {
        if (saysNothing(error)) return undefined;
        throw error;
      }
    },
    additional: {
      get: (path: string): Promise<unknown> => send('GET', path),
      post: (path: string, body: object, key?: string): Promise<unknown> => send('POST', path, body, key),
    },
    /** Keyed hash of address and token, which reveals neither. */
    sender(salt: string): string | undefined {
      const current = connection();
      return current && createHmac('sha256', salt).update(`${current.url}\n${current.token}`).digest('hex');
    },
    /**
     * Asks without writing: a POST without its required fields is always refused, and the refusal names
     * `sequences` only if the kind is wrong.
     */
    async isOffboardingSequence(id: number): Promise<boolean> {
      try {
        await send('POST', paths.offboarding, { sequences: [id] });
      } catch (error) {
        if (error instanceof Refused && error.reason === 'invalid') return !('sequences' in error.problem);
        throw error;
      }
      throw new Unreadable('an offboarding without a person was accepted');
    },
    /** Choices that the service declares; fields it doesn't declare are absent. */
    async describe(): Promise<ServiceDescription> {
      return ServiceDescription.safeParse(await send('OPTIONS', paths.users)).data ?? {};
    },
    address: (): string | undefined => connection()?.url,
    /** Which endpoints exist. Writes nothing, and needs no valid token. */
    async endpoints(): Promise<Endpoints> {
      const [users, newHires] = [await offers(paths.users), await offers(paths.newHires)];
      return { users, newHires, offboarding: await offers(paths.offboarding) };
    },
    creates({ users, newHires }: Endpoints): Creates {
      if (users || !newHires) return 'hires';
      return allowAdminCreatingEndpoint ? 'administrators' : 'nothing-but-administrators';
    },
  };

  async function offers(path: string): Promise<boolean> {
    try {
      await send('OPTIONS', path);
      return true;
    } catch (error) {
      if (!(error instanceof Refused) || error.outcomeUnknown) throw error;
      if (error.reason === 'missing') return false;
      if (error.reason === 'token' || error.reason === 'permission') return true;
      throw error;
    }
  }

  async function create(hire: NewHire, key: string | undefined): Promise<{ body: unknown; role: number }> {
    try {
      return { body: await write(paths.users, hire, key), role: hire.role };
    } catch (error) {
      if (!(error instanceof Refused) || error.reason !== 'missing' || !(await certainly(isOlder)))
        throw error;
    }
    if (!allowAdminCreatingEndpoint) throw new OnlyOldEndpoint();
    const { role: _, ...withoutRole } = hire;
    return { body: await write(paths.newHires, withoutRole, key), role: administrator };
  }

  /** A 404 proves that nothing was done only if the endpoint is missing: a proxy's page can come after the work. */
  async function write(path: string, body: object, key: string | undefined): Promise<unknown> {
    try {
      return await send('POST', path, body, key);
    } catch (error) {
      if (!(error instanceof Refused) || error.reason !== 'missing' || error.outcomeUnknown) throw error;
      if (await certainly(async () => !(await offers(path)))) throw error;
      throw new Refused(error.status, error.reason, { proven: false });
    }
  }

  async function isOlder(): Promise<boolean> {
    return !(await offers(paths.users)) && (await offers(paths.newHires));
  }
}

async function certainly(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof OnboardingFailure) return false;
    throw error;
  }
}

function saysNothing(error: unknown): boolean {
  if (error instanceof Refused) return error.reason === 'missing' || error.reason === 'rejected';
  return [Redirected, Unreadable, TooLarge, Unclear].some((kind) => error instanceof kind);
}
