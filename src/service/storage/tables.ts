import type { Generated, Kysely, Transaction } from 'kysely';
import type { SequenceKind, TaskOwner } from '../../contract/sequence.ts';

/**
 * Instants are ISO 8601 UTC text and days are `YYYY-MM-DD` text, so one set of queries serves SQLite and
 * PostgreSQL, and both sort by time.
 */
export interface Tables {
  people: PersonRow;
  tokens: {
    lookup: string;
    digest: string;
    person_id: number;
    created_at: string;
  };
  sequences: SequenceRow;
  sequence_tasks: SequenceTaskRow;
  /** Assignment of a sequence to a person, in the version that they got; at most one each. */
  assignments: { person_id: number; sequence_id: number; assigned_at: string; version: Generated<number> };
  timeline_tasks: TimelineTaskRow;
  /** Onboarding tasks that were open when the start was cancelled or an offboarding began: see `bringTasksBack`. */
  cancelled_tasks: Pick<TimelineTaskRow, 'person_id' | 'task_id' | 'passed_to'>;
  offboardings: OffboardingRow;
  list_versions: { list: Versioned; version: number };
  idempotency_keys: {
    /** SHA-256 of the endpoint and the key, hexadecimal. */
    digest: string;
    /** HMAC-SHA-256 of the body with the key, hexadecimal. */
    fingerprint: string;
    created_at: string;
  };
  idempotency_answers: {
    digest: string;
    /** Null when no person is concerned. */
    person_id: number | null;
    status: number;
    /** JSON; null for an answer without a body. */
    body: string | null;
  };
}

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

export interface PersonRow {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  role: number;
  phone: string;
  position: string;
  language: string;
  message: string;
  linkedin: string;
  facebook: string;
  twitter: string;
  timezone: string;
  start_day: string;
  termination_date: string | null;
  start_cancelled: Generated<number>;
  buddy: number | null;
  manager: number | null;
  /** 0 for a person whose record is kept but whose tokens no longer work, else 1. */
  active: Generated<number>;
  created_at: string;
}

interface SequenceRow {
  id: Generated<number>;
  name: string;
  kind: SequenceKind;
  /** Grows with every change. */
  version: Generated<number>;
  archived: Generated<number>;
}

interface SequenceTaskRow {
  id: Generated<number>;
  sequence_id: number;
  /** Days after the start day (onboarding) or the last day (offboarding); negative before it. */
  day: number;
  owner: TaskOwner;
  /** Assignee when the owner is `person`; null once that person is removed, which makes it HR's. */
  person_id: number | null;
  text: string;
  /** Versions of the sequence with this task: from `added_in` to before `retired_in`. */
  added_in: Generated<number>;
  retired_in: number | null;
}

export interface TimelineTaskRow {
  id: Generated<number>;
  person_id: number;
  sequence_id: number;
  task_id: number;
  kind: SequenceKind;
  owner: TaskOwner;
  text: string;
  due_day: string;
  /** Instant at which the working day of `due_day` starts in the person's time zone. */
  due_at: string;
  done_at: string | null;
  /** Grows with every change of the task. */
  version: Generated<number>;
  /**
   * Stored because tasks are looked up by assignee all the time. Code that gives a person another manager or
   * buddy has to update it. Null for HR's tasks.
   */
  assignee: number | null;
  /** Person the task was passed on to, who does it instead until their record is removed. */
  passed_to: number | null;
  /** Planned day of a postponed task; null otherwise. */
  postponed_from: string | null;
  note: string | null;
  done_by: number | null;
}

/** The latest offboarding requested for a person. */
export interface OffboardingRow {
  person_id: number;
  termination_date: string;
  sequences: string;
  requested_at: string;
  /** Instant at which the timeline was filled; null while that is still to be done. */
  filled_at: string | null;
}

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
