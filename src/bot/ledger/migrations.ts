import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migrations } from '../../database/migrate.ts';
import type { DatabaseKind } from '../../database/open.ts';

/** The ledger's tables. */
export function ledgerMigrations(kind: DatabaseKind): Migrations {
  return {
    '001-ledger': {
      async up(db: Kysely<unknown>) {
        await createRequests(db);
        await createSteps(db, kind);
        await createMessages(db, kind);
      },
    },
  };
}

async function createRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('submission', 'text', (column) => column.notNull())
    .addColumn('requester', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('context', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('was_unknown', 'integer', (column) => column.notNull())
    .addColumn('trouble', 'text')
    .addColumn('outcome', 'text')
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('lease_holder', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute();
  // The database, not the memory of one process, sees to it that a form counts once …
  await sql`create unique index requests_submission on requests (submission) where state <> 'refused'`.execute(
    db,
  );
  // … and that one person has one open request of a kind.
  await sql`create unique index requests_subject on requests (kind, subject) where ended_at is null`.execute(
    db,
  );
  await sql`create index requests_open on requests (due_at) where ended_at is null`.execute(db);
}

async function createSteps(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('steps')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'serial', countingUp(kind))
    .addColumn('request_id', 'text', (column) => column.notNull().references('requests.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .execute();
  await db.schema.createIndex('steps_request').on('steps').column('request_id').execute();
}

async function createMessages(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'serial', countingUp(kind))
    .addColumn('request_id', 'text', (column) => column.notNull().references('requests.id'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('blocks', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('lease_holder', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('channel', 'text')
    .addColumn('ts', 'text')
    .addUniqueConstraint('messages_once', ['request_id', 'purpose'])
    .execute();
  await sql`create index messages_open on messages (due_at) where state = 'pending'`.execute(db);
}

/** A primary key that the database counts up; SQLite must be told not to use a number again. */
function countingUp(kind: DatabaseKind) {
  return (column: ColumnDefinitionBuilder) =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey();
}
