import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migrations } from '../../../database/migrate.ts';
import type { DatabaseKind } from '../../../database/open.ts';
import { newKey } from '../delivery/repeats.ts';
import { addElsewhere } from '../elsewhere/tables.ts';
import { addApprovals } from './add-approvals.ts';
import { countingId, optional, required } from './columns.ts';
import { hasColumn } from './has-column.ts';
import { indexPeople } from './index-people.ts';
import { useStandardNames } from './standard-names.ts';
import { addTopics, storeDefinitions } from './store-definitions.ts';

const zeroAtFirst = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** The ledger's tables. */
export function ledgerMigrations(kind: DatabaseKind): Migrations {
  const changes: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
    async '001-ledger'(db) {
      await createRequests(db);
      await createSteps(db, kind);
      await createMessages(db, kind);
      await createGateTable(db);
    },
    async '020-message-trouble'(db) {
      await db.schema.alterTable('messages').addColumn('trouble', 'text').execute();
    },
    async '110-safe-repeats'(db) {
      for (const column of ['idempotency_key', 'key_sent_at', 'key_promised_by', 'service'] as const)
        await db.schema.alterTable('requests').addColumn(column, 'text').execute();
      await db.schema.alterTable('requests').addColumn('employee_id', 'integer').execute();
      await keyWhatWaits(db);
      await copyEmployeeIds(db, kind);
      const done = sql`state = 'done'`;
      await sql`create index requests_done on requests (subject) where ${done}`.execute(db);
      await sql`create index requests_employee on requests (employee_id) where ${done}`.execute(db);
    },
    async '115-set-aside'(db) {
      await db.schema.alterTable('requests').addColumn('set_aside_at', 'text').execute();
      const aside = sql`set_aside_at is not null`;
      await sql`create index requests_aside on requests (id) where ${aside}`.execute(db);
      await sql`create index messages_aside on messages (id) where state = 'unreadable'`.execute(db);
      const leased = sql`lease_until is not null`;
      await sql`create index messages_leased on messages (lease_until) where ${leased}`.execute(db);
    },
    '116-request-day': addDay,
    async '117-requests-ended'(db) {
      await db.schema.createIndex('requests_ended').on('requests').column('ended_at').execute();
    },
    async '125-message-target'(db) {
      await db.schema.alterTable('messages').addColumn('target', 'text').execute();
      await db.schema.alterTable('messages').addColumn('awaited', 'integer', zeroAtFirst).execute();
    },
    async '126-channel-troubles'(db) {
      await db.schema
        .createTable('channel_troubles')
        .$call(required('text', 'channel', 'code', 'told_at'))
        .addPrimaryKeyConstraint('channel_troubles_once', ['channel', 'code'])
        .execute();
    },
    async '132-questions'(db) {
      const isAsked = sql`state = 'sent' and substr(purpose, 1, 10) = 'undecided '`;
      await sql`create index messages_asked on messages (id) where ${isAsked}`.execute(db);
    },
    async '133-revisions'(db) {
      await db.schema.alterTable('requests').addColumn('revision', 'integer', zeroAtFirst).execute();
      const isDone = sql`state = 'done' and subject <> ''`;
      await sql`create index requests_revision on requests (kind, subject, revision) where state = 'done'`.execute(
        db,
      );
      await sql`update requests set revision = (
        select count(*) from requests earlier where earlier.state = 'done' and earlier.kind = requests.kind
        and earlier.subject = requests.subject and earlier.created_at < requests.created_at)
        where ${isDone}`.execute(db);
    },
    '140-message-definitions': (db) => storeDefinitions(db, kind),
    '150-standard-names': (db) => useStandardNames(db, kind),
    '160-lookups': indexLookups,
    '170-people': (db) => indexPeople(db, kind),
    async '180-amendments'(db) {
      if (await hasColumn(db, 'requests', 'called_off_at')) return;
      await db.schema.alterTable('requests').addColumn('amendments', 'integer', zeroAtFirst).execute();
      await db.schema.alterTable('requests').addColumn('called_off_at', 'text').execute();
    },
    '210-plan': addPlan,
    '220-approvals': (db) => addApprovals(db, kind),
    '230-elsewhere': addElsewhere,
    async '290-restored'(db) {
      if (await hasColumn(db, 'requests', 'restored_at')) return;
      await db.schema.alterTable('requests').addColumn('restored_at', 'text').execute();
    },
    '300-message-topics': addTopics,
    async '310-presence'(db) {
      for (const column of ['ended_day', 'email', 'missing_since', 'kept_by'] as const)
        if (!(await hasColumn(db, 'requests', column)))
          await db.schema.alterTable('requests').addColumn(column, 'text').execute();
      await sql`create index if not exists requests_email on requests (email)
        where email is not null`.execute(db);
      await db.schema
        .createTable('list_sizes')
        .ifNotExists()
        .addColumn('service', 'text', (column) => column.primaryKey())
        .$call(required('integer', 'people'))
        .$call(optional('shorter_since'))
        .execute();
    },
    async '330-muted-tasks'(db) {
      if (await hasColumn(db, 'request_mutes', 'tasks')) return;
      await db.schema.alterTable('request_mutes').addColumn('tasks', 'integer', zeroAtFirst).execute();
    },
  };
  return Object.fromEntries(Object.entries(changes).map(([name, up]) => [name, { up }]));
}

/** Messages for later days are no longer among those that are looked through for what to send next. */
async function addPlan(db: Kysely<unknown>): Promise<void> {
  if (!(await hasColumn(db, 'messages', 'planned')))
    await db.schema.alterTable('messages').addColumn('planned', 'integer', zeroAtFirst).execute();
  if (!(await hasColumn(db, 'messages', 'lane')))
    await db.schema.alterTable('messages').addColumn('lane', 'text').execute();
  if (!(await hasColumn(db, 'requests', 'planned_by')))
    await db.schema.alterTable('requests').addColumn('planned_by', 'text').execute();
  const index = (name: string, columns: string, where: string) =>
    sql`create index if not exists ${sql.raw(name)} on messages (${sql.raw(columns)})
      where ${sql.raw(where)}`.execute(db);
  await index('messages_at_once', 'id', `state in ('pending', 'sending') and planned = 0`);
  await index('messages_planned', 'due_at, id', `state in ('pending', 'sending') and planned = 1`);
  await index('messages_tried', 'due_at', `state in ('pending', 'sending') and planned = 1 and attempts > 0`);
  await index('messages_blocked', 'id', 'blocked_by is not null');
  await sql`drop index if exists messages_open`.execute(db);
  await db.schema
    .createTable('request_mutes')
    .ifNotExists()
    .$call(required('text', 'request_id', 'reader'))
    .addPrimaryKeyConstraint('request_mutes_once', ['request_id', 'reader'])
    .execute();
  await db.schema
    .createTable('lanes')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .$call(required('text', 'free_at'))
    .execute();
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
    .$call(required('text', 'kind', 'subject', 'submission', 'requester', 'payload', 'context', 'state'))
    .$call(required('integer', 'attempts'))
    .addColumn('highest_id_before', 'integer')
    .$call(optional('doubted_at', 'question', 'cancel_by'))
    .$call(required('integer', 'awaits_view'))
    .$call(optional('trouble', 'outcome'))
    .$call(required('text', 'due_at'))
    .$call(optional('lease_holder', 'lease_until'))
    .$call(required('text', 'created_at'))
    .$call(optional('ended_at', 'forgotten_at'))
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

/** For what is looked for among requests of many years. */
async function indexLookups(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists requests_requester on requests (requester, created_at)`.execute(db);
  // The oldest of those whose details are kept, and of the others, each at the beginning of an index.
  await sql`drop index if exists requests_ended`.execute(db);
  const kept = sql`ended_at is not null and forgotten_at is null`;
  await sql`create index if not exists requests_kept on requests (ended_at) where ${kept}`.execute(db);
  await sql`create index if not exists requests_forgotten on requests (ended_at) where forgotten_at is not null`.execute(
    db,
  );
  await sql`create index if not exists messages_apart on messages (created_at) where request_id is null`.execute(
    db,
  );
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
    .$call(countingId(kind))
    .addColumn('request_id', 'text', (column) => column.notNull().references('requests.id'))
    .$call(required('text', 'at', 'actor', 'what'))
    .$call(optional('detail'))
    .execute();
  await db.schema.createIndex('steps_request').on('steps').column('request_id').execute();
}

async function createMessages(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('messages')
    .$call(countingId(kind))
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('request_id', 'text', (column) => column.references('requests.id'))
    .$call(required('text', 'purpose', 'recipient', 'text', 'blocks', 'state'))
    .$call(required('integer', 'doubtful', 'attempts'))
    .$call(required('text', 'created_at', 'due_at'))
    .$call(optional('lease_holder', 'lease_until', 'channel', 'ts'))
    .addUniqueConstraint('messages_once', ['request_id', 'purpose'])
    .execute();
  await sql`create index messages_open on messages (id) where state in ('pending', 'sending')`.execute(db);
}

async function createGateTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gate')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .$call(optional('code', 'since', 'probe_at'))
    .$call(required('integer', 'probes', 'told'))
    .execute();
  await sql`insert into gate (id, probes, told) values (1, 0, 0)`.execute(db);
}
