import { newReference } from '../../../reference.ts';
import { type Accepted, accept } from '../requests/accept.ts';
import { complete, whoBroughtIt } from '../requests/complete.ts';
import type { NewRequest, Request } from '../requests/request.ts';
import type { LedgerDatabase, Tx } from '../tables/ledger-database.ts';
import { type AskedAbout, compareList, type ListReading } from './compare.ts';
import { decide, type FoundPerson, lockPerson, readPerson } from './people.ts';
import { createUnsettled } from './unsettled.ts';

/** Retention of undecided people, in days. */
const askedFor = 30;
const day = 86_400_000;

/** People who were added directly in the service: found in its list, and announced on request. */
export function createElsewhere(
  database: LedgerDatabase,
  { onWritten, keptFor }: { onWritten: () => void; keptFor: number },
) {
  const { db, clock, transact } = database;

  return {
    ...createUnsettled(database),
    async compare(reading: ListReading, asked: AskedAbout | undefined): Promise<number> {
      const count = await transact((tx) => compareList(tx, reading, asked));
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

    async announce(reference: string, request: NewRequest) {
      const announced = await transact((tx) => announce(tx, reference, request));
      onWritten();
      return announced;
    },

    /** Returns `over` with the earlier decision if there is one, `gone` if no longer stored. */
    async dismiss(reference: string, by: string) {
      const dismissed = await transact(async (tx) => {
        const row = await lockPerson(tx, reference);
        if (!row) return { kind: 'gone' } as const;
        if (row.decision !== null) return { kind: 'over', person: readPerson(row) } as const;
        await decide(tx, row, { what: 'dismissed', by, requestId: null });
        return { kind: 'dismissed' } as const;
      });
      onWritten();
      return dismissed;
    },

    async forgetOld(): Promise<void> {
      const before = (days: number) => new Date(clock.now().getTime() - days * day).toISOString();
      const old = db.deleteFrom('elsewhere_people').where('found_at', '<', before(askedFor));
      await old.where('decision', 'is', null).execute();
      await old.where('decided_at', '<', before(keptFor)).execute();
    },
  };
}

type Announced =
  | { kind: 'announced'; request: Request }
  | { kind: 'over'; person: FoundPerson }
  | { kind: 'gone' }
  | Extract<Accepted, { kind: 'alreadyOpen' | 'setAside' }>;

async function announce(tx: Tx, reference: string, request: NewRequest): Promise<Announced> {
  const row = await lockPerson(tx, reference);
  if (!row) return { kind: 'gone' };
  if (row.decision === 'announced') return { kind: 'over', person: readPerson(row) };
  // Not confirmed: the list is the only source.
  const outcome = { kind: 'done', resultId: row.result_id, confirmed: false } as const;
  const { kind, requester: by } = request;
  const subject = tx.types.of(kind).subject(request.payload);
  const brought = await whoBroughtIt(tx, { id: '', kind, subject }, outcome, row.service);
  if (brought) {
    const earlier = { what: 'announced', by: brought.requester, requestId: brought.id } as const;
    return { kind: 'over', person: readPerson(await decide(tx, row, earlier)) };
  }
  const id = newReference('R');
  const accepted = await accept(tx, id, request);
  if (accepted.kind === 'setAside') return accepted;
  if (accepted.kind !== 'accepted') return { kind: 'alreadyOpen', request: accepted.request };
  const done = await complete(tx, id, { outcome, by, service: row.service });
  if (done?.state !== 'done') throw new Error('What was just written down has not been done.');
  await decide(tx, row, { what: 'announced', by, requestId: id });
  return { kind: 'announced', request: done };
}
