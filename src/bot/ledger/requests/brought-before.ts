import { sql } from 'kysely';
import { isDone } from '../tables/conditions.ts';
import type { RequestRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import type { Outcome } from './request.ts';
import type { RequestTypes } from './request-types.ts';

type Done = Extract<Outcome, { kind: 'done' }>;
type Subject = Pick<RequestRow, 'id' | 'kind' | 'subject'>;

/**
 * Outcome of a request about to be completed: a refusal if a finished request already added the person. Without it, a
 * person entered twice (after a lost response) would be announced twice.
 * @param service address of the service that the outcome is from
 */
export async function unlessBroughtBefore(
  tx: Handle,
  types: RequestTypes,
  request: Subject,
  { outcome, service }: { outcome: Outcome; service: string | null },
): Promise<Outcome> {
  const type = types.of(request.kind);
  if (outcome.kind !== 'done' || !type.broughtBefore) return outcome;
  const row = await whoBroughtIt(tx, request, outcome, service);
  if (!row) return outcome;
  // The row may be unreadable; its subject still identifies it.
  const name = types.read(row)?.context.personName ?? row.subject;
  return type.broughtBefore({ id: row.id, name });
}

/**
 * Finds a completed request with the same result. A removed and rehired person has a new id in the service, so a
 * confirmed outcome is doubted only if both subject and id match.
 */
export function whoBroughtIt(
  tx: Handle,
  { id, kind, subject }: Subject,
  { resultId, confirmed }: Done,
  service: string | null,
): Promise<RequestRow | undefined> {
  const sameSubject = sql<boolean>`subject = ${subject}`;
  const sameId = sql<boolean>`result_id = ${resultId}`;
  const oneHasNoId = resultId === null ? sql<boolean>`true` : sql<boolean>`result_id is null`;
  const sameService = sql<boolean>`(service is null or service = ${service})`;
  const isIt = confirmed
    ? sql<boolean>`${sameSubject} and ${sameId} and service = ${service}`
    : sql<boolean>`${sameService} and (${sameId} or (${sameSubject} and ${oneHasNoId}))`;
  return tx
    .selectFrom('requests')
    .selectAll()
    .where('kind', '=', kind)
    .where(isDone)
    .where('forgotten_at', 'is', null)
    .where('id', '<>', id)
    .where(isIt)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
