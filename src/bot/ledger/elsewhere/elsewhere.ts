import type { Words } from '../requests/ledger-words.ts';
import type { NewRequest } from '../requests/request.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { announce } from './announce.ts';
import { type AskedAbout, compareList } from './compare.ts';
import { decide, type FoundPerson, lockPerson, readPerson } from './people.ts';
import type { ListReading } from './reading.ts';
import { createUnsettled } from './unsettled.ts';

interface ElsewhereOptions {
  now: () => Date;
  /** Something was written that Slack must get, or that people look at. */
  onWritten: () => void;
  /** How long what people decided is kept, in days. */
  keptFor: number;
}

/** How long people are asked about somebody, in days. */
const askedFor = 30;
const day = 86_400_000;

/** Whoever was added to the service by others: found in its list, and announced where somebody wants that. */
export function createElsewhere(
  database: LedgerDatabase,
  words: Words,
  { now, onWritten, keptFor }: ElsewhereOptions,
) {
  const { db, transact } = database;

  return {
    ...createUnsettled(database),
    /** See `compareList`. */
    async compare(reading: ListReading, asked: AskedAbout | undefined): Promise<number> {
      const count = await compareList(database, reading, asked, now());
      if (count > 0) onWritten();
      return count;
    },

    /** Undefined where it is not kept any more. */
    async find(reference: string): Promise<FoundPerson | undefined> {
      const row = await db
        .selectFrom('elsewhere_people')
        .selectAll()
        .where('id', '=', reference)
        .executeTakeFirst();
      return row && readPerson(row);
    },

    /** About whom nobody has decided yet, those who were found last first. @param service its address */
    async undecided(service: string, limit: number): Promise<FoundPerson[]> {
      const rows = await db
        .selectFrom('elsewhere_people')
        .selectAll()
        .where('service', '=', service)
        .where('decision', 'is', null)
        .orderBy('found_at', 'desc')
        .orderBy('result_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(readPerson);
    },

    /** See `announce`. @param request as it is written down */
    async announce(reference: string, request: NewRequest) {
      const announced = await announce(database, words, reference, request, now());
      onWritten();
      return announced;
    },

    /** Nobody is to be told. @returns who decided what before, where somebody did; undefined where it is not kept any more */
    async dismiss(reference: string, by: string) {
      const dismissed = await transact(async (tx) => {
        const row = await lockPerson(tx, reference);
        if (!row) return { kind: 'gone' } as const;
        if (row.decision !== null) return { kind: 'over', person: readPerson(row) } as const;
        await decide(tx, row, { what: 'dismissed', by, requestId: null }, now());
        return { kind: 'dismissed' } as const;
      });
      onWritten();
      return dismissed;
    },

    /** Whom nobody decided about for long, and what was decided as long ago as the details of requests are kept. */
    async forgetOld(): Promise<void> {
      const before = (days: number) => new Date(now().getTime() - days * day).toISOString();
      const old = db.deleteFrom('elsewhere_people').where('found_at', '<', before(askedFor));
      await old.where('decision', 'is', null).execute();
      await old.where('decided_at', '<', before(keptFor)).execute();
    },
  };
}
