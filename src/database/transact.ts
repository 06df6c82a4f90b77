import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './open.ts';
import { isDatabaseAway } from './postgres/away.ts';

/**
 * Runs concurrent work in batches, one at a time: what comes in during a batch shares the next one, with its query
 * or its wait for the disk. An item is never in a batch that began before it.
 * @param run takes up to `most` items and returns their results in the same order; an error rejects all of them
 */
export function inBatches<Item, Result>(run: (items: Item[]) => Promise<readonly Result[]>, most = 64) {
  const waiting: { item: Item; answer: PromiseWithResolvers<Result> }[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Let requests that have arrived be read first, so that they are in this batch.
      await setImmediate();
      const batch = waiting.splice(0, most);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, result] of results.entries()) batch[index]?.answer.resolve(result);
      } catch (error) {
        for (const { answer } of batch) answer.reject(error);
      }
    }
    isRunning = false;
  }

  return (item: Item): Promise<Result> => {
    const answer = Promise.withResolvers<Result>();
    waiting.push({ item, answer });
    if (!isRunning) void runAll();
    return answer.promise;
  };
}

/** Runs work in a transaction; when this resolves, it is committed durably. */
type Transact<Schema> = <Result>(work: (tx: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

type Statement<Schema> = <Result>(work: (db: Kysely<Schema>) => Promise<Result>) => Promise<Result>;

const mostTogether = 50;

/**
 * Shares commits on SQLite, since syncing the disk is the main cost: work that arrives during a commit runs
 * in the next one, in order, each under its own savepoint. Nothing is retried. PostgreSQL groups commits itself.
 */
export function createTransact<Schema>({ db, kind }: Database<Schema>): Transact<Schema> {
  if (kind === 'postgres') return (work) => transactAgain(db, work);
  type Work = (tx: Transaction<Schema>) => Promise<void>;
  const together = inBatches(
    (works: Work[]) =>
      db.transaction().execute(async (tx) => {
        const [first, ...others] = works;
        if (first && others.length === 0) {
          // An error rolls the whole transaction back, so it needs no savepoint.
          await first(tx);
          return [undefined];
        }
        const failures: ({ error: unknown } | undefined)[] = [];
        for (const work of works) failures.push(await underSavepoint(tx, work));
        return failures;
      }),
    mostTogether,
  );
  return async <Result>(work: (tx: Transaction<Schema>) => Promise<Result>) => {
    const results: Result[] = [];
    const failure = await together(async (tx) => void results.push(await work(tx)));
    if (failure) throw failure.error;
    return results[0] as Result;
  };
}

/** Retries after a broken connection, in milliseconds. A restarting server closes one connection after the other. */
const again = { atMost: 5_000, pause: 20 };

/**
 * Repeats work whose connection breaks (restart, failover). Only for work that may be done twice, such as a deletion.
 * @throws the error of the work, also if the database stays away
 */
export async function whileAway<Result>(
  work: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  let until: number | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      until ??= performance.now() + again.atMost;
      if (!mayRepeat() || !isDatabaseAway(error) || performance.now() > until) throw error;
    }
    await wait(again.pause);
  }
}

/**
 * Repeats a transaction whose connection breaks before the commit (restart, failover), since PostgreSQL then
 * rolls it back. A commit without a response is an error: its outcome is unknown, and callers have to check.
 */
export function transactAgain<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false;
  const attempt = () => {
    isCommitting = false;
    return db.transaction().execute(async (tx) => {
      const result = await work(tx);
      isCommitting = true;
      return result;
    });
  };
  return whileAway(attempt, () => !isCommitting);
}

/** Runs single statements without an explicit transaction on PostgreSQL, which saves round trips. */
export function createStatement<Schema>(
  { db, kind }: Database<Schema>,
  transact: Transact<Schema>,
): Statement<Schema> {
  return kind === 'postgres' ? (work) => work(db) : transact;
}

/**
 * @returns the error of failed work, which is taken back; undefined for success
 * @throws that error where SQLite has rolled back the whole transaction already, as after a full disk; all callers get
 * it (https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction)
 */
async function underSavepoint<Schema>(
  tx: Transaction<Schema>,
  work: (tx: Transaction<Schema>) => Promise<void>,
): Promise<{ error: unknown } | undefined> {
  await sql`savepoint one`.execute(tx);
  const failure = await work(tx).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (failure) await sql`rollback to one`.execute(tx).catch(() => Promise.reject(failure.error));
  await sql`release one`.execute(tx);
  return failure;
}
