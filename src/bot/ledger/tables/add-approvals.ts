import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import { countingId, optional, required } from './columns.ts';

/** What somebody else has to approve, and what people write to each other about it. */
export async function addApprovals(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('approvals')
    .ifNotExists()
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .$call(required('text', 'lapses_at'))
    .$call(optional('decision', 'decided_by'))
    .execute();
  await sql`create index if not exists approvals_open on approvals (lapses_at)
    where decision is null`.execute(db);
  await db.schema
    .createTable('approval_notes')
    .ifNotExists()
    .$call(countingId(kind))
    .$call(required('text', 'request_id', 'at', 'actor', 'what', 'text'))
    .execute();
  await sql`create index if not exists approval_notes_request on approval_notes (request_id)`.execute(db);
}
