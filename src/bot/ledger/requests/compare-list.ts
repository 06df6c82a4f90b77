import { sql } from 'kysely';
import { z } from 'zod';
import { newReference } from '../../../reference.ts';
import { enqueue, type NewMessage } from '../outbox/enqueue.ts';
import type { Tx } from '../tables/ledger-database.ts';
import {
  addRows,
  type Handle,
  isDone,
  isOpen,
  isProposed,
  parseJson,
  step,
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
}

/** Stores a proposal, and the message that asks about it. A repeat updates one that nobody has taken. */
export async function propose(tx: Tx, proposal: NewProposal): Promise<void> {
  const { kind, payload, context, source, key, there } = proposal;
  const id = newReference('R');
  const now = tx.now.toISOString();
  const said = {
    subject: tx.types.of(kind).subject(payload),
    payload: JSON.stringify(payload),
    context: JSON.stringify(context),
    result_id: there?.resultId ?? null,
    service: there?.service ?? null,
  };
  const row = await tx.db
    .insertInto('requests')
    .values({
      ...{
        id,
        kind,
        proposal: `${source} ${key}`,
        submission: id,
        requester: 'frontdesk',
        state: 'proposed',
      },
      ...{ attempts: 0, awaits_view: 0, revision: 0, created_at: now, due_at: now },
      ...said,
    })
    .onConflict((conflict) =>
      conflict.column('proposal').where('proposal', 'is not', null).doUpdateSet(said).where(isProposed),
    )
    .returningAll()
    .executeTakeFirst();
  if (row?.id !== id) return;
  await step(tx, id, 'frontdesk', 'proposed');
  await enqueue(tx, tx.words.proposed(tx.types.mustRead(row)));
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
 * Proposes people who were added to the service's list since the last reading. Runs in one transaction with the mark
 * of the last reading, so each person is asked about once across processes and restarts. People in the first reading are
 * skipped.
 * @returns the number of people found
 */
export async function compareList(
  tx: Tx,
  reading: ListReading,
  asked: CompareWords | undefined,
): Promise<number> {
  const { db } = tx;
  const mark = await readMark(db, reading.service);
  if (!mark) {
    await startMark(db, reading);
    return 0;
  }
  const looked = reading.people(mark.highest, mark.waiting);
  const wanted = looked.filter(({ proposal }) => proposal !== undefined);
  const { made, open } = await knownOf(db, reading, wanted);
  const waiting = wanted.filter(({ id }) => open.has(id)).map(({ id }) => id);
  const isMoved = await moveMark(tx, mark, reading, waiting);
  if (!isMoved || !asked) return 0;
  const found = wanted.filter(({ id }) => !made.has(id) && !open.has(id));
  await proposeEach(tx, found, reading, asked);
  return found.length;
}

async function proposeEach(
  tx: Tx,
  found: readonly Listed[],
  { kind, service }: ListReading,
  asked: CompareWords,
): Promise<void> {
  if (found.length > mostAtOnce) return enqueue(tx, asked.imported(newReference('P'), found.length));
  for (const { id, proposal } of found)
    if (proposal)
      await propose(tx, {
        ...proposal,
        kind,
        source: service,
        key: String(id),
        there: { resultId: id, service },
      });
}

const inOneGo = 500;

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
  for (let at = 0; at < people.length; at += inOneGo) {
    const some = people.slice(at, at + inOneGo);
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

interface Mark {
  highest: number;
  waiting: readonly number[];
  lowerSince: string | null;
  version: number;
}

/** Time for which all ids must be lower before the service counts as newly set up, in milliseconds. */
const lowerFor = 86_400_000;

const Ids = z.array(z.int());

async function readMark(tx: Handle, service: string): Promise<Mark | undefined> {
  const row = await tx
    .selectFrom('elsewhere_marks')
    .selectAll()
    .where('service', '=', service)
    .executeTakeFirst();
  if (!row) return undefined;
  const { highest_id: highest, lower_since: lowerSince, version } = row;
  return { highest, waiting: Ids.safeParse(parseJson(row.waiting)).data ?? [], lowerSince, version };
}

async function startMark(db: Handle, { service, highest }: ListReading): Promise<void> {
  const mark = { service, highest_id: highest, waiting: '[]', version: 1 };
  await addRows(db, 'elsewhere_marks', [mark]);
}

/** Returns false if another process moved the mark since it was read and has handled the people it passed. */
async function moveMark(
  { db, now }: Writing,
  mark: Mark,
  { service, highest }: ListReading,
  waiting: readonly number[],
): Promise<boolean> {
  const next = { ...placeOf(mark, highest, now), waiting: JSON.stringify(waiting) };
  const isSame =
    next.highest_id === mark.highest &&
    next.lower_since === mark.lowerSince &&
    next.waiting === JSON.stringify(mark.waiting);
  if (isSame) return true;
  const { numUpdatedRows } = await db
    .updateTable('elsewhere_marks')
    .set({ ...next, version: mark.version + 1 })
    .where('service', '=', service)
    .where('version', '=', mark.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The mark only goes up, since removing the newest person lowers the highest id. A service set up from scratch at the
 * same address counts from 1 again, so the mark follows when ids stay low for long.
 */
function placeOf({ highest: before, lowerSince }: Mark, highest: number, now: Date) {
  if (highest >= before) return { highest_id: highest, lower_since: null };
  const since = lowerSince ?? now.toISOString();
  const isLong = now.getTime() - Date.parse(since) >= lowerFor;
  // Ignore an empty list: it's likely to be temporary.
  if (!isLong || highest === 0) return { highest_id: before, lower_since: since };
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
  people(above: number, among: readonly number[]): readonly Listed[];
}
