import { newReference } from '../../../reference.ts';
import { enqueue, type NewMessage } from '../outbox/enqueue.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { Handle } from '../tables/write.ts';
import { knownOf } from './known.ts';
import { moveMark, readMark, startMark } from './mark.ts';
import type { Listed, ListReading } from './reading.ts';

/** Messages about people added without a request; absent if unwanted. */
export interface AskedAbout {
  /** One message per person. @param references one per person */
  each(references: readonly string[]): NewMessage[];
  /** One message for an import, when there are too many people to ask about each. */
  imported(reference: string, count: number): NewMessage[];
}

/** Maximum number of people to ask about individually; more count as an import. */
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
