import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './open.ts';
import { isDatabaseAway } from './postgres/away.ts';

/** Runs work in a transaction; when this resolves, it is committed durably. */
type Transact<Schema> = <Result>(work: (tx: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

type Statement<Schema> = <Result>(work: (db: Kysely<Schema>) => Promise<Result>) => Promise<Result>;

/** Work queued for the next commit. `settle` resolves or rejects its promise after the commit. */
interface Waiting<Schema> {
  run(tx: Transaction<Schema>): Promise<void>;
  settle(failure?: unknown): void;
}

const mostTogether = 50;

/**
 * Shares commits on SQLite, since syncing the disk is the main cost: work that arrives during a commit runs
 * in the next one, in order, each under its own savepoint. PostgreSQL groups commits itself.
 */
export function createTransact<Schema>({ db, kind }: Database<Schema>): Transact<Schema> {
  if (kind === 'postgres') return (work) => transactAgain(db, work);
  const queue: Waiting<Schema>[] = [];
  let running = false;

  async function runAll(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      // Let pending work arrive first, so that it joins this commit.
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
 * Retries of a transaction whose connection broke, in milliseconds. A restarting server closes one connection after
 * the other.
 */
const again = { atMost: 5_000, pause: 20 };

/**
 * Repeats a transaction whose connection breaks before the commit (restart, failover), since PostgreSQL then
 * rolls it back. A commit without a response is an error: its outcome is unknown, and callers have to check.
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

/** Runs single statements without an explicit transaction on PostgreSQL, which saves round trips. */
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
 * Takes a failed savepoint back. After some errors, e.g. a full disk, SQLite rolls back the whole transaction
 * (https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction); all callers get that
 * error.
 */
async function takeBack<Schema>(tx: Transaction<Schema>, reason: unknown): Promise<void> {
  try {
    await sql`rollback to one`.execute(tx);
  } catch {
    throw reason;
  }
}

/**
 * Includes work that arrives during the run. Nothing is retried; if no transaction can be begun, all queued
 * work fails.
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
