import { sql } from 'kysely';
import { isDone } from '../tables/conditions.ts';
import type { Handle } from '../tables/write.ts';
import type { Listed, ListReading } from './reading.ts';

/** Chunk size: the number of values in one statement is limited. */
const inOneGo = 500;

/** Ids of people added by a finished request (`made`) or possibly by an open one (`open`). */
interface Known {
  made: ReadonlySet<number>;
  open: ReadonlySet<number>;
}

/**
 * Finds which people were added by requests. Reliable, because every request is stored before it is sent.
 * @returns ids in the service, by whether the request has ended
 */
export async function knownOf(
  tx: Handle,
  which: Pick<ListReading, 'kind' | 'service'>,
  people: readonly Listed[],
): Promise<Known> {
  const made = new Set<number>();
  const open = new Set<number>();
  for (let at = 0; at < people.length; at += inOneGo) {
    const some = people.slice(at, at + inOneGo);
    for (const id of await openAmong(tx, which, some)) open.add(id);
    for (const id of await madeAmong(tx, which, some)) made.add(id);
  }
  return { made, open };
}

async function openAmong(tx: Handle, { kind }: { kind: string }, people: readonly Listed[]) {
  const rows = await tx
    .selectFrom('requests')
    .select('subject')
    .where('kind', '=', kind)
    .where('subject', 'in', subjectsOf(people))
    .where('ended_at', 'is', null)
    .execute();
  const subjects = new Set(rows.map(({ subject }) => subject));
  return people.filter(({ subject }) => subjects.has(subject)).map(({ id }) => id);
}

/** Matches by id, or by address if the service returned no id. */
async function madeAmong(
  tx: Handle,
  { kind, service }: Pick<ListReading, 'kind' | 'service'>,
  people: readonly Listed[],
) {
  const done = tx
    .selectFrom('requests')
    .select(['subject', 'result_id'])
    .where('kind', '=', kind)
    .where(isDone)
    .where(sql<boolean>`(service is null or service = ${service})`);
  const ids = people.map(({ id }) => id);
  const byId = await done.where('result_id', 'in', ids).execute();
  const unnumbered = await done
    .where('subject', 'in', subjectsOf(people))
    .where('result_id', 'is', null)
    .execute();
  const known = new Set(byId.map(({ result_id }) => result_id));
  const subjects = new Set(unnumbered.map(({ subject }) => subject));
  return people.filter(({ id, subject }) => known.has(id) || subjects.has(subject)).map(({ id }) => id);
}

function subjectsOf(people: readonly Listed[]): string[] {
  return people.map(({ subject }) => subject);
}
