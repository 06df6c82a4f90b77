import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/database/open.ts';
import { openOperator } from '../../src/service/operator.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import type { Cleanup } from '../journeys/office.ts';
import type { FreshDatabase } from '../postgres.ts';
import { startChild } from '../service/child.ts';
import { addPeople } from './people.ts';

const people = 10_000;
/** Offboardings stored by a service that was stopped before filling them. */
const backlog = 5_000;
const starts = 5;
/** Measured answers while the backlog is filled, and the pause after each, in milliseconds. */
const answers = 100;
const pause = 10;
const sequence = 8;

/** Time to the first answers after a start with a backlog, compared with a start without one. */
export async function backlogBesideNone(
  fresh: FreshDatabase,
  make: () => Promise<FreshDatabase>,
  cleanup: Cleanup,
): Promise<string[]> {
  const other = await make();
  cleanup.later(other.remove);
  const sides = { none: await prepare(other), much: await prepare(fresh) };
  const times = { none: [] as Times[], much: [] as Times[] };
  for (let number = 0; number < starts; number += 1)
    for (const which of ['none', 'much'] as const) {
      const { url, token, leave } = sides[which];
      if (which === 'much') await leave();
      times[which].push(await startAndAsk(url, token));
    }
  const ratio = (title: string, of: keyof Times, bound: number) => {
    const [own, floor] = [
      median(times.much.map((each) => each[of])),
      median(times.none.map((each) => each[of])),
    ];
    const verdict = own / floor <= bound ? 'within' : 'OVER';
    return `${title.padEnd(36)} ${(own / floor).toFixed(2)} (at most ${bound}: ${verdict}) · ${own.toFixed(1)} ms, nothing to do ${floor.toFixed(1)} ms`;
  };
  return [
    ratio(`first answer, backlog of ${backlog}`, 'first', 1.2),
    ratio('answers while that is filled', 'later', 2),
  ];
}

async function prepare({ url }: FreshDatabase) {
  const operator = openOperator(url);
  await operator.migrate();
  await operator.addUser({ first_name: 'Ada', last_name: 'Min', email: 'admin@acme.example', role: 1 });
  await operator.seedDemo();
  const token = await operator.createToken('admin@acme.example');
  await operator.close();
  await change(url, (db) => addPeople(db, people));
  return { url, token, leave: () => change(url, leaveBacklog) };
}

type Db = ReturnType<typeof openDatabase<Tables>>['db'];

async function change(url: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const database = openDatabase<Tables>(url);
  await work(database.db);
  await database.close();
}

/** Removes the timelines, as if none had been filled yet. */
async function leaveBacklog(db: Db): Promise<void> {
  await db.deleteFrom('offboardings').execute();
  await db.deleteFrom('timeline_tasks').execute();
  const newest = await db.selectFrom('people').select('id').orderBy('id', 'desc').limit(backlog).execute();
  const rows = newest.map(({ id }) => ({
    person_id: id,
    termination_date: '2999-12-31',
    sequences: JSON.stringify([sequence]),
    requested_at: new Date().toISOString(),
    filled_at: null,
  }));
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('offboardings')
      .values(rows.slice(from, from + 1_000))
      .execute();
}

/** Milliseconds. */
interface Times {
  /** Since the start of the process. */
  first: number;
  /** Median of the following ones. */
  later: number;
}

async function startAndAsk(databaseUrl: string, token: string): Promise<Times> {
  const began = performance.now();
  const service = await startChild('service-process.ts', databaseUrl);
  await ask(service.url, token);
  const first = performance.now() - began;
  const later: number[] = [];
  for (let number = 0; number < answers; number += 1) {
    const before = performance.now();
    await ask(service.url, token);
    later.push(performance.now() - before);
    await sleep(pause);
  }
  await service.stop();
  return { first, later: median(later) };
}

async function ask(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/api/sequences/`, { headers: { authorization: `Token ${token}` } });
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  await answer.text();
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
