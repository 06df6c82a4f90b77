import { sql } from 'kysely';
import { changedRows, chunks, findRow } from '../../../database/table.ts';
import { newReference } from '../../../log.ts';
import { enqueue, type NewMessage } from '../outbox/message.ts';
import type { Tx } from '../tables/ledger-database.ts';
import type { MarkRow, RequestRow } from '../tables/schema.ts';
import {
  addRows,
  type Handle,
  isDone,
  isOpen,
  isProposed,
  step,
  updateRequest,
  type Writing,
} from '../tables/sql.ts';
import type { NewRequest, Request } from './request.ts';

/** A request that another source asks for. It is nobody's, and in no list of requests, until a person takes it. */
export interface NewProposal extends Pick<NewRequest, 'kind' | 'payload' | 'context'> {
  source: string;
  /** Identifies the proposal at its source. */
  key: string;
  /** The result, if it is in the service already: taking the proposal then sends nothing. */
  there?: { resultId: number; service: string };
  /** Only updates a proposal that its source wrote before. */
  onlyKnown?: boolean;
}

export type Proposed =
  | { kind: 'new' | 'changed' | 'same' }
  /** Somebody took it; `request` is what became of it. */
  | { kind: 'taken'; request: Request }
  /** It ended long ago, or was never written. */
  | { kind: 'over' };

/**
 * Stores a proposal, and the message that asks about it. A repeat updates one that nobody has taken: with other data
 * it is asked about again, in the messages that are there.
 */
export async function propose(tx: Tx, proposal: NewProposal): Promise<Proposed> {
  const { kind, payload, context, source, key, there, onlyKnown = false } = proposal;
  const id = newReference('R');
  const now = tx.now.toISOString();
  const type = tx.types.of(kind);
  const said = {
    subject: type.subject(payload),
    payload: JSON.stringify(payload),
    context: JSON.stringify(context),
    result_id: there?.resultId ?? null,
    service: there?.service ?? null,
    // It doesn't lapse before its day.
    day: there ? null : type.day(payload, tx.today(tx.now)),
  };
  const anew = { ...said, state: 'proposed', created_at: now, due_at: now };
  const row = { ...anew, id, kind, submission: id, requester: proposer, attempts: 0, awaits_view: 0 };
  const ofSource = { proposal: `${source} ${key}` };
  const added = await (onlyKnown
    ? undefined
    : tx.db
        .insertInto('requests')
        .values({ ...row, ...ofSource })
        .onConflict((conflict) => conflict.column('proposal').where('proposal', 'is not', null).doNothing())
        .returningAll()
        .executeTakeFirst());
  if (added) return askAbout(tx, added);
  const own = tx.db.updateTable('requests').where('proposal', '=', ofSource.proposal);
  const before = await own.set(ofSource).returningAll().executeTakeFirst();
  if (!before) return { kind: 'over' };
  if (before.state === 'proposed') return update(tx, before, said, there === undefined);
  if (!isLapsed(before)) return becameOf(tx, before);
  if (onlyKnown) return { kind: 'over' };
  const again = own.set({ ...anew, ended_at: null, forgotten_at: null });
  return askAbout(tx, await again.returningAll().executeTakeFirstOrThrow());
}

/** Requester of a proposal. */
const proposer = 'frontdesk';

async function askAbout(tx: Tx, row: RequestRow): Promise<Proposed> {
  await step(tx, row.id, proposer, 'proposed');
  await enqueue(tx, tx.words.proposed(tx.types.mustRead(row)));
  return { kind: 'new' };
}

async function update(
  tx: Tx,
  { id, payload, context }: RequestRow,
  said: Pick<RequestRow, 'payload' | 'context'>,
  isAsked: boolean,
): Promise<Proposed> {
  const isSame = payload === said.payload && context === said.context;
  // A repeat keeps it from lapsing.
  const values = { ...said, due_at: tx.now.toISOString() };
  if (isSame || !isAsked) await updateRequest(tx, id, values);
  else {
    await updateRequest(tx, id, { ...values, dismissed_at: null });
    await step(tx, id, proposer, 'proposal changed');
    await rewriteQuestions(tx, id);
  }
  return { kind: isSame ? 'same' : 'changed' };
}

/** Time for an update of the same message that is under way, such as one that shows a decision, in milliseconds. */
const settling = 1_000;

/** Pattern of the purposes of messages that ask about a proposal. */
const questions = 'undecided proposal%';

/**
 * Brings the messages about a proposal up to date, quietly. Those that show a decision ask again, and those that were
 * dropped because of one are sent.
 */
async function rewriteQuestions(tx: Tx, id: string): Promise<void> {
  const { db, now } = tx;
  const own = db.updateTable('messages').where('request_id', '=', id).where('purpose', 'like', questions);
  await own.set({ state: 'sent' }).where('state', '=', 'answered').execute();
  const anew = { state: 'pending', attempts: 0, doubtful: 0, due_at: now.toISOString() };
  await own.set(anew).where('state', '=', 'dropped').execute();
  const asked = await db
    .selectFrom('messages')
    .select(['purpose', 'name'])
    .where('request_id', '=', id)
    .where('purpose', 'like', questions)
    .where('state', 'in', ['sending', 'sent'])
    .execute();
  const messages = asked.map(({ purpose, name }) => ({
    ...{ requestId: id, name, about: { again: true } },
    purpose: `changed ${now.toISOString()} ${purpose}`,
    due: new Date(now.getTime() + settling),
    recipient: { inPlaceOf: purpose },
  }));
  await enqueue(tx, messages);
}

/** Ended because nobody decided in time. A declined one stays declined. */
function isLapsed({ state, requester, dismissed_at, forgotten_at }: RequestRow): boolean {
  return state === 'cancelled' && requester === proposer && dismissed_at === null && forgotten_at !== null;
}

function becameOf({ types }: Tx, row: RequestRow): Proposed {
  const request = row.forgotten_at === null ? types.read(row) : undefined;
  return request ? { kind: 'taken', request } : { kind: 'over' };
}

/** Declines the proposals of a request that was submitted and completed without them. */
export async function replaceProposals(tx: Tx, { id, kind, subject }: Request): Promise<void> {
  const rows = await tx.db
    .updateTable('requests')
    .set({ dismissed_at: tx.now.toISOString() })
    .where(isProposed)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('dismissed_at', 'is', null)
    .returning('id')
    .execute();
  for (const row of rows) await step(tx, row.id, 'frontdesk', 'replaced', { by: id });
}

/** Words about people added without a request; absent if unwanted. */
export interface CompareWords {
  /** One message for an import, when there are too many people to ask about each. */
  imported(reference: string, count: number): NewMessage[];
}

const mostAtOnce = 50;

/**
 * Proposes people who were added to the service's list since the last reading, in one transaction with the mark of the
 * reading. The mark stays below a person that an open request may have added; proposing others again changes nothing.
 * People in the first reading are skipped.
 * @returns the number of people found
 */
export async function compareList(
  tx: Tx,
  reading: ListReading,
  asked: CompareWords | undefined,
): Promise<number> {
  const mark = await findRow(tx.db, 'elsewhere_marks', { service: reading.service });
  if (!mark) {
    const { service, highest } = reading;
    await addRows(tx.db, 'elsewhere_marks', [{ service, highest_id: highest }]);
    return 0;
  }
  if (!asked) {
    await moveMark(tx, mark, reading.highest);
    return 0;
  }
  const wanted = reading.newerThan(mark.highest_id).filter(({ proposal }) => proposal !== undefined);
  const { made, open } = await knownOf(tx.db, reading, wanted);
  const found = wanted.filter(({ id }) => !made.has(id) && !open.has(id));
  if (found.length > mostAtOnce) {
    if (!(await moveMark(tx, mark, reading.highest))) return 0;
    await enqueue(tx, asked.imported(newReference('P'), found.length));
    return found.length;
  }
  await moveMark(tx, mark, Math.min(reading.highest, ...[...open].map((id) => id - 1)));
  const { kind, service: source } = reading;
  let count = 0;
  for (const { id, proposal } of found) {
    const there = { resultId: id, service: source };
    if (!proposal) continue;
    const proposed = await propose(tx, { ...proposal, kind, source, key: String(id), there });
    if (proposed.kind === 'new') count += 1;
  }
  return count;
}

/**
 * Ids of people added by a finished request (`made`; matched by id, or by address if the service returned no id) or
 * possibly by an open one (`open`). Reliable, because every request is stored before it is sent.
 */
async function knownOf(
  db: Handle,
  { kind, service }: Pick<ListReading, 'kind' | 'service'>,
  people: readonly Listed[],
): Promise<{ made: ReadonlySet<number>; open: ReadonlySet<number> }> {
  const [made, open] = [new Set<number>(), new Set<number>()];
  const own = db.selectFrom('requests').select(['subject', 'result_id']).where('kind', '=', kind);
  const done = own.where(isDone).where(sql<boolean>`(service is null or service = ${service})`);
  for (const some of chunks(people)) {
    const ids = some.map(({ id }) => id);
    const subjects = some.map(({ subject }) => subject);
    const waiting = await own.where(isOpen).where('subject', 'in', subjects).execute();
    const numbered = await done.where('result_id', 'in', ids).execute();
    const unnumbered = await done.where('result_id', 'is', null).where('subject', 'in', subjects).execute();
    for (const { id, subject } of some) {
      if (waiting.some((row) => row.subject === subject)) open.add(id);
      if (numbered.some((row) => row.result_id === id)) made.add(id);
      if (unnumbered.some((row) => row.subject === subject)) made.add(id);
    }
  }
  return { made, open };
}

/** Time for which all ids must be lower before the service counts as newly set up, in milliseconds. */
const lowerFor = 86_400_000;

/** Returns false if another process moved the mark since it was read and has handled the people it passed. */
async function moveMark({ db, now }: Writing, mark: MarkRow, highest: number): Promise<boolean> {
  const next = placeOf(mark, highest, now);
  if (next.highest_id === mark.highest_id && next.lower_since === mark.lower_since) return true;
  const own = db.updateTable('elsewhere_marks').set(next).where('service', '=', mark.service);
  return (await changedRows(own.where('highest_id', '=', mark.highest_id))) > 0;
}

/**
 * The mark only goes up, since removing the newest person lowers the highest id. A service set up from scratch at the
 * same address counts from 1 again, so the mark follows when ids stay low for long.
 */
function placeOf({ highest_id, lower_since }: MarkRow, highest: number, now: Date) {
  if (highest >= highest_id) return { highest_id: highest, lower_since: null };
  const since = lower_since ?? now.toISOString();
  const isLong = now.getTime() - Date.parse(since) >= lowerFor;
  // Ignore an empty list: it's likely to be temporary.
  if (!isLong || highest === 0) return { highest_id, lower_since: since };
  return { highest_id: highest, lower_since: null };
}

export interface Listed {
  id: number;
  subject: string;
  /** The request to propose; undefined for people who aren't asked about. */
  proposal: Pick<NewProposal, 'payload' | 'context'> | undefined;
}

export interface ListReading {
  kind: string;
  service: string;
  highest: number;
  newerThan(id: number): readonly Listed[];
}
