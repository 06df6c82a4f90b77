import { newReference } from '../../../reference.ts';
import { type Accepted, acceptIn } from '../requests/accept.ts';
import { whoBroughtIt } from '../requests/brought-before.ts';
import { complete } from '../requests/complete.ts';
import type { Words } from '../requests/ledger-words.ts';
import type { NewRequest, Request } from '../requests/request.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { Handle } from '../tables/write.ts';
import { decide, type FoundPerson, lockPerson, readPerson } from './people.ts';
import type { PersonRow } from './tables.ts';

type Announced =
  | { kind: 'announced'; request: Request }
  | { kind: 'over'; person: FoundPerson }
  | { kind: 'gone' }
  | Extract<Accepted, { kind: 'alreadyOpen' | 'setAside' }>;

/**
 * Stores a request, already done, for a person who was added directly in the service. One transaction; nothing is
 * sent to the service.
 */
export function announce(
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

/** A request that was completed since and added the same person, e.g. after someone confirmed the match. */
function broughtBefore(tx: Handle, { types }: LedgerDatabase, row: PersonRow, request: NewRequest) {
  const { kind, payload } = request;
  const subject = { id: '', kind, subject: types.of(kind).subject(payload) };
  return whoBroughtIt(tx, subject, outcomeOf(row), row.service);
}
