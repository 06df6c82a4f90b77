import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../../database/open.ts';

/**
 * Sequences can be changed and archived. A task that is taken out of one stays as a row: timelines refer to it, and who
 * had the sequence before keeps what was planned.
 */
export async function addSequenceVersions(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'sequences', 'version', 1);
  await addNumber(db, 'sequences', 'archived', 0);
  await addPerson(db, 'sequence_tasks', 'person_id');
  await addNumber(db, 'sequence_tasks', 'added_in', 1);
  await db.schema.alterTable('sequence_tasks').addColumn('retired_in', 'integer').execute();
  await addNumber(db, 'assignments', 'version', 1);
  await sql`insert into list_versions (list, version) values ('people_edits', 1), ('sequence_edits', 1)`.execute(
    db,
  );
}

/** An answer can be about no person: a sequence that was made. SQLite cannot change a column, so the table is made anew. */
export async function allowAnswersAboutNobody(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') {
    await sql`alter table idempotency_answers alter column person_id drop not null`.execute(db);
    return;
  }
  await db.schema
    .createTable('idempotency_answers_new')
    .addColumn('digest', 'text', (column) =>
      column.primaryKey().references('idempotency_keys.digest').onDelete('cascade'),
    )
    .addColumn('person_id', 'integer', (column) => column.references('people.id').onDelete('cascade'))
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text')
    .execute();
  await sql`insert into idempotency_answers_new (digest, person_id, status, body)
    select digest, person_id, status, body from idempotency_answers`.execute(db);
  await db.schema.dropTable('idempotency_answers').execute();
  await db.schema.alterTable('idempotency_answers_new').renameTo('idempotency_answers').execute();
  await db.schema
    .createIndex('idempotency_answers_person_id')
    .on('idempotency_answers')
    .column('person_id')
    .execute();
}

/** Tasks are done by people. Those that are planned already get the people who are there now. */
export async function addTaskChanges(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'timeline_tasks', 'version', 1);
  for (const column of ['assignee', 'passed_to', 'done_by']) await addPerson(db, 'timeline_tasks', column);
  for (const column of ['postponed_from', 'note'])
    await db.schema.alterTable('timeline_tasks').addColumn(column, 'text').execute();
  await sql`update timeline_tasks set assignee = case owner
      when 'hire' then person_id
      when 'manager' then (select manager from people where people.id = timeline_tasks.person_id)
      when 'buddy' then (select buddy from people where people.id = timeline_tasks.person_id)
    end
    where owner in ('hire', 'manager', 'buddy')`.execute(db);
  for (const [name, state] of [
    ['open', 'done_at is null'],
    ['done', 'done_at is not null'],
  ] as const) {
    // What is read of them: somebody's, or everybody's, in the order in which they are due.
    await sql`create index ${sql.ref(`timeline_tasks_${name}_of`)} on timeline_tasks
      (coalesce(passed_to, assignee), due_at, id) where ${sql.raw(state)}`.execute(db);
    await sql`create index ${sql.ref(`timeline_tasks_${name}`)} on timeline_tasks
      (due_at, id, sequence_id, person_id) where ${sql.raw(state)}`.execute(db);
  }
}

/** A start that was cancelled can be on again, with its tasks. */
export async function keepCancelledTasks(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'people', 'start_cancelled', 0);
  await db.schema
    .createTable('cancelled_tasks')
    .addColumn('person_id', 'integer', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('task_id', 'integer', (column) =>
      column.notNull().references('sequence_tasks.id').onDelete('cascade'),
    )
    .addColumn('passed_to', 'integer', (column) => column.references('people.id').onDelete('set null'))
    .addPrimaryKeyConstraint('cancelled_tasks_once', ['person_id', 'task_id'])
    .execute();
}

async function addNumber(db: Kysely<unknown>, table: string, column: string, initial: number): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(column, 'integer', (each) => each.notNull().defaultTo(initial))
    .execute();
}

/** An employee, or nobody: also once that employee is removed. */
async function addPerson(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(column, 'integer', (each) => each.references('people.id').onDelete('set null'))
    .execute();
}
