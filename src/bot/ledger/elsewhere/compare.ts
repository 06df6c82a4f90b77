import { newReference } from '../../../reference.ts';
import { enqueue, type NewMessage } from '../outbox/enqueue.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { Handle } from '../tables/write.ts';
import { knownOf } from './known.ts';
import { moveMark, readMark, startMark } from './mark.ts';
import type { Listed, ListReading } from './reading.ts';

/** What is told of people whom no request added; absent where nobody wants to hear of them. */
export interface AskedAbout {
  /** @param references one for each of them */
  each(references: readonly string[]): NewMessage[];
  /** So many at once that somebody has imported them. */
  imported(reference: string, count: number): NewMessage[];
}

/** People are asked about so many at once; more of them are an import. */
const mostAtOnce = 50;

/**
 * Looks through what a list has that it did not have before. Everything is one transaction with the mark that says how
 * far it was looked through, so each person is asked about once, whichever process finds them and whatever ends it.
 * Whoever is there at the first reading is not asked about.
 * @returns about how many people were asked
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
