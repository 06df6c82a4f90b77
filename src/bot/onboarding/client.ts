import type { Dispatcher } from 'undici';
import { ServiceDescription } from '../../contract/description.ts';
import { type Employee, EmployeeList } from '../../contract/employee.ts';
import { CreatedHire, NewHire } from '../../contract/new-hire.ts';
import { Offboarding } from '../../contract/offboarding.ts';
import { paths } from '../../contract/paths.ts';
import { type Sequence, SequenceList } from '../../contract/sequence.ts';
import { Refused, Unreadable } from './errors.ts';
import { type Answer, exchange } from './exchange.ts';

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
  /** The time allowed for writing; a worker of a real deployment may take 30 seconds. */
  writeTimeout?: number;
}

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
  writeTimeout = 40_000,
}: ClientOptions) {
  function send(method: 'GET' | 'POST' | 'OPTIONS', path: string, body?: unknown): Promise<Answer> {
    const current = connection();
    if (!current) throw new NotConnected('The onboarding service is not connected.');
    const limit = method === 'POST' ? writeTimeout : readTimeout;
    return exchange({ dispatcher, ...current, method, path, body, limit });
  }

  return {
    /** Every user, all pages of them. */
    async employees(): Promise<Employee[]> {
      return allPages(paths.employees, (body) => EmployeeList.safeParse(body));
    },
    /** Every sequence of both kinds, all pages of them. */
    async sequences(): Promise<Sequence[]> {
      return allPages(paths.sequences, (body) => SequenceList.safeParse(body));
    },
    /** Makes the hire. A failure with `outcomeUnknown` may have made it all the same. */
    async createHire(hire: NewHire): Promise<CreatedHire> {
      const { body } = await send('POST', paths.users, NewHire.parse(hire));
      const created = CreatedHire.safeParse(body);
      if (!created.success) throw new Unreadable('the created person is missing in it');
      return created.data;
    },
    /** Starts the offboarding. The answer's body is empty in released deployments and never read. */
    async startOffboarding(offboarding: Offboarding): Promise<void> {
      await send('POST', paths.offboarding, Offboarding.parse(offboarding));
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
      const { body } = await send('OPTIONS', paths.users);
      const description = ServiceDescription.safeParse(body);
      return description.success ? description.data : {};
    },
  };

  async function allPages<Item>(
    path: string,
    read: (body: unknown) => { success: boolean; data?: { items: Item[]; next: string | null } },
  ): Promise<Item[]> {
    const items: Item[] = [];
    for (let next: string | null = path; next !== null; ) {
      const page = read((await send('GET', next)).body);
      if (!page.success || !page.data) throw new Unreadable('it is not a list');
      items.push(...page.data.items);
      next = pathOf(page.data.next);
    }
    return items;
  }
}

/** A page's `next` is a whole address; only its path below the base is used, so the token stays with the entered host. */
function pathOf(next: string | null): string | null {
  if (next === null) return null;
  const { pathname, search } = new URL(next, 'http://service');
  return pathname.slice(Math.max(0, pathname.indexOf('/api/'))) + search;
}
