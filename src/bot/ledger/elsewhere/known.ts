import { sql } from 'kysely';
import { isDone } from '../tables/conditions.ts';
import type { Handle } from '../tables/write.ts';
import type { Listed, ListReading } from './reading.ts';

/** So many are looked up at a time: a statement takes only so many values. */
const inOneGo = 500;

/** Those whom a request added, and those whom one that has not ended may have added; by their ids. */
interface Known {
  made: ReadonlySet<number>;
  open: ReadonlySet<number>;
}

/** Finds out whom requests added. A request is written down before the service hears of it: whoever it added has it. */
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

/** By the id, or by the address where the service did not tell the id: as when a request is about to be done twice. */
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
