import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Kysely, type KyselyPlugin } from 'kysely';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { type Database, migrate } from '../../src/database/open.ts';
import { dialectOver } from '../../src/database/sqlite.ts';
import type { Clock } from '../../src/time/clock.ts';
import type { Event, Happening } from './history.ts';
import { createRandom, type Random } from './random.ts';

export const fates = [
  'neverSent',
  'lostBefore',
  'brokenBefore',
  'busy',
  'lostAfter',
  'brokenAfter',
  'late',
] as const;
export type Fate = 'well' | (typeof fates)[number];

/** The event loop counts as idle after this number of turns without requests or queries. */
const quietTurns = 3;
/** Turns in one instant that indicate a busy loop. */
const mostTurns = 20_000;

/** Endless loop in which no time passes. */
export class Restless extends Error {
  override name = 'Restless';
}

export interface Asking {
  /** Certain fate of the request, whatever the weather. */
  fate?: Fate;
  failure: (fate: Exclude<Fate, 'well'>, random: Random) => Error;
  lateBy: (random: Random) => number;
}

export type World = Awaited<ReturnType<typeof createWorld>>;
export type Process = ReturnType<World['startProcess']>;

/** Environment of a run: time, randomness, network and database. It survives every process. */
export async function createWorld(seed: number, begin: string) {
  const random = createRandom(seed);
  const restoreChance = seedChance(random);
  const history: Happening[] = [];
  const timers = new Set<{ at: number; then: () => void }>();
  const sqlite = await openCopy();
  const kysely = new Kysely<BotTables>({ dialect: dialectOver(sqlite, ':memory:') });
  let now = Date.parse(begin);
  /** Offset of the machines' clocks from true time. */
  let clockError = 0;
  let storm = 0;
  let work = 0;
  let started = 0;

  function after(ms: number, then: () => void): () => void {
    const timer = { at: now + Math.max(0, ms), then };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  /** Runs everything that can happen without time passing. */
  async function settle(): Promise<void> {
    for (let quiet = 0, seen = -1, turns = 0; quiet < quietTurns; turns += 1) {
      if (turns > mostTurns) throw new Restless();
      await setImmediate();
      quiet = work === seen ? quiet + 1 : 0;
      seen = work;
    }
  }

  function earliest(until: number) {
    let first: { at: number; then: () => void } | undefined;
    for (const timer of timers) if (timer.at <= until && (!first || timer.at < first.at)) first = timer;
    return first;
  }

  async function passUntil(instant: number): Promise<void> {
    await settle();
    for (let timer = earliest(instant); timer; timer = earliest(instant)) {
      timers.delete(timer);
      now = Math.max(now, timer.at);
      work += 1;
      timer.then();
      await settle();
    }
    now = Math.max(now, instant);
  }

  function startProcess() {
    started += 1;
    let isAlive = true;
    let frozenUntil = 0;
    let stepsLeft = Number.POSITIVE_INFINITY;

    /** Runs the callback if the process is alive, after its freeze ends. */
    function whenAwake(then: () => void): void {
      if (!isAlive) return;
      if (now < frozenUntil) after(frozenUntil - now, () => whenAwake(then));
      else then();
    }

    function step(): void {
      work += 1;
      stepsLeft -= 1;
      if (stepsLeft <= 0) isAlive = false;
      if (!isAlive) throw new Error('This process was killed.');
    }

    const guard: KyselyPlugin = {
      transformQuery({ node }) {
        step();
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const clock: Clock = {
      now: () => new Date(now + clockError),
      after: (ms, then) => after(ms, () => whenAwake(then)),
    };
    const database: Database<BotTables> = {
      db: kysely.withPlugin(guard),
      kind: 'sqlite',
      close: async () => {},
    };

    /**
     * Sends a request over the network. If the process is killed meanwhile, it still arrives but isn't answered.
     * @param act effect on arrival
     */
    function ask<Answer>(act: () => Answer, { fate: certain, failure, lateBy }: Asking): Promise<Answer> {
      step();
      const drawn: Fate = random.chance(storm) ? random.oneOf(fates) : 'well';
      const fate = certain ?? drawn;
      const there = 5 + random.below(fate === 'well' ? 300 : 3_000);
      const back = 1 + random.below(200);
      return new Promise((resolve, reject) => {
        const tell = (say: () => void) => after(back, () => whenAwake(say));
        after(there, () => {
          if (fate === 'late') after(lateBy(random), () => void attempt(act));
          if (fate !== 'well' && fate !== 'lostAfter' && fate !== 'brokenAfter')
            return tell(() => reject(failure(fate, random)));
          const done = attempt(act);
          return tell(() => {
            if (fate !== 'well') reject(failure(fate, random));
            else if ('answer' in done) resolve(done.answer);
            else reject(done.error);
          });
        });
      });
    }

    return {
      name: `P${started}`,
      clock,
      database,
      ask,
      isAlive: () => isAlive,
      freeze(ms: number): void {
        frozenUntil = now + ms;
      },
      kill(): void {
        isAlive = false;
      },
      killAfter(steps: number): void {
        stepsLeft = steps;
      },
    };
  }

  return {
    random,
    history,
    after,
    startProcess,
    sqlite,
    now: () => now,
    record: (event: Event) => void history.push({ at: now, ...event }),
    pass: (ms: number) => passUntil(now + ms),
    /** Puts the machines to sleep until an instant: due work runs late. */
    async sleepUntil(instant: number): Promise<void> {
      const due = [...timers].filter(({ at }) => at <= instant).toSorted((one, other) => one.at - other.at);
      now = Math.max(now, instant);
      for (const timer of due) timer.at = now;
      await passUntil(now);
    },
    setClockError(ms: number): void {
      clockError = ms;
    },
    setStorm(share: number): void {
      storm = share;
    },
    async end(): Promise<void> {
      restoreChance();
      await kysely.destroy();
    },
  };
}

function attempt<Answer>(act: () => Answer): { answer: Answer } | { error: Error } {
  try {
    return { answer: act() };
  } catch (error) {
    return { error: error as Error };
  }
}

/**
 * Seeds the product's own randomness (references, leases, pauses) from the run's.
 * @returns a function that restores it
 */
function seedChance(random: Random): () => void {
  const before = { random: Math.random, randomInt: crypto.randomInt, randomUUID: crypto.randomUUID };
  const { randomBytes } = crypto;
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => random.below(16).toString(16)).join('');
  Math.random = random.next;
  Object.assign(crypto, {
    randomInt: (limit: number) => random.below(limit),
    randomBytes: (size: number) => Buffer.from(Array.from({ length: size }, () => random.below(256))),
    randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  });
  syncBuiltinESMExports();
  return () => {
    Math.random = before.random;
    Object.assign(crypto, { randomInt: before.randomInt, randomUUID: before.randomUUID, randomBytes });
    syncBuiltinESMExports();
  };
}

/** Schema statements, collected once: migrating in each run would take most of its time. */
let schema: Promise<string> | undefined;

async function openCopy(): Promise<DatabaseSync> {
  schema ??= readSchema();
  const database = new DatabaseSync(':memory:');
  database.exec(await schema);
  return database;
}

async function readSchema(): Promise<string> {
  const database = new DatabaseSync(':memory:');
  const db = new Kysely<BotTables>({ dialect: dialectOver(database, ':memory:') });
  await migrate(db, migrations('sqlite'));
  const made = database.prepare(
    "select sql from sqlite_master where sql is not null and name not like 'sqlite_%'",
  );
  const statements = made.all().map(({ sql }) => String(sql));
  await db.destroy();
  return statements.join(';\n');
}
