import { sql } from 'kysely';
import { type Place, type Recipient, readRecipient } from '../outbox/message.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { Handle } from '../tables/sql.ts';
import { type FoundPerson, readPerson } from './people.ts';

export interface Unsettled {
  person: FoundPerson;
  copies: readonly AskingCopy[];
  isUnderWay: boolean;
}

interface AskingCopy {
  place: Place;
  recipient: Recipient | undefined;
}

const atOnce = 20;

/** Purpose of the message that asks about a person. Copies for several recipients add a suffix after a colon. */
export function askingPurpose(reference: string): string {
  return `elsewhere ${reference}`;
}

export function createUnsettled({ db }: LedgerDatabase) {
  async function withCopies(person: FoundPerson): Promise<Unsettled> {
    const rows = await copiesOf(db, person);
    const sent = rows.filter(({ state }) => state === 'sent');
    return {
      person,
      copies: sent.flatMap(({ channel, ts, recipient }) =>
        channel && ts ? [{ place: { channel, ts }, recipient: readRecipient(recipient) }] : [],
      ),
      isUnderWay: rows.some(({ state }) => state === 'pending' || state === 'sending'),
    };
  }

  return {
    async unsettled(): Promise<Unsettled[]> {
      const rows = await db
        .selectFrom('elsewhere_people')
        .selectAll()
        .where('decision', 'is not', null)
        .where(sql<boolean>`settled = 0`)
        .orderBy('decided_at')
        .limit(atOnce)
        .execute();
      const found: Unsettled[] = [];
      for (const row of rows) found.push(await withCopies(readPerson(row)));
      return found;
    },

    /** Records that all messages show this decision. Has no effect if it changed since. */
    async settle({ reference, decided }: FoundPerson): Promise<void> {
      await db
        .updateTable('elsewhere_people')
        .set({ settled: 1 })
        .where('id', '=', reference)
        .where('decision', '=', decided?.what ?? null)
        .execute();
    },
  };
}

/** Found by creation time (an indexed column), since they belong to no request. */
function copiesOf(db: Handle, { reference, foundAt }: FoundPerson) {
  const purpose = askingPurpose(reference);
  const start = `${purpose}:`;
  return db
    .selectFrom('messages')
    .select(['state', 'channel', 'ts', 'recipient'])
    .where('request_id', 'is', null)
    .where('created_at', '>=', foundAt.toISOString())
    .where(sql<boolean>`(purpose = ${purpose} or substr(purpose, 1, ${sql.lit(start.length)}) = ${start})`)
    .execute();
}
