import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migrations } from '../../../database/migrate.ts';
import type { DatabaseKind } from '../../../database/open.ts';
import { newKey } from '../delivery/repeats.ts';
import { useStandardNames } from './standard-names.ts';
import { storeDefinitions } from './store-definitions.ts';

/** The ledger's tables. */
export function ledgerMigrations(kind: DatabaseKind): Migrations {
  return {
    '001-ledger': {
      async up(db: Kysely<unknown>) {
        await createRequests(db);
        await createSteps(db, kind);
        await createMessages(db, kind);
        await createGateTable(db);
      },
    },
    '020-message-trouble': {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('messages').addColumn('trouble', 'text').execute();
      },
    },
    '110-safe-repeats': {
      async up(db: Kysely<unknown>) {
        for (const column of ['idempotency_key', 'key_sent_at', 'key_promised_by', 'service'] as const)
          await db.schema.alterTable('requests').addColumn(column, 'text').execute();
        await db.schema.alterTable('requests').addColumn('employee_id', 'integer').execute();
        await keyWhatWaits(db);
        await copyEmployeeIds(db, kind);
        const done = sql`state = 'done'`;
        await sql`create index requests_done on requests (subject) where ${done}`.execute(db);
        await sql`create index requests_employee on requests (employee_id) where ${done}`.execute(db);
      },
    },
    '115-set-aside': {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('requests').addColumn('set_aside_at', 'text').execute();
        const aside = sql`set_aside_at is not null`;
        await sql`create index requests_aside on requests (id) where ${aside}`.execute(db);
        await sql`create index messages_aside on messages (id) where state = 'unreadable'`.execute(db);
        const leased = sql`lease_until is not null`;
        await sql`create index messages_leased on messages (lease_until) where ${leased}`.execute(db);
      },
    },
    '116-request-day': { up: addDay },
    '117-requests-ended': {
      async up(db: Kysely<unknown>) {
        await db.schema.createIndex('requests_ended').on('requests').column('ended_at').execute();
      },
    },
    '125-message-target': {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('messages').addColumn('target', 'text').execute();
        await db.schema
          .alterTable('messages')
          .addColumn('awaited', 'integer', (column) => column.notNull().defaultTo(0))
          .execute();
      },
    },
    '126-channel-troubles': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('channel_troubles')
          .addColumn('channel', 'text', (column) => column.notNull())
          .addColumn('code', 'text', (column) => column.notNull())
          .addColumn('told_at', 'text', (column) => column.notNull())
          .addPrimaryKeyConstraint('channel_troubles_once', ['channel', 'code'])
          .execute();
      },
    },
    '132-questions': {
      async up(db: Kysely<unknown>) {
        const isAsked = sql`state = 'sent' and substr(purpose, 1, 10) = 'undecided '`;
        await sql`create index messages_asked on messages (id) where ${isAsked}`.execute(db);
      },
    },
    '133-revisions': {
      async up(db: Kysely<unknown>) {
        const number = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
        await db.schema.alterTable('requests').addColumn('revision', 'integer', number).execute();
        const isDone = sql`state = 'done' and subject <> ''`;
        await sql`create index requests_revision on requests (kind, subject, revision) where state = 'done'`.execute(
          db,
        );
        await sql`update requests set revision = (
          select count(*) from requests earlier where earlier.state = 'done' and earlier.kind = requests.kind
          and earlier.subject = requests.subject and earlier.created_at < requests.created_at)
          where ${isDone}`.execute(db);
      },
    },
    '140-message-definitions': { up: (db: Kysely<unknown>) => storeDefinitions(db, kind) },
    '150-standard-names': { up: (db: Kysely<unknown>) => useStandardNames(db, kind) },
  };
}

/** The day that a request is about stands beside what is sent, so that it can be looked for whatever the rest says. */
async function addDay(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('day', 'text').execute();
  await sql`create index requests_ahead on requests (day) where state = 'done'`.execute(db);
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; payload: string }>`
      select id, payload from requests where id > ${last} order by id limit 500`.execute(db);
    for (const { id, payload } of rows)
      await sql`update requests set day = ${dayIn(payload)} where id = ${id}`.execute(db);
    const next = rows.at(-1);
    if (!next) return;
    last = next.id;
  }
}

/** Null where there is none, or the row cannot be read. */
function dayIn(payload: string): string | null {
  try {
    const read: unknown = JSON.parse(payload);
    if (typeof read !== 'object' || read === null) return null;
    const day =
      'start_day' in read ? read.start_day : 'termination_date' in read ? read.termination_date : null;
    return typeof day === 'string' ? day : null;
  } catch {
    return null;
  }
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
    .addColumn('highest_id_before', 'integer')
    .addColumn('doubted_at', 'text')
    .addColumn('question', 'text')
    .addColumn('cancel_by', 'text')
    .addColumn('awaits_view', 'integer', (column) => column.notNull())
    .addColumn('trouble', 'text')
    .addColumn('outcome', 'text')
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('lease_holder', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('forgotten_at', 'text')
    .execute();
  await indexRequests(db);
}

async function indexRequests(db: Kysely<unknown>): Promise<void> {
  // The database, not the memory of one process, sees to it that a form counts once …
  const counts = sql`state not in ('refused', 'cancelled')`;
  await sql`create unique index requests_submission on requests (submission) where ${counts}`.execute(db);
  // … and that one person has one open request of a kind.
  const open = sql`ended_at is null`;
  await sql`create unique index requests_subject on requests (kind, subject) where ${open}`.execute(db);
  await sql`create index requests_open on requests (created_at, id) where ${open}`.execute(db);
  await sql`create index requests_leased on requests (lease_until) where lease_until is not null`.execute(db);
  await db.schema.createIndex('requests_created').on('requests').column('created_at').execute();
}

/** What the service has not heard of yet is sent with a key. */
async function keyWhatWaits(db: Kysely<unknown>): Promise<void> {
  const waiting = sql<{ id: string }>`select id from requests where ended_at is null and attempts = 0`;
  for (const { id } of (await waiting.execute(db)).rows)
    await sql`update requests set idempotency_key = ${newKey(id)} where id = ${id}`.execute(db);
}

async function copyEmployeeIds(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const id =
    kind === 'postgres'
      ? sql`cast(outcome::json ->> 'employeeId' as integer)`
      : sql`json_extract(outcome, '$.employeeId')`;
  await sql`update requests set employee_id = ${id} where state = 'done' and outcome is not null`.execute(db);
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
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('request_id', 'text', (column) => column.references('requests.id'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('blocks', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('doubtful', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('lease_holder', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('channel', 'text')
    .addColumn('ts', 'text')
    .addUniqueConstraint('messages_once', ['request_id', 'purpose'])
    .execute();
  await sql`create index messages_open on messages (id) where state in ('pending', 'sending')`.execute(db);
}

async function createGateTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gate')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('code', 'text')
    .addColumn('since', 'text')
    .addColumn('probe_at', 'text')
    .addColumn('probes', 'integer', (column) => column.notNull())
    .addColumn('told', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into gate (id, probes, told) values (1, 0, 0)`.execute(db);
}

/** A primary key that the database counts up; SQLite must be told not to use a number again. */
function countingUp(kind: DatabaseKind) {
  return (column: ColumnDefinitionBuilder) =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey();
}
