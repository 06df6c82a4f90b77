import { sql } from 'kysely';
import { refusals } from '../messages.ts';
import type { Handle } from '../tables/write.ts';
import { type Outcome, type Request, readRequest } from './request.ts';

type Done = Extract<Outcome, { kind: 'done' }>;

/** Who was there before, and which request brought them. */
interface Before {
  id: string;
  name: string;
}

/**
 * The finished request that has already brought the person whom another one is about to be done with: somebody who is
 * entered a second time, while the answer to that is lost, is found and would be told twice.
 *
 * Who was removed from the service and is hired again later is another person there, with another id. That the
 * service itself has made somebody is only doubted where it gives the same address and the same id again.
 * @param service the address of the service that the outcome is from
 */
export async function whoWasThereBefore(
  tx: Handle,
  { id, subject }: Pick<Request, 'id' | 'subject'>,
  { employeeId, confirmed }: Done,
  service: string | null,
): Promise<Before | undefined> {
  const sameAddress = sql<boolean>`subject = ${subject}`;
  const sameId = sql<boolean>`employee_id = ${employeeId}`;
  const oneHasNoId = employeeId === null ? sql<boolean>`true` : sql<boolean>`employee_id is null`;
  const sameService = sql<boolean>`(service is null or service = ${service})`;
  const isIt = confirmed
    ? sql<boolean>`${sameAddress} and ${sameId} and service = ${service}`
    : sql<boolean>`${sameService} and (${sameId} or (${sameAddress} and ${oneHasNoId}))`;
  const row = await tx
    .selectFrom('requests')
    .selectAll()
    .where('kind', '=', 'newhire')
    .where('state', '=', 'done')
    .where('forgotten_at', 'is', null)
    .where('id', '<>', id)
    .where(isIt)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Also where its row cannot be read any more.
  return row && { id: row.id, name: readRequest(row)?.context.personName ?? row.subject };
}

/** The end of a request about somebody whom another one has brought already. */
export function alreadyThere({ id, name }: Before): Outcome {
  const problem = { email: [refusals.alreadyAdded(name, id)] };
  return { kind: 'refused', problem, status: 400 };
}
