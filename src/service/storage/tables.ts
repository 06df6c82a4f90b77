import type { Generated, Kysely, Transaction } from 'kysely';
import type { TaskOwner } from '../../contract/additions/sequences.ts';
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
  sequences: SequenceRow;
  sequence_tasks: SequenceTaskRow;
  /** That a sequence was assigned to a person, as it was in that version: once. */
  assignments: { person_id: number; sequence_id: number; assigned_at: string; version: Generated<number> };
  timeline_tasks: TimelineTaskRow;
  /** Onboarding tasks that were open when the start was cancelled or an offboarding began: see `bringTasksBack`. */
  cancelled_tasks: Pick<TimelineTaskRow, 'person_id' | 'task_id' | 'passed_to'>;
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
  /** What it was answered. Deleted with the key, or with the person whom it is about. */
  idempotency_answers: {
    digest: string;
    /** Null where it is about no person. */
    person_id: number | null;
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
  /** 1 where the person won't start, or 0. */
  start_cancelled: Generated<number>;
  buddy: number | null;
  manager: number | null;
  /** 1, or 0 for a person whose record is kept but whose tokens count no longer. */
  active: Generated<number>;
  created_at: string;
}

interface SequenceRow {
  id: Generated<number>;
  name: string;
  kind: SequenceKind;
  /** Grows with every change. */
  version: Generated<number>;
  /** 1 for one that is offered to nobody any more, or 0. */
  archived: Generated<number>;
}

export interface SequenceTaskRow {
  id: Generated<number>;
  sequence_id: number;
  /** Days after the start day (onboarding) or the last day (offboarding); negative before it. */
  day: number;
  owner: TaskOwner;
  /** Who does it where the owner is `person`; null once that person is removed: then it is HR's. */
  person_id: number | null;
  text: string;
  /** The versions of the sequence that have it: from the one, and not from the other one on. */
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
  /** The day it is due, in the person's time zone. */
  due_day: string;
  /** The instant at which the working day of `due_day` starts where the person is. */
  due_at: string;
  done_at: string | null;
  /** Grows with every change of the task. */
  version: Generated<number>;
  /**
   * Who does it, by its owner: kept here, since what somebody has to do is asked for all the time. Whoever gives a
   * person another manager or buddy has to give these to them as well. Null where it is HR's.
   */
  assignee: number | null;
  /** To whom somebody passed it on: that person does it instead, for as long as they are there. */
  passed_to: number | null;
  /** The day it was planned for, where somebody put it off; null otherwise. */
  postponed_from: string | null;
  /** Why it was put off. */
  note: string | null;
  done_by: number | null;
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

/**
 * What a process may keep in memory. Lists only grow, except where somebody is removed, or what stands in a list is
 * changed: these are counted apart.
 */
export type Versioned = 'employees' | 'sequences' | 'removals' | 'people_edits' | 'sequence_edits' | 'tokens';
