import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../../log.ts';
import { type Clock, tryWithin, within } from '../../time/clock.ts';
import { Refusal } from '../refusal.ts';
import type { Db } from '../storage/tables.ts';
import { createAuthenticate } from '../tokens/tokens.ts';
import { allowed, type Endpoint, endpointAt, endpoints } from './endpoints.ts';
import { maxBody, readBodies, unsupportedMediaType } from './request-body.ts';
import { addRoutes, type Handlers, html, sendJson, sendNotFound } from './routes.ts';

/**
 * Decides, before the body is read, whether a request reaches its endpoint, in the order of released
 * deployments: address, `Accept`, token, method.
 * @param apiAccess whether the API exists at all (specification, section 5, rule 1)
 */
function authHook(db: Db, apiAccess: boolean) {
  const authenticate = createAuthenticate(db);

  async function admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('allow', allowed(endpoint));
    if (!acceptsJson(request.headers.accept))
      throw new Refusal(406, { detail: 'Could not satisfy the request Accept header.' });
    if (endpoint !== endpoints.schema) await authenticate(request.headers.authorization);
    if (request.is404) throw new Refusal(405, { detail: `Method "${request.method}" not allowed.` });
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const path = pathOf(request);
    if (!/^\/api(\/|$)/.test(path)) return request.is404 ? sendNotFound(reply) : undefined;
    if (!apiAccess) return sendNotFound(reply);
    const endpoint = endpointAt(path);
    if (endpoint) return admit(endpoint, request, reply);
    const [query = ''] = /\?.*/s.exec(request.url) ?? [];
    if (endpointAt(`${path}/`))
      return reply.code(301).header('location', `${path}/${query}`).type(html).send('');
    return request.is404 ? sendNotFound(reply) : undefined;
  };
}

/** Whether the `Accept` header allows JSON; parameters, including quality, are ignored. */
export function acceptsJson(accept = '*/*'): boolean {
  const ranges = accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());
  return ranges.some((range) => ['*/*', 'application/*', 'application/json'].includes(range));
}

/** The path as the router reads it, so that another spelling (`/api/%75sers/`) can't bypass the checks. */
function pathOf({ is404, routeOptions, url }: FastifyRequest): string {
  if (!is404 && routeOptions.url !== undefined) return routeOptions.url;
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const patience = 1_000;

/** Addresses that machines poll every few seconds; not worth a log line. */
const quiet = new Set(['/health', '/healthz', '/readyz', '/metrics']);

/**
 * One log line for each request but health checks, with its route and without names. `/health` is the health
 * check of released deployments.
 */
function addMonitoring(server: FastifyInstance, db: Db, clock: Clock, log: Log): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = requestDurations(registry);
  countWaiting(registry, db, clock);
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    const status = reply.statusCode;
    durations.labels(method, route, String(status)).observe(reply.elapsedTime / 1000);
    if (quiet.has(route)) return;
    const milliseconds = Math.round(reply.elapsedTime);
    log.info({ method, route, status, milliseconds, from: request.ip }, 'Request answered');
  });
  server.get('/health', async (_request, reply) => reply.type(html).send('ok'));
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const ready = await isReady(db, clock);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'the database does not answer' });
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function requestDurations(registry: Registry): Histogram<string> {
  return new Histogram({
    name: 'onboarding_http_request_duration_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
}

function countWaiting(registry: Registry, db: Db, clock: Clock): void {
  new Gauge({
    name: 'onboarding_offboardings_waiting',
    help: 'Offboardings whose timeline is not filled yet.',
    registers: [registry],
    async collect() {
      const waiting = await tryWithin(clock, patience, numberWaiting(db));
      // Drop the value instead of failing: the other metrics matter most while the database is down.
      if (waiting === undefined) this.remove();
      else this.set(waiting);
    },
  });
}

async function numberWaiting(db: Db): Promise<number> {
  const { waiting } = await db
    .selectFrom('offboardings')
    .select((row) => row.fn.countAll().as('waiting'))
    .where('filled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

async function isReady(db: Db, clock: Clock): Promise<boolean> {
  const asked = db.selectFrom('list_versions').select('version').limit(1).execute();
  return (await tryWithin(clock, patience, asked)) !== undefined;
}

/** Proxies in front whose forwarding headers are trusted: their addresses, or their number. */
export type TrustProxy = boolean | number | string[];

interface ServerOptions {
  apiAccess: boolean;
  handlers: Handlers;
  trustProxy: TrustProxy;
  db: Db;
  clock: Clock;
  log: Log;
}

const requestTimeout = 30_000;

export function buildServer(options: ServerOptions): FastifyInstance {
  const { apiAccess, handlers, trustProxy, db, clock, log } = options;
  const server = fastify({
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: maxBody,
    requestTimeout,
    // An unreadable address is a wrong address.
    frameworkErrors: (_error, _request, reply) => void sendNotFound(reply),
  });
  answerErrors(server, log);
  server.addHook('onRequest', authHook(db, apiAccess));
  readBodies(server);
  addMonitoring(server, db, clock, log);
  addRoutes(server, handlers);
  return server;
}

function answerErrors(server: FastifyInstance, log: Log): void {
  server.setErrorHandler((reported: FastifyError, request, reply) => {
    const error = refusalFor(reported, request);
    if (error instanceof Refusal) return sendJson(reply.headers(error.headers), error.status, error.body);
    log.error({ err: error }, 'A request failed');
    return reply.code(500).type(html).send('<h1>Server Error (500)</h1>');
  });
}

function refusalFor(error: FastifyError, request: FastifyRequest): Error {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return unsupportedMediaType(request.headers['content-type']);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal(413, { detail: `The body is larger than ${maxBody} bytes.` });
  }
  const status = error.statusCode ?? 500;
  return status < 500 && !(error instanceof Refusal) ? new Refusal(status, { detail: error.message }) : error;
}

const lookEvery = 50;

/**
 * Finishes current requests, up to `grace` milliseconds; then cuts them off. Idle connections are closed
 * repeatedly: one that answers its last request now would stay open until its keep-alive ends.
 */
export async function closeServer(server: FastifyInstance, clock: Clock, grace: number): Promise<void> {
  const cancelCut = clock.after(grace, () => server.server.closeAllConnections());
  const closed = server.close().then(() => true);
  try {
    while (!(await within(clock, lookEvery, closed))) server.server.closeIdleConnections();
  } finally {
    cancelCut();
  }
}
