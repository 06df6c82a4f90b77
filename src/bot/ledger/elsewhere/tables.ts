import { type Kysely, sql } from 'kysely';
import { optional, required } from '../tables/columns.ts';

/** How far the list of one service was looked through. */
interface MarkRow {
  /** The service's address. */
  service: string;
  /** The highest id that was looked at. */
  highest_id: number;
  /** The ids of those whom an open request may have added, as JSON: decided once that has ended. */
  waiting: string;
  /** Since when no id in the list is that high; null while one is. */
  lower_since: string | null;
  /** Another one after each change: of two processes one makes it. */
  version: number;
}

/** Somebody whom no request added, and about whom people were asked. */
export interface PersonRow {
  /** What buttons and messages call it. */
  id: string;
  service: string;
  /** Their id there. Nothing else of them is kept. */
  result_id: number;
  found_at: string;
  /** `announced` or `dismissed`; null while nobody has decided. */
  decision: string | null;
  /** A Slack user id. */
  decided_by: string | null;
  decided_at: string | null;
  /** The request that was written down for them. */
  request_id: string | null;
  /** Whether what asks in Slack shows what was decided: 0 or 1. */
  settled: number;
}

export interface ElsewhereTables {
  elsewhere_marks: MarkRow;
  elsewhere_people: PersonRow;
}

/** Who was added to the service by others. */
export async function addElsewhere(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('elsewhere_marks')
    .ifNotExists()
    .addColumn('service', 'text', (column) => column.primaryKey())
    .$call(required('integer', 'highest_id', 'version'))
    .$call(required('text', 'waiting'))
    .$call(optional('lower_since'))
    .execute();
  await db.schema
    .createTable('elsewhere_people')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .$call(required('text', 'service', 'found_at'))
    .$call(required('integer', 'result_id', 'settled'))
    .$call(optional('decision', 'decided_by', 'decided_at', 'request_id'))
    .execute();
  await sql`create index if not exists elsewhere_undecided on elsewhere_people (service, found_at)
    where decision is null`.execute(db);
  await sql`create index if not exists elsewhere_unsettled on elsewhere_people (decided_at)
    where decision is not null and settled = 0`.execute(db);
  await sql`create index if not exists elsewhere_found on elsewhere_people (found_at)`.execute(db);
}
