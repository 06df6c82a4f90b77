import { execFile } from 'node:child_process';
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect } from 'vitest';
import { type Cleanup, releasedService } from '../journeys/office.ts';
import { ended } from '../journeys/program.ts';
import { inWhole } from '../journeys/world.ts';
import { listening } from '../listening.ts';
import { type Fresh, onPostgres } from '../postgres.ts';
import { startDatabaseWay } from './database-way.ts';
import { type Answer, hire, hires, recordSubmission, submit } from './front-door.ts';
import { startReplica, workspaceFor } from './process.ts';
import { forward } from './proxy.ts';
import { untilNothingIsOpen, whatIsWrong } from './tally.ts';
import { eachOf, patience, until } from './trials.ts';

/** Interval of the readiness checks, in milliseconds. */
const every = 200;

/** Tries another backend only when the connection was refused, since then nothing was sent. */
async function startLoadBalancer(cleanup: Cleanup) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<string, boolean>();
  let turn = 0;

  async function look(): Promise<void> {
    for (const url of ready.keys()) {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (ready.has(url)) ready.set(url, answer?.status === 200);
    }
  }
  const looking = setInterval(() => void look(), every);

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const isAnyReady = [...ready.values()].includes(true);
    const backends = [...ready].filter(([, isReady]) => isReady || !isAnyReady).map(([url]) => url);
    turn += 1;
    for (let tried = 0; tried < backends.length; tried += 1) {
      const url = backends[(turn + tried) % backends.length] ?? '';
      const answer = await forward(url, incoming, body, agent).catch(
        (error: NodeJS.ErrnoException) => error.code,
      );
      if (typeof answer === 'object') {
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = answer.headers;
        return void response.writeHead(answer.status, headers).end(answer.body);
      }
      if (answer !== 'ECONNREFUSED') break;
    }
    response.writeHead(502).end();
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  cleanup.later(() => {
    clearInterval(looking);
    agent.destroy();
  });
  const { url: own } = await listening(cleanup, server);
  return {
    url: own,
    async add(url: string): Promise<void> {
      ready.set(url, false);
      await look();
    },
    remove: (url: string) => void ready.delete(url),
  };
}

const title =
  'three replicas behind a load balancer, each replaced in turn and then PostgreSQL, under 500 submissions: everybody gets ' +
  'a result, nothing is lost or there twice; and while the database is silent people are told so in time';

const requests = 500;
const path = '/frontdesk';
const together = 4;
const maybe = 'Try again in a minute';
const unnoticed = 1_500;
/** Most answers that a busy machine, not the database, may hold up as long as Slack waits: one per person. */
const hiccups = together;
/** Time in milliseconds within which an error of the database is told; what takes longer has run out of time. */
const toldWithin = 2_400;
/** Shell command that restarts a whole PostgreSQL server used by nothing else. */
const restartCommand = process.env.TEST_POSTGRES_RESTART;

async function replica(cleanup: Cleanup, env: Record<string, string>, complaints: string[]) {
  const started = await startReplica(cleanup, env);
  started.child.stdout.on('data', (chunk: Buffer) => {
    const lines = String(chunk).split('\n');
    complaints.push(...lines.filter((line) => /"level":50/.test(line)));
  });
  return started;
}

/**
 * Restarts after a CHECKPOINT, as docs/scale.md advises, if a command is configured; simulated otherwise.
 * Returns the downtime in milliseconds.
 */
async function restart(
  databaseUrl: string,
  way: Awaited<ReturnType<typeof startDatabaseWay>>,
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('checkpoint').finally(() => client.end());
  const began = performance.now();
  await (restartCommand ? promisify(execFile)('sh', ['-c', restartCommand]) : way.restart(400));
  return performance.now() - began;
}

onPostgres((fresh) => {
  inWhole(title, { timeout: patience }, ({ annotate, cleanup }) => replaceAll(cleanup, fresh, annotate));
});

async function replaceAll(
  cleanup: Cleanup,
  fresh: Fresh,
  annotate: (text: string) => Promise<unknown>,
): Promise<void> {
  const { url: databaseUrl } = await fresh();
  const way = await startDatabaseWay(cleanup, databaseUrl);
  const service = await releasedService(cleanup);
  service.setLatency(15);
  const { sandbox, env: usual } = await workspaceFor(cleanup, service, way.url);
  const env = { ...usual, HTTP_PATH: path, FRONTDESK_DRAIN_SECONDS: '2' };
  const balancer = await startLoadBalancer(cleanup);
  const complaints: string[] = [];
  const replicas: Awaited<ReturnType<typeof replica>>[] = [];
  for (let count = 0; count < 3; count += 1) replicas.push(await replica(cleanup, env, complaints));
  for (const { url } of replicas) await balancer.add(url);
  sandbox.setRequestUrl(`${balancer.url}${path}/slack/events`);
  const recorded = await recordSubmission(sandbox);
  const door = { url: () => `${balancer.url}${path}`, signingSecret: env.SLACK_SIGNING_SECRET };

  const shown = new Map<string, number>();
  let told = 0;
  let toldByDatabase = 0;
  let outage = 0;
  let isOver = false;
  let answered = 0;
  const replaced = replaceEach();
  await eachOf(requests, together, async (number) => {
    const shows = await handInAgain(number);
    shown.set(shows, (shown.get(shows) ?? 0) + 1);
    answered += 1;
    // Keep some requests for the end: PostgreSQL is replaced last.
    if (answered > requests - 60 && !isOver) await pause(100);
  });
  await replaced;
  expect(Object.fromEntries(shown), complaints.slice(0, 10).join('\n')).toEqual({
    'New hire added': expect.any(Number),
    ...(shown.has('Request saved') && { 'Request saved': expect.any(Number) }),
  });
  await annotate(
    `PostgreSQL was away for ${Math.round(outage)} ms; ${told} were told that it may not be saved`,
  );
  const mayBeTold = outage < unnoticed ? 0 : together * Math.ceil(outage / unnoticed);
  expect(told).toBeLessThanOrEqual(mayBeTold + hiccups);
  expect(toldByDatabase).toBeLessThanOrEqual(mayBeTold);
  await untilNothingIsOpen(databaseUrl);
  expect(await wrongOf(requests)).toEqual([]);

  way.silence();
  const numbers = [requests, requests + 1];
  const answers = await Promise.all(numbers.map((number) => submit(recorded, hire(number), door)));
  for (const answer of answers) expect(answer).toEqual({ acknowledged: true, shows: maybe });
  way.speak();
  for (const number of numbers) expect(await handInAgain(number)).toMatch(/New hire added|Request saved/);
  await untilNothingIsOpen(databaseUrl);
  expect(await wrongOf(requests + numbers.length)).toEqual([]);

  async function handInAgain(number: number): Promise<string> {
    for (;;) {
      const began = performance.now();
      const answer: Answer = await submit(recorded, hire(number), door);
      if (!answer.acknowledged) return `${answer.why}`;
      if (answer.shows !== maybe) return answer.shows;
      told += 1;
      if (performance.now() - began < toldWithin) toldByDatabase += 1;
    }
  }

  function wrongOf(count: number) {
    return whatIsWrong(hires(count), { databaseUrl, sandbox, employees: service.employees() });
  }

  async function replaceEach(): Promise<void> {
    for (const [at, old] of replicas.entries()) {
      await until(
        () => answered > (at + 1) * 80,
        () => answered,
      );
      const next = await replica(cleanup, env, complaints);
      await balancer.add(next.url);
      expect(await ended(old.child, 'SIGTERM')).toBe(0);
      balancer.remove(old.url);
    }
    outage = await restart(databaseUrl, way);
    isOver = true;
  }
}
