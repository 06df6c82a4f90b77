import { sql } from 'kysely';
import type { Database } from '../../../database/open.ts';
import { giveBackFreePages, inSmallSteps } from '../../../database/small-steps.ts';
import { changedRows } from '../../../database/table.ts';
import type { Log } from '../../../log.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import { type Clock, type Repeating, repeat } from '../../../time/clock.ts';
import { unleased } from '../queue.ts';
import { forgetEvents } from '../webhooks/webhooks.ts';
import type { LedgerTables } from './schema.ts';
import { type Handle, isAtOnce, isProposed, isUnsent, step, wantedAt } from './sql.ts';

export interface KeptFor {
  /** Personal details of a request, counted from its end, or from the person's day if completed and later. */
  details: number;
  /** Audit log: requester, times and outcome. */
  audit: number;
}

interface RetentionOptions {
  database: Database<LedgerTables>;
  clock: Clock;
  log: Log;
  telemetry: Pick<Telemetry, 'record'>;
  keptFor: KeptFor;
  also: readonly Forget[];
}

export type Forget = (now: Date, auditBefore: Date) => Promise<unknown>;

const day = 86_400_000;
const first = 60_000;
const every = 6 * 3_600_000;

/** Retention of messages without a request, in days after they are due. */
const messagesWithoutRequest = 30;

/** Days until a proposal that nobody takes ends. */
const proposals = 30;

/** Days until an unsent message is dropped: it is outdated, and the details must be deleted some day. */
const patienceWithSlack = 90;

export function startRetention(options: RetentionOptions): Repeating {
  const { database, clock, log, telemetry, keptFor, also } = options;
  let failures = 0;

  function onError(err: unknown): undefined {
    failures += 1;
    log.error({ err }, 'what is old could not be cleaned up');
  }

  async function turn(stopping: AbortSignal): Promise<void> {
    const now = clock.now();
    failures = 0;
    const forgotten = (await forgetRequests(options, now, stopping).catch(onError)) ?? 0;
    for (const forget of also) await forget(now, before(now, keptFor.audit)).catch(onError);
    await giveBackFreePages(database, stopping).catch(onError);
    if (forgotten > 0) log.info({ count: forgotten }, 'personal details of old requests were dropped');
    telemetry.record('cleaned', { forgotten, failures });
  }

  return repeat({ clock, every, first, turn, onError });
}

function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

/** A request with unsent immediate messages is skipped. */
async function forgetRequests(
  { database: { db }, keptFor }: RetentionOptions,
  now: Date,
  stopping: AbortSignal,
): Promise<number> {
  const inSteps = (step: (tx: Handle, size: number) => Promise<number>) =>
    inSmallSteps((size) => db.transaction().execute((tx) => step(tx, size)), stopping);
  await inSteps((tx, size) => giveUpMessages(tx, size, before(now, patienceWithSlack)));
  const count = await inSteps((tx, size) => dropDetails(tx, size, before(now, keptFor.details), now));
  await inSteps((tx, size) => endProposals(tx, size, before(now, proposals), now));
  await inSteps((tx, size) => deleteMessages(tx, size, before(now, messagesWithoutRequest)));
  await inSteps((tx, size) => forgetEvents(tx, size, now));
  await inSteps((tx, size) => deleteRequests(tx, size, before(now, keptFor.audit)));
  return count;
}

function giveUpMessages(tx: Handle, size: number, wanted: Date): Promise<number> {
  const old = tx.selectFrom('messages').select('id').where(isUnsent).where(isAtOnce);
  const step = old.where(wantedAt, '<', wanted.toISOString()).limit(size);
  const dropped = { state: 'dropped', ...unleased };
  return changedRows(tx.updateTable('messages').set(dropped).where('id', 'in', step));
}

async function dropDetails(tx: Handle, size: number, ended: Date, now: Date): Promise<number> {
  const rows = await tx
    .selectFrom('requests')
    .select('id')
    .where('ended_at', 'is not', null)
    .where('forgotten_at', 'is', null)
    .where('ended_at', '<', ended.toISOString())
    // Reminders and the announcement need the details until the person's day is over.
    .where(({ eb, or }) =>
      or([
        eb('state', '<>', 'done'),
        eb('day', 'is', null),
        eb('day', '<=', ended.toISOString().slice(0, 'YYYY-MM-DD'.length)),
      ]),
    )
    .where(({ not, exists, selectFrom }) => {
      // Planned messages are deleted with the details.
      const unsent = selectFrom('messages').select('messages.id').where(isUnsent).where(isAtOnce);
      return not(exists(unsent.whereRef('messages.request_id', '=', 'requests.id')));
    })
    .orderBy('ended_at')
    .limit(size)
    .execute();
  const ids = rows.map(({ id }) => id);
  return forget(tx, ids, now);
}

/** Ends proposals that nobody decided on, or that were declined that long ago. */
async function endProposals(tx: Handle, size: number, decided: Date, now: Date): Promise<number> {
  const old = tx
    .selectFrom('requests')
    .select('id')
    .where(isProposed)
    .where(sql`coalesce(dismissed_at, created_at)`, '<', decided.toISOString())
    // Its source said so again, or the day is still ahead.
    .where('due_at', '<', decided.toISOString())
    .where(({ eb, or }) => or([eb('day', 'is', null), eb('day', '<', decided.toISOString().slice(0, 10))]))
    .limit(size);
  const ended = await tx
    .updateTable('requests')
    .set({ state: 'cancelled', ended_at: now.toISOString() })
    .where('id', 'in', old)
    // On PostgreSQL it may have been taken since the select.
    .where(isProposed)
    .returning('id')
    .execute();
  const ids = ended.map(({ id }) => id);
  for (const id of ids) await step({ db: tx, now }, id, 'frontdesk', 'lapsed');
  return forget(tx, ids, now);
}

/** Tables with personal details of requests. */
const withDetails = [
  'messages',
  'webhook_events',
  'request_names',
  'request_people',
  'request_mutes',
  'approvals',
  'approval_notes',
] as const;

/** Payload, subject and messages go; requester, times and state stay for the audit log. */
async function forget(tx: Handle, ids: readonly string[], now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  await tx
    .updateTable('requests')
    .set({ payload: '{}', context: '{}', subject: '', outcome: null, question: null, day: null })
    .set({ set_aside_at: null, result_id: null, ended_day: null, email: null, next_moment_at: null })
    .set({ forgotten_at: now.toISOString() })
    .where('id', 'in', ids)
    .execute();
  for (const table of withDetails) await tx.deleteFrom(table).where('request_id', 'in', ids).execute();
  return ids.length;
}

function deleteMessages(tx: Handle, size: number, wanted: Date): Promise<number> {
  const old = tx
    .selectFrom('messages')
    .select('id')
    .where('request_id', 'is', null)
    // Implied by the next condition; for the index.
    .where('created_at', '<', wanted.toISOString())
    .where(wantedAt, '<', wanted.toISOString())
    .where('state', 'not in', ['pending', 'sending'])
    .limit(size);
  return changedRows(tx.deleteFrom('messages').where('id', 'in', old));
}

async function deleteRequests(tx: Handle, size: number, ended: Date): Promise<number> {
  const old = await tx
    .selectFrom('requests')
    .select('id')
    .where('forgotten_at', 'is not', null)
    .where('ended_at', '<', ended.toISOString())
    .limit(size)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.deleteFrom('audit_events').where('request_id', 'in', ids).execute();
  // Normally there are none left, but one written after the details were deleted would block the request's deletion.
  await tx.deleteFrom('messages').where('request_id', 'in', ids).execute();
  await tx.deleteFrom('requests').where('id', 'in', ids).execute();
  return ids.length;
}
