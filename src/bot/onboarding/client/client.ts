import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { ZodType } from 'zod';
import { ServiceDescription } from '../../../contract/description.ts';
import { EmployeeList, Offboarding } from '../../../contract/employee.ts';
import { CreatedHire, NewHire } from '../../../contract/new-hire.ts';
import { paths } from '../../../contract/paths.ts';
import type { Problem } from '../../../contract/problem.ts';
import { type Sequence, SequenceList } from '../../../contract/sequence.ts';
import { noTelemetry, type Telemetry } from '../../../telemetry/telemetry.ts';
import { toPerson } from '../directory/person.ts';
import {
  ListUnreadable,
  NotConnected,
  OnboardingFailure,
  OnlyOldEndpoint,
  Redirected,
  Refused,
  TimedOut,
  TooLarge,
  Unclear,
  Unreadable,
} from './errors.ts';
import { type Exchange, exchange } from './exchange.ts';

interface Page<Item> {
  items: Item[];
  next: string | null;
}

/** Time limits for one page and for all of them, in milliseconds. */
interface Limits {
  pageLimit: number;
  limit: number;
  /** Stops after the first page, to test whether the list is there. */
  onlyFirstPage: boolean;
}

/** Size limit of a page, in bytes: some 300,000 people. */
const largestPage = 32 * 1024 ** 2;

const mostItems = 1_000_000;

/** Guards against a faulty `next`: every page has to bring something new, all from the service itself, in time. */
async function readPages<Item extends { id: number }>(
  first: string,
  url: string,
  get: (path: string, limit: number) => Promise<Page<Item>>,
  { pageLimit, limit, onlyFirstPage }: Limits,
): Promise<ReadonlyMap<number, Item>> {
  const items = new Map<number, Item>();
  const end = performance.now() + limit;
  let path: string | null = first;
  while (path !== null) {
    const asked: string = path;
    const page = await inTime(end - performance.now(), pageLimit, (time) => get(asked, time));
    const isNews = keep(page.items, items);
    path = nextPath(page.next, url, first);
    if (path !== null && (!isNews || path === asked)) throw new ListUnreadable('endless');
    if (onlyFirstPage) break;
  }
  return items;
}

/** @returns whether any item is new */
function keep<Item extends { id: number }>(page: readonly Item[], items: Map<number, Item>): boolean {
  const before = items.size;
  for (const item of page) if (!items.has(item.id)) items.set(item.id, item);
  if (items.size > mostItems) throw new ListUnreadable('tooMany');
  return items.size > before;
}

/** Gives a page the time that is left for the list, and at most a page's own limit, in milliseconds. */
async function inTime<Read>(left: number, pageLimit: number, get: (time: number) => Promise<Read>) {
  if (left <= 0) throw new ListUnreadable('tooSlow');
  try {
    return await get(Math.ceil(Math.min(left, pageLimit)));
  } catch (error) {
    if (error instanceof TooLarge) throw new ListUnreadable('tooLarge', error);
    if (error instanceof TimedOut && left < pageLimit) throw new ListUnreadable('tooSlow', error);
    throw error;
  }
}

/**
 * Path of the next page from its absolute address. Drops the part before the list's own path, which a service behind
 * a proxy may get wrong; refuses another host, since the token is for the one that was entered.
 */
function nextPath(next: string | null, url: string, path: string): string | null {
  if (next === null || next === '') return null;
  const address = URL.parse(next, url);
  if (!address || !/^https?:$/.test(address.protocol)) throw new ListUnreadable('malformed');
  if (address.hostname !== new URL(url).hostname) throw new ListUnreadable('elsewhere');
  const at = address.pathname.indexOf(path);
  if (at === -1) throw new ListUnreadable('malformed');
  return address.pathname.slice(at) + address.search;
}

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
  const limits = { pageLimit: readTimeout, limit: listTimeout, onlyFirstPage };

  async function send(
    method: Exchange['method'],
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<unknown> {
    const limit = method === 'POST' ? writeTimeout : readTimeout;
    const how = { dispatcher, ...connected(), limit, mostBytes: largestAnswer };
    return exchange({ ...how, method, path, body, key }, telemetry);
  }

  /** @throws OnboardingFailure if the list can't be read to its end */
  async function readAll<Read, Item extends { id: number }>(
    first: string,
    list: ZodType<Page<Read>>,
    toItem: (read: Read) => Item,
  ): Promise<ReadonlyMap<number, Item>> {
    // Once, so that all pages come from one service even if another is connected meanwhile.
    const from = connected();
    async function get(path: string, limit: number): Promise<Page<Item>> {
      const how = { dispatcher, ...from, limit, mostBytes: largestPage };
      const body = await exchange({ ...how, method: 'GET', path }, telemetry);
      // Parsing and checking a long list both take some milliseconds; other work runs in between.
      await setImmediate();
      const read = list.safeParse(body).data;
      if (!read) throw new Unreadable('it is not a list');
      await setImmediate();
      return { items: read.items.map(toItem), next: read.next };
    }
    return readPages(first, from.url, get, limits);
  }

  function connected(): Connection {
    const current = connection();
    if (!current) throw new NotConnected();
    return current;
  }

  return {
    /** All users by id, all pages. */
    employees: () => readAll(paths.employees, EmployeeList, toPerson),
    async sequences(): Promise<Sequence[]> {
      return [...(await readAll(paths.sequences, SequenceList, (sequence: Sequence) => sequence)).values()];
    },
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
    /** For the endpoints beyond the specification. */
    send,
    /** Keyed hash of address and token, which reveals neither. */
    sender(salt: string): string | undefined {
      const current = connection();
      return current && createHmac('sha256', salt).update(`${current.url}\n${current.token}`).digest('hex');
    },
    /** Asks without writing: without a person an offboarding is always refused. */
    async isOffboardingSequence(id: number): Promise<boolean> {
      return !('sequences' in (await problemOf(paths.offboarding, { sequences: [id] })));
    },
    /**
     * Asks without writing: without a first name a hire is always refused.
     * @returns mistakes in the other fields; empty if there are none
     */
    async mistakesIn({ first_name: _, ...hire }: NewHire): Promise<Problem> {
      const asked = NewHire.omit({ first_name: true }).parse(hire);
      const { first_name: _required, ...mistakes } = await problemOf(paths.users, asked);
      return mistakes;
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

  /** Mistakes in a body that lacks a required field, so that it is always refused. */
  async function problemOf(path: string, body: object): Promise<Problem> {
    try {
      await send('POST', path, body);
    } catch (error) {
      if (error instanceof Refused && error.reason === 'invalid') return error.problem;
      throw error;
    }
    throw new Unreadable('a request without a required field was accepted');
  }

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
