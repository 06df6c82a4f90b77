import { z } from 'zod';
import { parseJson } from '../tables/parse-json.ts';
import type { Handle } from '../tables/write.ts';
import type { ListReading } from './reading.ts';

interface Mark {
  highest: number;
  waiting: readonly number[];
  lowerSince: string | null;
  version: number;
}

/** Time for which all ids must be lower before the service counts as newly set up, in milliseconds. */
const lowerFor = 86_400_000;

const Ids = z.array(z.int());

/** Reads the mark of a service; undefined before the first reading. */
export async function readMark(tx: Handle, service: string): Promise<Mark | undefined> {
  const row = await tx
    .selectFrom('elsewhere_marks')
    .selectAll()
    .where('service', '=', service)
    .executeTakeFirst();
  if (!row) return undefined;
  const { highest_id: highest, lower_since: lowerSince, version } = row;
  return { highest, waiting: Ids.safeParse(parseJson(row.waiting)).data ?? [], lowerSince, version };
}

/** Stores the first mark; people with a higher id count as new. */
export async function startMark(tx: Handle, { service, highest }: ListReading): Promise<void> {
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

/**
 * Moves the mark.
 * @returns false if another process moved it since it was read and has handled the people it passed
 */
export async function moveMark(
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
