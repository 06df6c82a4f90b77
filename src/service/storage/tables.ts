import type { Generated, Kysely, Transaction } from 'kysely';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { Database } from '../../database/open.ts';

/**
 * The rows as both databases return them. Instants are ISO-8601 UTC text and days are `YYYY-MM-DD` text,
 * so one set of queries serves SQLite and PostgreSQL and both sort by time.
 */
export interface Tables {
  people: PersonRow;
  tokens: {
    /** The first characters of the token: what it is found by. Not secret enough to be of use. */
    lookup: string;
    /** SHA-256 of the whole token, hexadecimal. */
    digest: string;
    person_id: number;
    created_at: string;
  };
  sequences: { id: Generated<number>; name: string; kind: SequenceKind };
  sequence_tasks: SequenceTaskRow;
  /** That a sequence was assigned to a person: once. */
  assignments: { person_id: number; sequence_id: number; assigned_at: string };
  timeline_tasks: TimelineTaskRow;
  offboardings: OffboardingRow;
  /** A number that grows with every change of what is kept in memory, in the transaction of that change. */
  list_versions: { list: Versioned; version: number };
  /** That a request with an `Idempotency-Key` has had its effect. */
  idempotency_keys: {
    /** SHA-256 of the endpoint and the key, hexadecimal. */
    digest: string;
    /** HMAC-SHA-256 of the body with the key, hexadecimal. */
    fingerprint: string;
    created_at: string;
  };
  /** What it was answered. Deleted with the key, or with the person it is about. */
  idempotency_answers: {
    digest: string;
    person_id: number;
    status: number;
    /** JSON; null for an answer without a body. */
    body: string | null;
  };
}

/** Parts of a list, each below the number of parameters that either database takes in one statement. */
export function chunks<Row>(rows: Row[]): Row[][] {
  const size = 500;
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size));
}

/** Whether the number can be an id: both databases keep ids in 32 bits. */
export function isId(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 0x7fffffff;
}

/** The service's database: what transactions begin on. */
export type Db = Kysely<Tables>;

/** It, and which of the two it is. */
export type Storage = Pick<Database<Tables>, 'db' | 'kind'>;

/** A query runs in a transaction or on its own. */
export type Queries = Db | Transaction<Tables>;

export interface PersonRow {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  /** In lower case; unique. */
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
  buddy: number | null;
  manager: number | null;
  /** 1, or 0 for a person whose record is kept but whose tokens count no longer. */
  active: Generated<number>;
  created_at: string;
}

/** Who does a task. `hr` is everybody with the administrator role. */
export type TaskOwner = 'hire' | 'manager' | 'buddy' | 'hr';

export interface SequenceTaskRow {
  id: Generated<number>;
  sequence_id: number;
  /** Days after the start day (onboarding) or the last day (offboarding); negative before it. */
  day: number;
  owner: TaskOwner;
  text: string;
}

export interface TimelineTaskRow {
  id: Generated<number>;
  person_id: number;
  sequence_id: number;
  task_id: number;
  kind: SequenceKind;
  owner: TaskOwner;
  text: string;
  /** The day it is due, in the person's time zone. */
  due_day: string;
  /** The instant at which the working day of `due_day` starts where the person is. */
  due_at: string;
  done_at: string | null;
}

/** The newest offboarding that was asked for a person. */
export interface OffboardingRow {
  person_id: number;
  termination_date: string;
  /** Ids of offboarding sequences, as JSON. */
  sequences: string;
  requested_at: string;
  /** When the timeline was filled for it; null while that is still to be done. */
  filled_at: string | null;
}

/** What a process may keep in memory. Lists only grow, except where somebody is removed: that is counted apart. */
export type Versioned = 'employees' | 'sequences' | 'removals' | 'tokens';
