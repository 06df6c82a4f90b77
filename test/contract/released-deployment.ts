import type { AddressInfo } from 'node:net';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { endpointAt } from '../../src/service/http/endpoints.ts';
import { describeEndpoint } from '../../src/service/http/openapi.ts';
import { readBodies, unsupportedMediaType } from '../../src/service/http/request-body.ts';
import { type Problem, Refusal, refuseIfAny } from '../../src/service/refusal.ts';
import { messages } from '../../src/service/validation/messages.ts';
import {
  newHireFields,
  newUserFields,
  offboardingFields,
  type ValidatedFields,
  validateFields,
} from '../../src/service/validation/request-fields.ts';
import { releasedAuthHook } from './released-auth-hook.ts';
import {
  type GivenPerson,
  type ReleasedPerson,
  type ReleasedSequence,
  releasedPerson,
  someSequences,
} from './released-data.ts';
import { afterWork, answerFault, type Fault, html, serverErrorPage } from './released-faults.ts';

interface Parts {
  people: ReleasedPerson[];
  sequences: ReleasedSequence[];
  release: Release;
}

/** Answered with an error page. */
class ServerError extends Error {}

const organization = { timezone: 'Europe/Amsterdam', language: 'en' };

/** Released deployments accept a missing role in validation, and a null start day. */
const releasedUserFields = {
  ...newUserFields,
  role: newUserFields.role.optional(),
  start_day: newUserFields.start_day.nullable(),
};
type NewUser = ValidatedFields<typeof releasedUserFields>['values'];

/** In-memory model of a released deployment's endpoints. */
class ReleasedApi {
  readonly people: ReleasedPerson[];
  readonly #sequences: ReleasedSequence[];
  readonly #release: Release;

  constructor({ people, sequences, release }: Parts) {
    this.people = people;
    this.#sequences = sequences;
    this.#release = release;
  }

  answer(method: string, path: string, body: unknown): unknown {
    if (method === 'OPTIONS') return this.#describe(path);
    if (path === '/api/employees/') {
      return this.people.map(({ id, first_name, last_name, email }) => ({
        id,
        first_name,
        last_name,
        email,
      }));
    }
    if (path === '/api/sequences/') return this.#sequences.map(({ id, name }) => ({ id, name }));
    if (path === '/api/offboarding/') return this.#offboard(body);
    return this.#create(path, body);
  }

  /** Like ours, except that the role isn't listed as required, though it is. */
  #describe(path: string): unknown {
    const endpoint = endpointAt(path);
    if (!endpoint) return null;
    return JSON.parse(JSON.stringify(describeEndpoint(endpoint)), (key, value) =>
      key === 'role' ? { ...value, required: false } : value,
    );
  }

  #create(path: string, body: unknown): unknown {
    const older = path === '/api/newhires/';
    const { values, problem } = older
      ? validateFields({ ...newHireFields, start_day: releasedUserFields.start_day }, body)
      : validateFields(releasedUserFields, body);
    refuseIfAny({ ...problem, ...this.#unknown(values, writtenAddress(body)) });
    // The older endpoint makes administrators (released deployments up to v2.0.31).
    const role = older ? 1 : (values as NewUser).role;
    if (role === undefined) throw new ServerError('KeyError: role');
    if (this.people.some(({ email }) => email === values.email)) throw new ServerError('IntegrityError');
    const created = this.#store(values, role);
    if (role === 0 && created.start_day === null) throw new ServerError('TypeError after the save');
    if (role === 3 && this.#release === 'v2.0.32') throw new ServerError('UnboundLocalError after the save');
    const { id: _, termination_date: __, sequences: ___, ...shown } = created;
    return shown;
  }

  #store(values: NewUser, role: number): ReleasedPerson {
    const { sequences, start_day, ...given } = values;
    const today = new Date().toISOString().slice(0, 10);
    const person = releasedPerson(
      {
        ...organization,
        ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
        email: values.email ?? '',
        role,
        start_day: start_day === undefined ? (role === 0 ? today : null) : start_day,
        sequences: role === 0 ? (sequences ?? []) : [],
      },
      Math.max(0, ...this.people.map(({ id }) => id)) + 1,
    );
    this.people.push(person);
    return person;
  }

  /** @param address as it was written: this check of the address knows case, the database's does not */
  #unknown({ buddy, manager, sequences }: NewUser, address: string): Problem {
    const known = new Set(this.people.map(({ id }) => id));
    const problem: Problem = {};
    if (this.people.some((person) => person.email === address)) problem.email = [messages.emailTaken];
    if (typeof buddy === 'number' && !known.has(buddy)) problem.buddy = [messages.unknownId(buddy)];
    if (typeof manager === 'number' && !known.has(manager)) problem.manager = [messages.unknownId(manager)];
    if (sequences && !this.#areSequences(sequences)) problem.sequences = [messages.badSequences];
    return problem;
  }

  #offboard(body: unknown): null {
    const { values, problem } = validateFields(offboardingFields, body);
    const { user, termination_date: day, sequences } = values;
    const all: Problem = { ...problem };
    if (day && day < new Date().toISOString().slice(0, 10)) all.termination_date = [messages.pastDay];
    const leaver = this.people.find(({ id, role }) => id === user && role !== 1);
    if (user !== undefined && !leaver) all.user = [messages.unknownId(user)];
    if (sequences && !this.#areSequences(sequences, 'offboarding')) all.sequences = [messages.badSequences];
    refuseIfAny(all);
    if (leaver && day) {
      leaver.termination_date = day;
      leaver.sequences = sequences ?? [];
    }
    return null;
  }

  #areSequences(ids: number[], kind?: ReleasedSequence['kind']): boolean {
    const fitting = this.#sequences.filter((sequence) => kind === undefined || sequence.kind === kind);
    return (
      new Set(ids).size === ids.length && ids.every((id) => fitting.some((sequence) => sequence.id === id))
    );
  }
}

function writtenAddress(body: unknown): string {
  const written = typeof body === 'object' && body && 'email' in body ? body.email : '';
  return String(written).trim();
}

export type Release = 'v2.0.20' | 'v2.0.32' | 'v2.4.1';

export interface ReleasedOptions {
  token: string;
  employees?: GivenPerson[];
  sequences?: ReleasedSequence[];
  release?: Release;
  /** When off, every address is a 404 page. Default: on. */
  apiAccess?: boolean;
  /** Milliseconds per request, handled one at a time, as with one worker. */
  latency?: number;
}

export interface RecordedRequest {
  method: string;
  path: string;
  headers: FastifyRequest['headers'];
  body: unknown;
  status: number | null;
}

export interface ReleasedDeployment {
  url: string;
  requests: RecordedRequest[];
  employees(): ReleasedPerson[];
  remove(email: string): () => void;
  /** Plans the fault for the next requests to that path, in the order of the calls. */
  failNext(path: string, fault: Fault, times?: number): void;
  /** Answers the token with a 401, or a 403 when its owner is no longer an administrator. */
  spoilToken(token: string, how: 'removed' | 'inactive' | 'not-admin'): void;
  allowToken(token: string): void;
  setLatency(milliseconds: number): void;
  /** Highest number of such requests open at the same time; those of disconnected clients don't count. */
  mostAtOnce(method: string, path: string): number;
  stop(): Promise<void>;
}

/**
 * Starts a small HTTP server that behaves like released deployments, defects included: no id in the created object,
 * server errors for an address in other case and for a missing role, users created in spite of a server error,
 * redirects without the slash, empty answers, sequences without a kind, one worker.
 */
export async function startReleasedDeployment(options: ReleasedOptions): Promise<ReleasedDeployment> {
  const { token, employees = [], sequences = someSequences, release = 'v2.4.1' } = options;
  const people = employees.map((given, index) => releasedPerson(given, index + 1));
  const api = new ReleasedApi({ people, sequences, release });
  const tokens = new Map<string, 'good' | 'inactive' | 'not-admin'>([[token, 'good']]);
  const requests: RecordedRequest[] = [];
  const faults: { path: string; fault: Fault }[] = [];
  const worker = oneWorker(options.latency ?? 0);
  const server = fastify({ forceCloseConnections: true });
  readBodies(server);
  server.addHook('onRequest', releasedAuthHook({ tokens, release, apiAccess: options.apiAccess ?? true }));
  answerErrors(server);
  record(server, requests);
  const mostAtOnce = countAtOnce(server);
  server.all('/*', async (request, reply) => {
    await worker.turn();
    const [path = ''] = request.url.split('?');
    const at = faults.findIndex((one) => one.path === path);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 'late') doLater(() => api.answer(request.method, path, request.body));
    if (fault && !afterWork.has(fault)) return answerFault(fault, reply);
    const answer = api.answer(request.method, path, request.body);
    if (fault) return answerFault(fault, reply);
    if (answer === null) return reply.code(200).send();
    return sendJson(reply, request.method === 'POST' ? 201 : 200, answer);
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    employees: () => structuredClone(api.people),
    remove: (email) => {
      const removed = api.people.splice(
        api.people.findIndex((one) => one.email === email),
        1,
      );
      return () => void api.people.push(...removed);
    },
    failNext: (path, fault, times = 1) => {
      for (let count = 0; count < times; count += 1) faults.push({ path, fault });
    },
    spoilToken: (spoilt, how) => {
      if (how === 'removed') tokens.delete(spoilt);
      else tokens.set(spoilt, how);
    },
    allowToken: (good) => void tokens.set(good, 'good'),
    setLatency: worker.setLatency,
    mostAtOnce,
    stop: () => server.close(),
  };
}

/** Delay after which the client has given up, in milliseconds. */
const lateBy = 500;

function doLater(work: () => void): void {
  setTimeout(() => {
    try {
      work();
    } catch {
      // Refused by now, after the client has left.
    }
  }, lateBy).unref();
}

function oneWorker(first: number) {
  let latency = first;
  let last: Promise<void> = Promise.resolve();
  return {
    setLatency(milliseconds: number): void {
      latency = milliseconds;
    },
    turn(): Promise<void> {
      if (latency > 0) last = last.then(() => new Promise((done) => setTimeout(done, latency)));
      return last;
    },
  };
}

function countAtOnce(server: FastifyInstance) {
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  server.addHook('onRequest', async (request, reply) => {
    const key = `${request.method} ${request.url}`;
    const count = (running.get(key) ?? 0) + 1;
    running.set(key, count);
    most.set(key, Math.max(count, most.get(key) ?? 0));
    reply.raw.once('close', () => running.set(key, (running.get(key) ?? 1) - 1));
  });
  return (method: string, path: string) => most.get(`${method} ${path}`) ?? 0;
}

function record(server: FastifyInstance, requests: RecordedRequest[]): void {
  const byRequest = new WeakMap<FastifyRequest, RecordedRequest>();
  server.addHook('onRequest', async (request) => {
    const { method, url: path, headers } = request;
    const recorded: RecordedRequest = { method, path, headers, body: undefined, status: null };
    byRequest.set(request, recorded);
    requests.push(recorded);
  });
  server.addHook('preHandler', async (request) => {
    const recorded = byRequest.get(request);
    if (recorded) recorded.body = request.body;
  });
  server.addHook('onSend', async (request, reply) => {
    const recorded = byRequest.get(request);
    if (recorded) recorded.status = reply.statusCode;
  });
}

function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    const type = request.headers['content-type'];
    const known = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? unsupportedMediaType(type) : error;
    if (!(known instanceof Refusal)) return reply.code(500).type(html).send(serverErrorPage);
    return sendJson(reply.headers(known.headers), known.status, known.body);
  });
}

function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .send(Buffer.from(JSON.stringify(body)));
}
