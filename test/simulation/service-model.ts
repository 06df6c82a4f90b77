import { Readable } from 'node:stream';
import { Dispatcher } from 'undici';
import type { ReleasedPerson } from '../contract/released-data.ts';
import { company } from './company.ts';
import type { Random } from './random.ts';
import type { Asking, Fate, Process, World } from './world.ts';

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Asked {
  method: string;
  path: string;
  body: unknown;
  /** `Idempotency-Key`, which begins with the request's reference. */
  key: string;
}

type Made = Pick<ReleasedPerson, 'id' | 'first_name' | 'last_name' | 'email' | 'role'>;

const notFound: Answer = { status: 404, body: { detail: 'Not found.' } };

export type ServiceModel = ReturnType<typeof createServiceModel>;

/** Model of the onboarding service. Its tables survive every process of Frontdesk. */
export function createServiceModel(world: World) {
  const people = new Map<number, Made>();
  for (const { id, first, last, email } of company)
    people.set(id, { id, first_name: first, last_name: last, email, role: id === 1 ? 1 : 0 });
  /** Whether it supports idempotency keys: a repeat with an equal key changes nothing. */
  const keepsKeys = world.random.chance(0.4);
  const answers = new Map<string, Answer>();
  const deleted = new Map<string, Made>();
  let highest = company.length;
  /** Requests since the service went away; undefined while it is there. */
  let inVain: number | undefined;

  function answer(asked: Asked): Answer {
    const { method, path, key } = asked;
    if (method !== 'POST') return read(path, method);
    const known = keepsKeys && key !== '' ? answers.get(key) : undefined;
    if (known) return known;
    const given =
      path === '/api/users/' ? make(asked) : path === '/api/offboarding/' ? offboard(asked) : notFound;
    if (given.status < 300) answers.set(key, given);
    return given;
  }

  function read(path: string, method: string): Answer {
    if (path === '/api/employees/') return { status: 200, body: [...people.values()] };
    if (path === '/api/sequences/')
      return { status: 200, body: [{ id: 1, name: 'Onboarding', kind: 'onboarding' }] };
    if (path === '/api/schema/') return keepsKeys ? { status: 200, body: description } : notFound;
    return method === 'OPTIONS' ? { status: 200, body: {} } : notFound;
  }

  function make({ body, key }: Asked): Answer {
    const hire = body as Omit<Made, 'id'> & { manager?: number; buddy?: number; sequences?: number[] };
    if ([...people.values()].some(({ email }) => email === hire.email))
      return { status: 400, body: { email: ['user with this email already exists.'] } };
    for (const field of ['manager', 'buddy'] as const) {
      const id = hire[field];
      if (id !== undefined && !people.has(id))
        return { status: 400, body: { [field]: [`Invalid pk "${id}" - object does not exist.`] } };
    }
    const { first_name, last_name, email, role } = hire;
    if (first_name === undefined) return { status: 400, body: { first_name: ['This field is required.'] } };
    highest += 1;
    people.set(highest, { id: highest, first_name, last_name, email, role });
    const sequences = (hire.sequences ?? []).length > 0;
    const name = `${first_name} ${last_name}`;
    world.record({ what: 'made', id: highest, email, name, request: requestOf(key), sequences });
    return { status: 201, body: { id: highest, email, first_name, last_name } };
  }

  function offboard({ body, key }: Asked): Answer {
    const { user, termination_date: day } = body as { user?: number; termination_date?: string };
    if (user === undefined || day === undefined)
      return { status: 400, body: { user: ['This field is required.'] } };
    if (!people.has(user))
      return { status: 400, body: { user: [`Invalid pk "${user}" - object does not exist.`] } };
    const { first_name, last_name } = people.get(user) ?? { first_name: '', last_name: '' };
    const name = `${first_name} ${last_name}`;
    world.record({ what: 'offboarded', user, name, day, request: requestOf(key) });
    return { status: 200 };
  }

  return {
    dispatcherOf: (process: Process): Dispatcher =>
      new Way(process, answer, () => {
        if (inVain === undefined) return undefined;
        inVain += 1;
        return 'lostBefore';
      }),
    goAway(): void {
      inVain = 0;
    },
    /** @returns the number of requests meanwhile */
    comeBack(): number {
      const asked = inVain ?? 0;
      inVain = undefined;
      return asked;
    },
    vanish(email: string): boolean {
      const gone = [...people.values()].find((one) => one.email === email);
      if (!gone) return false;
      people.delete(gone.id);
      world.record({ what: 'vanished', id: gone.id, email, name: `${gone.first_name} ${gone.last_name}` });
      deleted.set(email, gone);
      return true;
    },
    bringBack(email: string): void {
      const back = deleted.get(email);
      if (!back || [...people.values()].some((one) => one.email === email)) return;
      deleted.delete(email);
      people.set(back.id, back);
      world.record({ what: 'returned', id: back.id, email });
    },
    idOf: (email: string) => [...people.values()].find((one) => one.email === email)?.id,
  };
}

function requestOf(key: string): string {
  return key.split('-').slice(0, 2).join('-');
}

const declared = { post: { parameters: [{ in: 'header', name: 'Idempotency-Key' }] } };
const description = { paths: { '/api/users/': declared, '/api/offboarding/': declared } };

/** Replaces undici's client, as far as Frontdesk uses it. */
class Way extends Dispatcher {
  readonly #process: Process;
  readonly #answer: (asked: Asked) => Answer;
  readonly #fate: () => Fate | undefined;

  constructor(process: Process, answer: (asked: Asked) => Answer, fate: () => Fate | undefined) {
    super();
    this.#process = process;
    this.#answer = answer;
    this.#fate = fate;
  }

  override async request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData<never>> {
    const headers = new Map(Object.entries(options.headers ?? {}));
    const asked: Asked = {
      method: options.method,
      path: options.path.split('?')[0] ?? '',
      body: typeof options.body === 'string' ? JSON.parse(options.body) : undefined,
      key: String(headers.get('idempotency-key') ?? '').replaceAll('"', ''),
    };
    const fate = this.#fate();
    const how = { ...asking(asked), ...(fate && { fate }) };
    const answer = await this.#process.ask(() => this.#answer(asked), how).catch(asAnswer);
    const text = typeof answer.body === 'string' ? answer.body : (JSON.stringify(answer.body) ?? '');
    const body = Readable.from(text === '' ? [] : [Buffer.from(text)]);
    return {
      statusCode: answer.status,
      headers: answer.headers ?? {},
      body,
    } as unknown as Dispatcher.ResponseData<never>;
  }
}

class Broken extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('broken');
    this.answer = answer;
  }
}

/**
 * The service's own page, from an intermediary. Never in answer to `OPTIONS`, by which Frontdesk checks such a page:
 * nothing could tell the second one from the service's.
 */
const lookalike: Answer = { status: 404, body: '<h1>Not Found</h1>' };
const brokenAnswers: readonly Answer[] = [
  { status: 404, body: '<html>no such page</html>' },
  { status: 400, body: { message: 'Bad Request' } },
  { status: 200, body: '<html>Sign in</html>' },
  ...[302, 307, 400, 403, 408, 409, 425, 429, 499, 500, 502, 504].map((status) => ({ status })),
];

function failure({ method }: Asked, fate: Exclude<Fate, 'well'>, { oneOf }: Random): Error {
  if (fate === 'neverSent')
    return Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
  if (fate === 'busy') return new Broken({ status: 503, headers: { 'retry-after': '3' } });
  if (fate === 'brokenBefore' || fate === 'brokenAfter')
    return new Broken(oneOf(method === 'OPTIONS' ? brokenAnswers : [lookalike, ...brokenAnswers]));
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

function asAnswer(error: unknown): Answer {
  if (error instanceof Broken) return error.answer;
  throw error;
}

/**
 * A real worker may continue for half a minute after all clients gave up. In the worst case it finishes just after
 * Frontdesk looked and before it asks again.
 */
const asking = (asked: Asked): Asking => ({
  failure: (fate, random) => failure(asked, fate, random),
  lateBy: ({ chance, below }) => (chance(0.5) ? 5_000 + below(1_200) : below(25_000)),
});
