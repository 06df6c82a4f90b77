import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migrations } from '../../database/migrate.ts';
import type { DatabaseKind } from '../../database/open.ts';
import {
  addSequenceVersions,
  addTaskChanges,
  allowAnswersAboutNobody,
  keepCancelledTasks,
} from './additions-migrations.ts';

/** The service's tables, step by step. Never edit a step that was released: add one. */
export function migrationsFor(kind: DatabaseKind): Migrations {
  return {
    '001-people': { up: (db) => createPeople(db, kind) },
    '002-sequences': { up: (db) => createSequences(db, kind) },
    '003-timelines': { up: (db) => createTimelines(db, kind) },
    '004-list-versions': { up: createListVersions },
    '005-idempotency-keys': { up: createIdempotencyKeys },
    '006-sequence-versions': { up: addSequenceVersions },
    '007-answers-about-nobody': { up: (db) => allowAnswersAboutNobody(db, kind) },
    '008-task-changes': { up: addTaskChanges },
    '009-cancelled-tasks': { up: keepCancelledTasks },
  };
}

type Column = ColumnDefinitionBuilder;

const required = (column: Column) => column.notNull();

type Table = CreateTableBuilder<string, string>;

/** Columns of text that is never null. */
function texts(...names: string[]) {
  return (table: Table): Table =>
    names.reduce((grown, name) => grown.addColumn(name, 'text', required), table);
}

/** The id of a row in another table, deleted together with that. */
function deletedWith(table: string) {
  return (column: Column) => column.notNull().references(`${table}.id`).onDelete('cascade');
}

async function createPeople(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await withId(db.schema.createTable('people'), kind)
    .$call(texts('first_name', 'last_name'))
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'integer', required)
    .$call(texts('phone', 'position', 'language', 'message', 'linkedin', 'facebook', 'twitter'))
    .$call(texts('timezone', 'start_day'))
    .addColumn('termination_date', 'text')
    .addColumn('buddy', 'integer', (column) => column.references('people.id').onDelete('set null'))
    .addColumn('manager', 'integer', (column) => column.references('people.id').onDelete('set null'))
    .addColumn('active', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'text', required)
    .execute();
  await index(db, 'people', 'buddy');
  await index(db, 'people', 'manager');
  await db.schema
    .createTable('tokens')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('lookup', 'text', required)
    .addColumn('person_id', 'integer', deletedWith('people'))
    .addColumn('created_at', 'text', required)
    .execute();
  await index(db, 'tokens', 'lookup');
  await index(db, 'tokens', 'person_id');
}

async function createSequences(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await withId(db.schema.createTable('sequences'), kind).$call(texts('name', 'kind')).execute();
  await withId(db.schema.createTable('sequence_tasks'), kind)
    .addColumn('sequence_id', 'integer', deletedWith('sequences'))
    .addColumn('day', 'integer', required)
    .$call(texts('owner', 'text'))
    .execute();
  await index(db, 'sequence_tasks', 'sequence_id');
}

async function createTimelines(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('assignments')
    .addColumn('person_id', 'integer', deletedWith('people'))
    .addColumn('sequence_id', 'integer', deletedWith('sequences'))
    .addColumn('assigned_at', 'text', required)
    .addPrimaryKeyConstraint('assignments_once', ['person_id', 'sequence_id'])
    .execute();
  await withId(db.schema.createTable('timeline_tasks'), kind)
    .addColumn('person_id', 'integer', deletedWith('people'))
    .addColumn('sequence_id', 'integer', deletedWith('sequences'))
    .addColumn('task_id', 'integer', deletedWith('sequence_tasks'))
    .$call(texts('kind', 'owner', 'text', 'due_day', 'due_at'))
    .addColumn('done_at', 'text')
    .addUniqueConstraint('timeline_tasks_once', ['person_id', 'task_id'])
    .execute();
  await db.schema
    .createTable('offboardings')
    .addColumn('person_id', 'integer', (column) =>
      column.primaryKey().references('people.id').onDelete('cascade'),
    )
    .$call(texts('termination_date', 'sequences', 'requested_at'))
    .addColumn('filled_at', 'text')
    .execute();
  await db.schema
    .createIndex('offboardings_to_fill')
    .on('offboardings')
    .column('requested_at')
    .where(sql.ref('filled_at'), 'is', null)
    .execute();
}

async function createListVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('list_versions')
    .addColumn('list', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', required)
    .execute();
  await sql`insert into list_versions (list, version)
    values ('employees', 1), ('sequences', 1), ('removals', 1), ('tokens', 1)`.execute(db);
}

async function createIdempotencyKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .$call(texts('fingerprint', 'created_at'))
    .execute();
  await index(db, 'idempotency_keys', 'created_at');
  await db.schema
    .createTable('idempotency_answers')
    .addColumn('digest', 'text', (column) =>
      column.primaryKey().references('idempotency_keys.digest').onDelete('cascade'),
    )
    .addColumn('person_id', 'integer', deletedWith('people'))
    .addColumn('status', 'integer', required)
    .addColumn('body', 'text')
    .execute();
  await index(db, 'idempotency_answers', 'person_id');
}

/** A growing id that is never given twice: the one thing that the two databases write differently. */
function withId<Name extends string>(table: CreateTableBuilder<Name>, kind: DatabaseKind) {
  return table.addColumn('id', 'integer', (column) =>
    kind === 'sqlite'
      ? column.primaryKey().autoIncrement()
      : column.primaryKey().generatedByDefaultAsIdentity(),
  );
}

async function index(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
}
