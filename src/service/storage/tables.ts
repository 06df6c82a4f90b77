import type { Kysely, Transaction } from 'kysely';
import type { SequenceKind, TaskOwner } from '../../contract/sequence.ts';
import {
  type Column,
  constrained,
  counter,
  fromOne,
  identity,
  integer,
  integerKey,
  integerOrNull,
  key,
  type TablesOf,
  table,
  tableWith,
  text,
  textOrNull,
} from '../../database/table.ts';

/** Rows go with their person. */
const ofPerson = constrained(integer, 'references people (id) on delete cascade');
const personOrNull = constrained(integerOrNull, 'references people (id) on delete set null');

/**
 * Instants are ISO 8601 UTC text and days are `YYYY-MM-DD` text, so one set of queries serves SQLite and
 * PostgreSQL, and both sort by time.
 */
export const tables = {
  people: table({
    id: identity,
    first_name: text,
    last_name: text,
    email: constrained(text, 'unique'),
    role: integer,
    phone: text,
    position: text,
    language: text,
    message: text,
    linkedin: text,
    facebook: text,
    twitter: text,
    timezone: text,
    start_day: text,
    termination_date: textOrNull,
    start_cancelled: counter,
    buddy: personOrNull,
    manager: personOrNull,
    /** 0 for a person whose record is kept but whose tokens no longer work, else 1. */
    active: fromOne,
    created_at: text,
  }),
  tokens: table({
    digest: key,
    lookup: text,
    person_id: ofPerson,
    created_at: text,
  }),
  sequences: table({
    id: identity,
    name: text,
    kind: text as Column<SequenceKind>,
    /** Grows with every change. */
    version: fromOne,
    archived: counter,
  }),
  /** A task that is taken out of a sequence stays as a row: timelines refer to it. */
  sequence_tasks: table({
    id: identity,
    sequence_id: constrained(integer, 'references sequences (id) on delete cascade'),
    /** Days after the start day (onboarding) or the last day (offboarding); negative before it. */
    day: integer,
    owner: text as Column<TaskOwner>,
    /** Assignee when the owner is `person`; null once that person is removed, which makes it HR's. */
    person_id: personOrNull,
    text: text,
    /** Versions of the sequence with this task: from `added_in` to before `retired_in`. */
    added_in: fromOne,
    retired_in: integerOrNull,
  }),
  /** Assignment of a sequence to a person, in the version that they got; at most one each. */
  assignments: tableWith(
    { key: ['person_id', 'sequence_id'] },
    {
      person_id: ofPerson,
      sequence_id: constrained(integer, 'references sequences (id) on delete cascade'),
      assigned_at: text,
      version: fromOne,
    },
  ),
  timeline_tasks: tableWith(
    { unique: ['person_id', 'task_id'] },
    {
      id: identity,
      person_id: ofPerson,
      sequence_id: constrained(integer, 'references sequences (id) on delete cascade'),
      task_id: constrained(integer, 'references sequence_tasks (id) on delete cascade'),
      kind: text as Column<SequenceKind>,
      owner: text as Column<TaskOwner>,
      text: text,
      due_day: text,
      /** Instant at which the working day of `due_day` starts in the person's time zone. */
      due_at: text,
      done_at: textOrNull,
      /** Grows with every change of the task. */
      version: fromOne,
      /**
       * Stored because tasks are looked up by assignee all the time. Code that gives a person another manager or
       * buddy has to update it. Null for HR's tasks.
       */
      assignee: personOrNull,
      /** Person the task was passed on to, who does it instead until their record is removed. */
      passed_to: personOrNull,
      /** Planned day of a postponed task; null otherwise. */
      postponed_from: textOrNull,
      note: textOrNull,
      done_by: personOrNull,
    },
  ),
  /** Onboarding tasks that were open when the start was cancelled or an offboarding began: see `bringTasksBack`. */
  cancelled_tasks: tableWith(
    { key: ['person_id', 'task_id'] },
    {
      person_id: ofPerson,
      task_id: constrained(integer, 'references sequence_tasks (id) on delete cascade'),
      passed_to: personOrNull,
    },
  ),
  /** The latest offboarding requested for a person. */
  offboardings: table({
    person_id: constrained(integerKey, 'references people (id) on delete cascade'),
    termination_date: text,
    sequences: text,
    requested_at: text,
    /** Instant at which the timeline was filled; null while that is still to be done. */
    filled_at: textOrNull,
  }),
  idempotency_keys: table({
    /** SHA-256 of the endpoint and the key, hexadecimal. */
    digest: key,
    /** HMAC-SHA-256 of the body with the key, hexadecimal. */
    fingerprint: text,
    created_at: text,
  }),
  idempotency_answers: table({
    digest: constrained(key, 'references idempotency_keys (digest) on delete cascade'),
    /** Null when no person is concerned. */
    person_id: constrained(integerOrNull, 'references people (id) on delete cascade'),
    status: integer,
    /** JSON; null for an answer without a body. */
    body: textOrNull,
  }),
  list_versions: table({
    list: key as Column<Versioned>,
    version: integer,
  }),
};

export type Tables = TablesOf<typeof tables>;
export type PersonRow = Tables['people'];
export type TimelineTaskRow = Tables['timeline_tasks'];
export type OffboardingRow = Tables['offboardings'];

/** Splits rows into parts, each within both databases' limit of parameters per statement. */
export function chunks<Row>(rows: Row[]): Row[][] {
  const size = 500;
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size));
}

/** Whether the number can be an id: PostgreSQL's are 32-bit integers. */
export function isId(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 0x7fffffff;
}

export type Db = Kysely<Tables>;

export type Queries = Db | Transaction<Tables>;

/** Lists that a process may cache. They only grow, except for removals and edits, which have their own counters. */
type Versioned = 'employees' | 'sequences' | 'people_edits' | 'sequence_edits';

export type Versions = Readonly<Record<Versioned, number>>;

/** Versions of the lists as the database has them now, whichever process wrote. */
export async function readVersions(queries: Queries): Promise<Versions> {
  const rows = await queries.selectFrom('list_versions').select(['list', 'version']).execute();
  return Object.fromEntries(rows.map(({ list, version }) => [list, version])) as Record<Versioned, number>;
}

/**
 * Call it first in a transaction that adds to a list: other writers of that list wait until it ends, so ids
 * become visible in order.
 */
export async function markChanged(queries: Queries, what: Versioned): Promise<void> {
  await queries
    .updateTable('list_versions')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('list', '=', what)
    .execute();
}
