import { createStatement, createTransact, type Database, type DatabaseKind } from '../../../database/open.ts';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { BuilderOf } from '../outbox/pending-message.ts';
import type { RequestTypes, Words } from '../requests/request.ts';
import type { LedgerTables } from './schema.ts';
import type { Handle, Writing } from './sql.ts';

/** The database, or a transaction under way, with what reading and writing in it takes. */
export interface Reads {
  db: Handle;
  kind: DatabaseKind;
  types: RequestTypes;
  builderOf: BuilderOf;
  words: Words;
  /** The organization's current day at an instant. */
  today(at: Date): string;
  log: Log;
  onChange(): void;
}

export interface Tx extends Reads, Writing {
  /** Call when events were stored for other systems: they are sent once the transaction is committed. */
  onEmitted(): void;
}

type Run = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

export interface LedgerDatabase extends Reads {
  clock: Clock;
  /** One transaction; resolves once it is committed. */
  transact: Run;
  /** For a single statement, or several that don't need each other. */
  statement: Run;
  /** @param listener called after transactions that stored events for other systems */
  afterEmitting(listener: () => void): void;
}

export function createLedgerDatabase(
  database: Database<LedgerTables>,
  given: Omit<Reads, 'db' | 'kind'> & { clock: Clock },
): LedgerDatabase {
  const { db, kind } = database;
  const { clock } = given;
  const transact = createTransact(database);
  const statement = createStatement(database, transact);
  const reads = { ...given, db, kind };
  let tellEmitted = () => {};

  async function run<Result>(
    by: (work: (handle: Handle) => Promise<Result>) => Promise<Result>,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    let hasEmitted = false;
    const onEmitted = () => {
      hasEmitted = true;
    };
    const tx = { ...reads, now: clock.now(), onEmitted };
    const result = await by((handle) => work({ ...tx, db: handle }));
    if (hasEmitted) tellEmitted();
    return result;
  }

  return {
    ...reads,
    transact: (work) => run(transact, work),
    statement: (work) => run(statement, work),
    afterEmitting(listener) {
      tellEmitted = listener;
    },
  };
}
