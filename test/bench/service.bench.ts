import { type Database, openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { type FreshDatabase, freshPostgres, freshSqlite, postgresUrl } from '../postgres.ts';
import { type Child, startChild } from '../service/child.ts';
import { type Load, load, summary } from './load.ts';
import { onEach } from './on-each.ts';
import { personRow, prepareService } from './people.ts';
import { backlogBesideNone } from './service-backlog.ts';

type Print = (line: string) => void;

/** Numbers are medians of these rounds, alternating with the baseline so that other load affects both. */
const rounds = 3;
const milliseconds = 1_500;
const connections = 16;

/**
 * Requests per second and p99 of the endpoints at two sizes on both databases, each with a baseline from the same
 * run: for lists Fastify answering a fixed body of equal size, for writes a bare insert loop into the table.
 */
export async function bench(print: Print): Promise<void> {
  for (const size of [10_000, 100_000]) {
    await benchOn('SQLite', await freshSqlite(), size, print);
    if (postgresUrl) await benchOn('PostgreSQL', await freshPostgres(), size, print);
    else print('PostgreSQL left out: TEST_POSTGRES_URL is not set');
  }
  await onEach(print, backlogBesideNone);
}

async function benchOn(name: string, fresh: FreshDatabase, size: number, print: Print): Promise<void> {
  print(`\n${name}, ${size.toLocaleString('en')} people`);
  const token = await prepareService(fresh.url, size);
  const service = await startChild('service-process.ts', fresh.url);
  const database = openDatabase<Tables>(fresh.url);
  const about = { service, token, database, size, print };
  const atStart = await service.memory();
  await lists(about);
  const afterLists = await service.memory();
  await writes(about);
  const afterWrites = await service.memory();
  print(
    `memory: ${megabytes(atStart)} at start, ${megabytes(afterLists)} after lists, ${megabytes(afterWrites)} after writes`,
  );
  await service.stop();
  await database.close();
  await fresh.remove();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

interface About {
  service: Child;
  token: string;
  database: Database<Tables>;
  size: number;
  print: Print;
}

async function lists({ service, token, print }: About): Promise<void> {
  for (const path of ['/api/employees/', '/api/sequences/']) {
    const headers = { authorization: `Token ${token}` };
    const bytes = (await (await fetch(`${service.url}${path}`, { headers })).arrayBuffer()).byteLength;
    const floor = await startChild('../bench/floor-process.ts', String(bytes));
    const to = { token, connections, milliseconds };
    const { least, measured } = await inTurns(
      () => load({ ...to, url: floor.url, path: '/' }),
      () => load({ ...to, url: service.url, path }),
    );
    await floor.stop();
    print(line(`GET ${path}`, measured, least, `fixed body of ${bytes} bytes`));
  }
}

async function writes({ service, token, database, size, print }: About): Promise<void> {
  const to = { url: service.url, token, connections, milliseconds };
  const bodies: [string, string, (number: number) => unknown, number?][] = [
    ['POST /api/users/', '/api/users/', (number) => newUser(number)],
    ['POST /api/users/ with two sequences', '/api/users/', (number) => newUser(number, [1, 2]), 0.5],
    ['POST /api/offboarding/', '/api/offboarding/', (number) => offboarding(number, size), 0.4],
  ];
  let next = size * 2;
  for (const [title, path, body, bound] of bodies) {
    const { least, measured } = await inTurns(
      () => insertLoop(database, () => next++),
      () => load({ ...to, path, body }),
    );
    print(line(title, measured, least, 'bare inserts', bound));
  }
}

async function inTurns(floor: () => Promise<Load>, subject: () => Promise<Load>) {
  const least: Load[] = [];
  const measured: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    least.push(await floor());
    measured.push(await subject());
  }
  return { least: middle(least), measured: middle(measured) };
}

function middle(loads: Load[]): Load {
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const ordered = loads.toSorted((a, b) => a.perSecond - b.perSecond);
  return { perSecond: 0, p99: 0, ...ordered[Math.floor(loads.length / 2)], failed };
}

function newUser(number: number, sequences?: number[]) {
  const { first_name, last_name, position } = personRow(number);
  const email = `new.${number}@acme.example`;
  return { first_name, last_name, position, email, role: 0, ...(sequences && { sequences }) };
}

function offboarding(number: number, size: number) {
  return { user: 42 + (number % size), termination_date: '2999-12-31', sequences: [8] };
}

/** Inserts people, each in its own transaction, with as many in parallel as connections to the service. */
async function insertLoop({ db }: Database<Tables>, next: () => number): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  async function one(): Promise<void> {
    while (performance.now() - start < milliseconds) {
      const before = performance.now();
      await db.insertInto('people').values(personRow(next())).execute();
      times.push(performance.now() - before);
    }
  }
  await Promise.all(Array.from({ length: connections }, one));
  return summary(times, performance.now() - start, 0);
}

/** @param bound minimum ratio */
function line(
  title: string,
  { perSecond, p99, failed }: Load,
  floor: Load,
  floorName: string,
  bound = 0,
): string {
  const ratio = perSecond / floor.perSecond;
  const verdict = bound > 0 ? ` (at least ${bound}: ${ratio >= bound ? 'within' : 'UNDER'})` : '';
  const own = `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`;
  const least = `${floor.perSecond.toFixed(0)}/s, p99 ${floor.p99.toFixed(1)} ms`;
  const troubles = failed > 0 ? ` · ${failed} FAILED` : '';
  return `${title.padEnd(36)} ${ratio.toFixed(2)} of the floor${verdict} · ${own} · floor (${floorName}) ${least}${troubles}`;
}
