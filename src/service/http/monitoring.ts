import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../../log.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { Db } from '../storage/tables.ts';

const patience = 1_000;

/** Addresses that machines poll every few seconds; not worth a log line. */
const quiet = new Set(['/health', '/healthz', '/readyz', '/metrics']);

/**
 * One log line for each request but health checks, with its route and without names. `/health` is the health
 * check of released deployments.
 */
export function addMonitoring(server: FastifyInstance, db: Db, clock: Clock, log: Log): void {
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
  server.get('/health', async (_request, reply) => reply.type('text/html; charset=utf-8').send('ok'));
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
      const waiting = await within(clock, patience, numberWaiting(db)).catch(() => undefined);
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
  return (await within(clock, patience, asked).catch(() => undefined)) !== undefined;
}
