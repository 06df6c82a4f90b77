import { z } from 'zod';
import { parseJson } from '../tables/parse-json.ts';
import type { Handle } from '../tables/write.ts';
import type { ListReading } from './reading.ts';

/** How far the list of a service was looked through. */
interface Mark {
  highest: number;
  /** Those whom an open request may have added. */
  waiting: readonly number[];
  /** Since when no id in the list is that high. */
  lowerSince: string | null;
  version: number;
}

/** How long all ids have to be lower until the service counts as set up anew, in milliseconds. */
const lowerFor = 86_400_000;

const Ids = z.array(z.int());

/** Undefined before the first reading. */
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

/** The first reading: from here on people are new. */
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

/** @returns false where another process has moved it since it was read: that one has told of what it passed */
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
 * It goes up. Somebody who was removed takes the highest id along, and a service that was set up anew at the same address
 * begins to count again: only what stays low for long counts from there.
 */
function placeOf({ highest: before, lowerSince }: Mark, highest: number, now: Date) {
  if (highest >= before) return { highest_id: highest, lower_since: null };
  const since = lowerSince ?? now.toISOString();
  const isLong = now.getTime() - Date.parse(since) >= lowerFor;
  // Nobody at all is no new beginning: a list that came empty will be full again.
  if (!isLong || highest === 0) return { highest_id: before, lower_since: since };
  return { highest_id: highest, lower_since: null };
}
