import { noteChange } from '../audit/audit-changes.ts';
import type { PersonRow } from '../tables/schema.ts';
import type { Writing } from '../tables/sql.ts';

interface ElsewhereDecision {
  what: 'announced' | 'dismissed';
  by: string;
  requestId: string | null;
}

/** A person added without a request. Their details are only in the service's list. */
export interface FoundPerson {
  reference: string;
  service: string;
  resultId: number;
  foundAt: Date;
  decided: (ElsewhereDecision & { at: Date }) | undefined;
}

export function readPerson(row: PersonRow): FoundPerson {
  const { id: reference, service, result_id: resultId, decision, decided_by, decided_at, request_id } = row;
  const what = decision === 'announced' ? 'announced' : 'dismissed';
  const at = new Date(decided_at ?? row.found_at);
  return {
    reference,
    service,
    resultId,
    foundAt: new Date(row.found_at),
    decided: decision === null ? undefined : { what, by: decided_by ?? '', requestId: request_id, at },
  };
}

/** Reads a person and, on PostgreSQL, locks the row until the transaction ends. */
export function lockPerson({ db }: Writing, id: string): Promise<PersonRow | undefined> {
  return db
    .updateTable('elsewhere_people')
    .set({ id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function decide(
  { db, now }: Writing,
  { id, service, result_id }: PersonRow,
  { what, by, requestId }: ElsewhereDecision,
): Promise<PersonRow> {
  const detail = { id: result_id, service, ...(requestId !== null && { request: requestId }) };
  await noteChange(db, { actor: by, kind: 'elsewhere', what, detail }, now);
  return db
    .updateTable('elsewhere_people')
    .set({ decision: what, decided_by: by, decided_at: now.toISOString(), request_id: requestId, settled: 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
