import { findRow, putRow } from '../../../database/table.ts';
import { addDays } from '../../../time/dates.ts';
import { enqueue } from '../outbox/message.ts';
import type { LedgerDatabase, Tx } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { counting, step, updateRequest } from '../tables/sql.ts';
import { changeDay } from './change-day.ts';
import { answered } from './questions.ts';
import { type Request, readLocked } from './request.ts';

export interface PeopleList {
  service: string;
  /** Time of the reading, in milliseconds since the epoch. */
  readAt: number;
  count: number;
  /** Whether the list has a person, by id if known, else by email address. */
  has(person: { id: number | null; email: string }): boolean;
}

/**
 * Minimum age of an addition for the list to prove its absence, in milliseconds: clocks differ, and reading takes
 * time.
 */
const surelyListed = 5 * 60_000;
/**
 * A list with more than `mostLost` people fewer than before may be truncated; after `shorterFor` milliseconds it
 * counts anyway.
 */
const mostLost = 3;
const shorterFor = 86_400_000;
/** Days after the start day during which a missing person may still reappear. */
const stillAsked = 60;
const most = 2_000;

/** Whether a start is uncertain: the person disappeared from the service, and HR hasn't answered what that means. */
export function isUncertain({
  missingSince,
  keptBy,
  calledOffAt,
}: Pick<Request, 'missingSince' | 'keptBy' | 'calledOffAt'>): boolean {
  return missingSince !== null && keptBy === null && calledOffAt === null;
}

function watched({ db, types, today }: LedgerDatabase, service: string, now: Date): Promise<RequestRow[]> {
  return counting(db)
    .selectAll()
    .where('kind', 'in', types.bounding('start'))
    .where('day', '>=', addDays(today(now), -stillAsked))
    .where((row) => row.or([row('day', '>=', today(now)), row('missing_since', 'is not', null)]))
    .where((row) => row.or([row('service', 'is', null), row('service', '=', service)]))
    .orderBy('day')
    .limit(most)
    .execute();
}

/** Only one process stores it and asks HR. @param missingSince null if the person is back */
async function noteMissing(tx: Tx, id: string, missingSince: string | null): Promise<void> {
  const request = await readLocked(tx, id);
  const isBack = missingSince === null;
  if (!request || (request.missingSince === null) === isBack || (!isBack && request.day === null)) return;
  await updateRequest(tx, id, { missing_since: missingSince, kept_by: null });
  await step(tx, id, 'frontdesk', isBack ? 'back' : 'missing');
  if (!isBack) await enqueue(tx, tx.words.missing({ ...request, missingSince, keptBy: null }));
}

/** A list much shorter than before may be truncated, so it is ignored until it stays short. */
async function isWhole({ db, now }: Tx, { service, count }: PeopleList): Promise<boolean> {
  const before = await findRow(db, 'list_sizes', { service });
  const isShorter = before !== undefined && count < before.people - mostLost;
  const since = isShorter ? (before.shorter_since ?? now.toISOString()) : null;
  const isProven = since === null || now.getTime() - Date.parse(since) >= shorterFor;
  const next = isProven
    ? { people: count, shorter_since: null }
    : { people: before?.people ?? count, shorter_since: since };
  if (before?.people !== next.people || before.shorter_since !== next.shorter_since)
    await putRow(db, 'list_sizes', { service }, next);
  return isProven;
}

/** Stores who is missing from the list and who is back. @returns the number of starts changed */
export async function compareStarts(database: LedgerDatabase, list: PeopleList): Promise<number> {
  const { transact, clock } = database;
  const now = clock.now();
  if (list.count === 0) return 0;
  const isProof = await transact((tx) => isWhole(tx, list));
  let count = 0;
  for (const row of await watched(database, list.service, now)) {
    const isThere = list.has({ id: row.result_id, email: row.subject });
    const isMissed = row.missing_since !== null;
    if (isThere !== isMissed || (!isThere && !(isProof && wouldHave(list, row)))) continue;
    await transact((tx) => noteMissing(tx, row.id, isThere ? null : now.toISOString()));
    count += 1;
  }
  return count;
}

/**
 * HR's answer about a missing person. Returns false if the question was answered before or the person is back.
 * @param cancels whether the start is cancelled
 */
export async function answerMissing(tx: Tx, id: string, cancels: boolean, by: string): Promise<boolean> {
  const request = await readLocked(tx, id);
  if (!request || !isUncertain(request)) return false;
  await step(tx, id, by, answered(cancels));
  if (cancels) await changeDay(tx, request, { day: null, endedDay: null }, by);
  else await updateRequest(tx, id, { kept_by: by });
  return true;
}

/** Whether the list is recent enough to contain a person added at that time. */
function wouldHave({ readAt }: PeopleList, { ended_at }: RequestRow): boolean {
  return Date.parse(ended_at ?? '') + surelyListed <= readAt;
}
