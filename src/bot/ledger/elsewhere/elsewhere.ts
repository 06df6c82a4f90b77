import { newReference } from '../../../reference.ts';
import { type Accepted, acceptIn } from '../requests/accept.ts';
import { complete, whoBroughtIt } from '../requests/complete.ts';
import type { Words } from '../requests/ledger-words.ts';
import type { NewRequest, Request } from '../requests/request.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { PersonRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import { type AskedAbout, compareList, type ListReading } from './compare.ts';
import { decide, type FoundPerson, lockPerson, readPerson } from './people.ts';
import { createUnsettled } from './unsettled.ts';

interface ElsewhereOptions {
  now: () => Date;
  onWritten: () => void;
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

    async announce(reference: string, request: NewRequest) {
      const announced = await announce(database, words, reference, request, now());
      onWritten();
      return announced;
    },

    /** Returns `over` with the earlier decision if there is one, `gone` if no longer stored. */
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

type Announced =
  | { kind: 'announced'; request: Request }
  | { kind: 'over'; person: FoundPerson }
  | { kind: 'gone' }
  | Extract<Accepted, { kind: 'alreadyOpen' | 'setAside' }>;

function announce(
  database: LedgerDatabase,
  words: Words,
  reference: string,
  request: NewRequest,
  now: Date,
): Promise<Announced> {
  return database.transact(async (tx) => {
    const row = await lockPerson(tx, reference);
    if (!row) return { kind: 'gone' };
    if (row.decision === 'announced') return { kind: 'over', person: readPerson(row) };
    const brought = await broughtBefore(tx, database, row, request);
    if (brought) {
      const by = { what: 'announced', by: brought.requester, requestId: brought.id } as const;
      return { kind: 'over', person: readPerson(await decide(tx, row, by, now)) };
    }
    return write(tx, database, { words, row, request }, now);
  });
}

interface Writing {
  words: Words;
  row: PersonRow;
  request: NewRequest;
}

async function write(
  tx: Handle,
  database: LedgerDatabase,
  { words, row, request }: Writing,
  now: Date,
): Promise<Announced> {
  const { types, today } = database;
  const id = newReference('R');
  const accepted = await acceptIn(tx, database, { id, request, words }, now);
  if (accepted.kind === 'setAside') return accepted;
  if (accepted.kind !== 'accepted') return { kind: 'alreadyOpen', request: accepted.request };
  const { requester: by } = request;
  const ending = { outcome: outcomeOf(row), by, service: row.service };
  const done = await complete(tx, id, ending, { words, types, today }, now);
  if (done?.state !== 'done') throw new Error('What was just written down has not been done.');
  await decide(tx, row, { what: 'announced', by, requestId: id }, now);
  return { kind: 'announced', request: done };
}

/** Not confirmed: the list is the only source. */
function outcomeOf({ result_id: resultId }: PersonRow) {
  return { kind: 'done', resultId, confirmed: false } as const;
}

function broughtBefore(tx: Handle, { types }: LedgerDatabase, row: PersonRow, request: NewRequest) {
  const { kind, payload } = request;
  const subject = { id: '', kind, subject: types.of(kind).subject(payload) };
  return whoBroughtIt(tx, subject, outcomeOf(row), row.service);
}
