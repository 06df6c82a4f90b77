import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './open.ts';
import { isDatabaseAway } from './postgres/away.ts';

/** Does work in a transaction: it has happened entirely and durably when this resolves, or not at all. */
export type Transact<Schema> = <Result>(
  work: (tx: Transaction<Schema>) => Promise<Result>,
) => Promise<Result>;

/** Does a single statement: it has happened entirely and durably when this resolves, or not at all. */
export type Statement<Schema> = <Result>(work: (db: Kysely<Schema>) => Promise<Result>) => Promise<Result>;

/** What waits for the next commit. `settle` tells whoever waits, after the commit. */
interface Waiting<Schema> {
  run(tx: Transaction<Schema>): Promise<void>;
  settle(failure?: unknown): void;
}

const mostTogether = 50;

/**
 * Transactions that share commits on SQLite: what is handed in while one is being written waits for the next, in its
 * order, each under a savepoint of its own. Waiting for the disk is what costs most. PostgreSQL does that by itself.
 */
export function createTransact<Schema>({ db, kind }: Database<Schema>): Transact<Schema> {
  if (kind === 'postgres') return (work) => transactAgain(db, work);
  const queue: Waiting<Schema>[] = [];
  let running = false;

  async function runAll(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      // What has arrived already is handled first, so that it is in the same commit: while the disk is waited for
      // nothing else is.
      await setImmediate();
      await runTogether(db, queue);
    }
    running = false;
  }

  return (work) =>
    new Promise((resolve, reject) => {
      queue.push(waiting(work, resolve, reject));
      if (!running) void runAll();
    });
}

/**
 * For how long after the first failure a transaction is begun again whose connection breaks, and how soon, in milliseconds:
 * a server that goes takes one connection after the other with it.
 */
const again = { atMost: 5_000, pause: 20 };

/**
 * PostgreSQL undoes a transaction whose connection breaks, so the work is done again: a restart or a fail-over is no
 * failure then. What became of a commit without an answer nobody can tell, not even by its number: a server that lost it
 * gives the number away again. Whoever wanted it has to look, or to ask.
 */
export async function transactAgain<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  let until: number | undefined;
  for (;;) {
    let isCommitting = false;
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      until ??= performance.now() + again.atMost;
      if (isCommitting || !isDatabaseAway(error) || performance.now() > until) throw error;
    }
    await wait(again.pause);
  }
}

/** On PostgreSQL a statement is a transaction by itself, without the round trips that begin and commit one. */
export function createStatement<Schema>(
  { db, kind }: Database<Schema>,
  transact: Transact<Schema>,
): Statement<Schema> {
  return kind === 'postgres' ? (work) => work(db) : transact;
}

function waiting<Schema, Result>(
  work: (tx: Transaction<Schema>) => Promise<Result>,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): Waiting<Schema> {
  let tell: () => void = () => {};
  return {
    async run(tx) {
      await sql`savepoint one`.execute(tx);
      try {
        const result = await work(tx);
        tell = () => resolve(result);
      } catch (error) {
        await takeBack(tx, error);
        tell = () => reject(error);
      }
      await sql`release one`.execute(tx);
    },
    settle: (failure) => (failure === undefined ? tell() : reject(failure)),
  };
}

/**
 * SQLite ends the whole transaction by itself after some failures, a full disk for one, and then no savepoint is left
 * (https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction): all learn what it was.
 */
async function takeBack<Schema>(tx: Transaction<Schema>, reason: unknown): Promise<void> {
  try {
    await sql`rollback to one`.execute(tx);
  } catch {
    throw reason;
  }
}

/**
 * What comes while the others run is still taken along. Each is told how it went once and never tried again: where not
 * even a transaction can be begun, whatever waits by then would meet the same.
 */
async function runTogether<Schema>(db: Kysely<Schema>, queue: Waiting<Schema>[]): Promise<void> {
  const done: Waiting<Schema>[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      for (let next = queue.shift(); next; next = done.length < mostTogether ? queue.shift() : undefined) {
        done.push(next);
        await next.run(tx);
      }
    });
    for (const one of done) one.settle();
  } catch (error) {
    const failed = done.length > 0 ? done : queue.splice(0);
    for (const one of failed) one.settle(error);
  }
}
