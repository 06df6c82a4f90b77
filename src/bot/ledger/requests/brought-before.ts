import { sql } from 'kysely';
import { isDone } from '../tables/conditions.ts';
import type { RequestRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import type { Outcome } from './request.ts';
import type { RequestTypes } from './request-types.ts';

type Done = Extract<Outcome, { kind: 'done' }>;
type Subject = Pick<RequestRow, 'id' | 'kind' | 'subject'>;

/**
 * How a request ends that is about to be done: refused where a finished one has already brought the same. Somebody who
 * is entered a second time, while the answer to that is lost, is found and would be told twice.
 * @param service the address of the service that the outcome is from
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
  // Also where its row cannot be read any more.
  const name = types.read(row)?.context.personName ?? row.subject;
  return type.broughtBefore({ id: row.id, name });
}

/**
 * Who was removed from the service and is hired again later is another person there, with another id. That the
 * service itself has made somebody is only doubted where it gives the same subject and the same id again.
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
