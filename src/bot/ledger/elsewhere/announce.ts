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

/** What came of it. */
type Announced =
  | { kind: 'announced'; request: Request }
  /** Somebody was faster: so it stands now. */
  | { kind: 'over'; person: FoundPerson }
  /** It is not kept any more. */
  | { kind: 'gone' }
  /** An open request about the same person stands in the way. */
  | Extract<Accepted, { kind: 'alreadyOpen' | 'setAside' }>;

/**
 * Writes somebody down who is in the service already, as done, in one transaction: the request and its end are those of
 * any other, and nothing is sent to the service.
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

/** Nobody but the list says that they are there. */
function outcomeOf({ result_id: resultId }: PersonRow) {
  return { kind: 'done', resultId, confirmed: false } as const;
}

/** A request that was done since, and brought the same person: somebody entered them, say, and answered that it is them. */
function broughtBefore(tx: Handle, { types }: LedgerDatabase, row: PersonRow, request: NewRequest) {
  const { kind, payload } = request;
  const subject = { id: '', kind, subject: types.of(kind).subject(payload) };
  return whoBroughtIt(tx, subject, outcomeOf(row), row.service);
}
