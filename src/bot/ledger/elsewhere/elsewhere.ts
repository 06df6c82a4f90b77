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
  onWritten: () => void;
  /** Retention of decisions, in days. */
  keptFor: number;
}

/** Retention of undecided people, in days. */
const askedFor = 30;
const day = 86_400_000;

/** People who were added directly in the service: found in its list, and announced on request. */
export function createElsewhere(
  database: LedgerDatabase,
  words: Words,
  { now, onWritten, keptFor }: ElsewhereOptions,
) {
  const { db, transact } = database;

  return {
    ...createUnsettled(database),
    async compare(reading: ListReading, asked: AskedAbout | undefined): Promise<number> {
      const count = await compareList(database, reading, asked, now());
      if (count > 0) onWritten();
      return count;
    },

    async find(reference: string): Promise<FoundPerson | undefined> {
      const row = await db
        .selectFrom('elsewhere_people')
        .selectAll()
        .where('id', '=', reference)
        .executeTakeFirst();
      return row && readPerson(row);
    },

    /** Undecided people, newest first. @param service the service's address */
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

    /** Announces a person; see `announce`. @param request the request to store */
    async announce(reference: string, request: NewRequest) {
      const announced = await announce(database, words, reference, request, now());
      onWritten();
      return announced;
    },

    /**
     * Records that no announcement is wanted. @returns `over` with the earlier decision if there is one, `gone` if no
     * longer stored
     */
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

    async forgetOld(): Promise<void> {
      const before = (days: number) => new Date(now().getTime() - days * day).toISOString();
      const old = db.deleteFrom('elsewhere_people').where('found_at', '<', before(askedFor));
      await old.where('decision', 'is', null).execute();
      await old.where('decided_at', '<', before(keptFor)).execute();
    },
  };
}
