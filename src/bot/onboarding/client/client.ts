import { createHmac } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { ServiceDescription } from '../../../contract/description.ts';
import { CreatedHire, NewHire } from '../../../contract/new-hire.ts';
import { Offboarding } from '../../../contract/offboarding.ts';
import { paths } from '../../../contract/paths.ts';
import { pathsWithSafeRepeats } from '../../../contract/safe-repeats.ts';
import type { Sequence } from '../../../contract/sequence.ts';
import { noTelemetry, type Telemetry } from '../../../telemetry/telemetry.ts';
import type { Person } from '../directory/person.ts';
import {
  OnboardingFailure,
  OnlyOldEndpoint,
  Redirected,
  Refused,
  TooLarge,
  Unclear,
  Unreadable,
} from './errors.ts';
import { type Exchange, exchange } from './exchange.ts';
import { createLists } from './lists.ts';
import { watched } from './watched.ts';

/** Where the service is and the admin token to use. Read anew for each request: both can change while running. */
export interface Connection {
  /** The base address, without a slash at the end. */
  url: string;
  token: string;
}

export interface ClientOptions {
  connection: () => Connection | undefined;
  dispatcher: Dispatcher;
  /** The time allowed for reading, in milliseconds. */
  readTimeout?: number;
  /** The time allowed for all pages of a list. */
  listTimeout?: number;
  /** Reads the first page of each list alone. */
  onlyFirstPage?: boolean;
  /** The time allowed for writing; a worker of a real deployment may take 30 seconds. */
  writeTimeout?: number;
  /**
   * Whether a service that has only the older creation endpoint may be sent hires. Released deployments that have
   * only that one make administrators with it, so nobody should get there without having said so.
   */
  allowAdminCreatingEndpoint?: boolean;
  telemetry?: Telemetry;
}

const administrator = 1;

/**
 * What the service creates: hires; nothing but administrators, by its older endpoint, which is not used; or
 * administrators, because whoever runs Frontdesk allows it.
 */
export type Creates = 'hires' | 'nothing-but-administrators' | 'administrators';

/** The largest answer that is no list, in bytes. */
const largestAnswer = 4 * 1024 ** 2;

/** No address or no token is known yet. */
export class NotConnected extends Error {
  override name = 'NotConnected';
}

/** Frontdesk's only way to the onboarding service. Every method throws `NotConnected` or an `OnboardingFailure`. */
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
    if (!current) throw new NotConnected('The onboarding service is not connected.');
    return current;
  }

  return {
    /** Every user by their id, all pages of them. Whoever did not change since the last time may be the very same object. */
    employees: async (): Promise<ReadonlyMap<number, Person>> => lists.employees(connected()),
    /** Every sequence of both kinds, all pages of them. */
    sequences: async (): Promise<Sequence[]> => [...(await lists.sequences(connected())).values()],
    /**
     * Makes the hire. A failure with `outcomeUnknown` may have made it all the same.
     * @param key the request's, for its whole life: see `safeRepeats`
     * @returns `role` is the one that the person has: the older endpoint of released deployments makes administrators
     */
    async createHire(hire: NewHire, key?: string): Promise<CreatedHire & { role: number }> {
      const { body, role } = await create(NewHire.parse(hire), key);
      const created = CreatedHire.safeParse(body);
      if (!created.success) throw new Unreadable('the created person is missing in it');
      return { ...created.data, role };
    },
    /**
     * Starts the offboarding. The answer's body is empty in released deployments and never read.
     * @param key the request's, for its whole life: see `safeRepeats`
     */
    async startOffboarding(offboarding: Offboarding, key?: string): Promise<void> {
      await write(paths.offboarding, Offboarding.parse(offboarding), key);
    },
    /**
     * The paths on which the service that answers now declares that a POST with the same key may be repeated; none
     * where it has no description that can be read.
     * @throws OnboardingFailure when it cannot be asked
     */
    async safeRepeats(): Promise<ReadonlySet<string>> {
      try {
        return pathsWithSafeRepeats(await send('GET', paths.schema));
      } catch (error) {
        if (saysNothing(error)) return new Set();
        throw error;
      }
    },
    /** The way to what a service has beside the specification: see `additions.ts`. */
    additional: {
      /** @returns undefined where the service has no description, or one that cannot be read */
      async description(): Promise<unknown> {
        try {
          return await send('GET', paths.schema);
        } catch (error) {
          if (saysNothing(error)) return undefined;
          throw error;
        }
      },
      get: (path: string): Promise<unknown> => send('GET', path),
      post: (path: string, body: object, key?: string): Promise<unknown> => send('POST', path, body, key),
    },
    /** Names address and token of a request, telling neither: another pair has another name. */
    sender(salt: string): string | undefined {
      const current = connection();
      return current && createHmac('sha256', salt).update(`${current.url}\n${current.token}`).digest('hex');
    },
    /**
     * Asks whether a sequence is an offboarding one, without writing: a POST that lacks its required
     * fields is always refused, and the refusal names `sequences` only when the kind is wrong.
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
    /** The choices that the service says it takes; a field is absent where it says nothing. */
    async describe(): Promise<ServiceDescription> {
      return ServiceDescription.safeParse(await send('OPTIONS', paths.users)).data ?? {};
    },
    /** The address that requests go to now. */
    address: (): string | undefined => connection()?.url,
    /** Whether the service is there and has no offboarding, as ChiefOnboarding before 2.4.1; nothing is written. */
    async lacksOffboarding(): Promise<boolean> {
      if (await offers(paths.offboarding)) return false;
      return (await offers(paths.users)) || (await offers(paths.newHires));
    },
    /** What kind of people the service makes, told by the endpoints that it has; nothing is written. */
    async creates(): Promise<Creates> {
      if (!(await isOlder())) return 'hires';
      return allowAdminCreatingEndpoint ? 'administrators' : 'nothing-but-administrators';
    },
  };

  /** Whether an endpoint exists. */
  async function offers(path: string): Promise<boolean> {
    try {
      await send('OPTIONS', path);
      return true;
    } catch (error) {
      if (error instanceof Refused && error.reason === 'missing') return false;
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

  /** A 404 proves that nothing was done only where the endpoint is missing: a proxy's page can come after the work. */
  async function write(path: string, body: object, key: string | undefined): Promise<unknown> {
    try {
      return await send('POST', path, body, key);
    } catch (error) {
      if (!(error instanceof Refused) || error.reason !== 'missing' || error.outcomeUnknown) throw error;
      if (await certainly(async () => !(await offers(path)))) throw error;
      throw new Refused(error.status, error.reason, { proven: false });
    }
  }

  /** Whether it has the older creation endpoint alone. A 404 may be a proxy's, after the work: so it is asked. */
  async function isOlder(): Promise<boolean> {
    return !(await offers(paths.users)) && (await offers(paths.newHires));
  }
}

/** Whether something is so; where the service cannot be asked, nobody can tell. */
async function certainly(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof OnboardingFailure) return false;
    throw error;
  }
}

/** The answer to a question for something that the service does not have, or a page in its place. */
function saysNothing(error: unknown): boolean {
  if (error instanceof Refused) return error.reason === 'missing' || error.reason === 'rejected';
  return [Redirected, Unreadable, TooLarge, Unclear].some((kind) => error instanceof kind);
}
