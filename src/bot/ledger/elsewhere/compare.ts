import { sql } from 'kysely';
import { z } from 'zod';
import { newReference } from '../../../reference.ts';
import { enqueue, type NewMessage } from '../outbox/enqueue.ts';
import { isDone, type LedgerDatabase } from '../tables/ledger-database.ts';
import { parseJson } from '../tables/parse-json.ts';
import type { Handle } from '../tables/write.ts';

/** Messages about people added without a request; absent if unwanted. */
export interface AskedAbout {
  each(references: readonly string[]): NewMessage[];
  /** One message for an import, when there are too many people to ask about each. */
  imported(reference: string, count: number): NewMessage[];
}

const mostAtOnce = 50;

/**
 * Finds people who were added to the service's list since the last reading. Runs in one transaction with the mark of
 * the last reading, so each person is asked about once across processes and restarts. People in the first reading are
 * skipped.
 * @returns the number of people found
 */
export function compareList(
  { transact }: LedgerDatabase,
  reading: ListReading,
  asked: AskedAbout | undefined,
  now: Date,
): Promise<number> {
  return transact(async (tx) => {
    const mark = await readMark(tx, reading.service);
    if (!mark) {
      await startMark(tx, reading);
      return 0;
    }
    const looked = reading.people(mark.highest, mark.waiting);
    const wanted = looked.filter(({ isWanted }) => isWanted);
    const { made, open } = await knownOf(tx, reading, wanted);
    const waiting = wanted.filter(({ id }) => open.has(id)).map(({ id }) => id);
    const isMoved = await moveMark(tx, { mark, reading, waiting }, now);
    if (!isMoved || !asked) return 0;
    const found = wanted.filter(({ id }) => !made.has(id) && !open.has(id));
    return tell(tx, found, { service: reading.service, asked }, now);
  });
}

async function tell(
  tx: Handle,
  found: readonly Listed[],
  { service, asked }: { service: string; asked: AskedAbout },
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0;
  if (found.length > mostAtOnce) {
    await enqueue(tx, asked.imported(newReference('P'), found.length), now);
    return found.length;
  }
  const rows = found.map(({ id }) => ({
    id: newReference('P'),
    service,
    result_id: id,
    found_at: now.toISOString(),
    settled: 0,
  }));
  await tx.insertInto('elsewhere_people').values(rows).execute();
  await enqueue(tx, asked.each(rows.map(({ id }) => id)), now);
  return found.length;
}

const inOneGo = 500;

/** Ids of people added by a finished request (`made`) or possibly by an open one (`open`). */
interface Known {
  made: ReadonlySet<number>;
  open: ReadonlySet<number>;
}

/** Reliable, because every request is stored before it is sent. */
async function knownOf(
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

interface Mark {
  highest: number;
  waiting: readonly number[];
  lowerSince: string | null;
  version: number;
}

/** Time for which all ids must be lower before the service counts as newly set up, in milliseconds. */
const lowerFor = 86_400_000;

const Ids = z.array(z.int());

async function readMark(tx: Handle, service: string): Promise<Mark | undefined> {
  const row = await tx
    .selectFrom('elsewhere_marks')
    .selectAll()
    .where('service', '=', service)
    .executeTakeFirst();
  if (!row) return undefined;
  const { highest_id: highest, lower_since: lowerSince, version } = row;
  return { highest, waiting: Ids.safeParse(parseJson(row.waiting)).data ?? [], lowerSince, version };
}

async function startMark(tx: Handle, { service, highest }: ListReading): Promise<void> {
  await tx
    .insertInto('elsewhere_marks')
    .values({ service, highest_id: highest, waiting: '[]', version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface Moving {
  mark: Mark;
  reading: ListReading;
  waiting: readonly number[];
}

/** Returns false if another process moved the mark since it was read and has handled the people it passed. */
async function moveMark(
  tx: Handle,
  { mark, reading: { service, highest }, waiting }: Moving,
  now: Date,
): Promise<boolean> {
  const next = { ...placeOf(mark, highest, now), waiting: JSON.stringify(waiting) };
  const before = {
    highest_id: mark.highest,
    lower_since: mark.lowerSince,
    waiting: JSON.stringify(mark.waiting),
  };
  const isSame =
    next.highest_id === before.highest_id &&
    next.lower_since === before.lower_since &&
    next.waiting === before.waiting;
  if (isSame) return true;
  const { numUpdatedRows } = await tx
    .updateTable('elsewhere_marks')
    .set({ ...next, version: mark.version + 1 })
    .where('service', '=', service)
    .where('version', '=', mark.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The mark only goes up, since removing the newest person lowers the highest id. A service set up from scratch at the
 * same address counts from 1 again, so the mark follows when ids stay low for long.
 */
function placeOf({ highest: before, lowerSince }: Mark, highest: number, now: Date) {
  if (highest >= before) return { highest_id: highest, lower_since: null };
  const since = lowerSince ?? now.toISOString();
  const isLong = now.getTime() - Date.parse(since) >= lowerFor;
  // Ignore an empty list: it's likely to be temporary.
  if (!isLong || highest === 0) return { highest_id: before, lower_since: since };
  return { highest_id: highest, lower_since: null };
}

export interface Listed {
  id: number;
  subject: string;
  isWanted: boolean;
}

export interface ListReading {
  kind: string;
  service: string;
  highest: number;
  people(above: number, among: readonly number[]): readonly Listed[];
}
