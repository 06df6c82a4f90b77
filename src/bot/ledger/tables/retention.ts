import { sql } from 'kysely';
import { giveBackFreePages } from '../../../database/free-pages.ts';
import type { Database } from '../../../database/open.ts';
import { inSmallSteps } from '../../../database/small-steps.ts';
import type { Log } from '../../../log.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import type { Clock } from '../../../time/clock.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import { unleased } from '../delivery/lease.ts';
import { forgetWhatFinds } from '../lists/found-by.ts';
import { isAtOnce, isUnsent } from './conditions.ts';
import type { LedgerTables } from './schema.ts';
import type { Handle } from './write.ts';

/** How long what is stored is kept, in days. */
export interface KeptFor {
  /** The personal details of a request, from its end; of one that was carried out, from the person's day where that is later. */
  details: number;
  /** That it existed, by whom, when and how it ended: the audit log. */
  audit: number;
}

interface RetentionOptions {
  database: Database<LedgerTables>;
  clock: Clock;
  log: Log;
  telemetry: Pick<Telemetry, 'record'>;
  keptFor: KeptFor;
  /** What else is cleaned up on the same occasions. Takes the present and the instant before which the audit log goes. */
  also: readonly Forget[];
}

export type Forget = (now: Date, auditBefore: Date) => Promise<unknown>;

const day = 86_400_000;
const first = 60_000;
const every = 6 * 3_600_000;

/** How long after it was wanted a message that belongs to no request is kept, in days. */
const messagesWithoutRequest = 30;

/** How long Slack is waited for, in days: nobody needs the news any more then, and the details must go some day. */
const patienceWithSlack = 90;

/** Drops what is not kept any longer, again and again. */
export function startRetention(options: RetentionOptions): Repeating {
  const { database, clock, log, telemetry, keptFor, also } = options;
  let failures = 0;

  function onError(err: unknown): void {
    failures += 1;
    log.error({ err }, 'what is old could not be cleaned up');
  }

  async function turn(stopping: AbortSignal): Promise<void> {
    const now = clock.now();
    const auditBefore = before(now, keptFor.audit);
    let forgotten = 0;
    failures = 0;
    async function forgetOwn(): Promise<number> {
      forgotten = await forgetRequests(database, { keptFor, now, stopping });
      return forgotten;
    }
    for (const forget of [forgetOwn, ...also]) await forget(now, auditBefore).then(tell, onError);
    await giveBackFreePages(database, stopping).catch(onError);
    telemetry.record('cleaned', { forgotten, failures });
  }

  function tell(count: unknown): void {
    if (typeof count === 'number' && count > 0)
      log.info({ count }, 'personal details of old requests were dropped');
  }

  return repeat({ clock, every, first, turn, onError });
}

function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

interface Forgetting {
  keptFor: KeptFor;
  now: Date;
  stopping: AbortSignal;
}

/**
 * Drops the personal details of requests that ended long ago: what was sent, whom it was about, and the messages. That
 * they existed, by whom, when and how they ended stays for longer. What Slack still has to get is kept until then.
 * @returns of how many requests the details were dropped
 */
async function forgetRequests({ db }: Database<LedgerTables>, { keptFor, now, stopping }: Forgetting) {
  /** Each step in a transaction of its own. */
  const inSteps = (step: (tx: Handle, size: number) => Promise<number>) =>
    inSmallSteps((size) => db.transaction().execute((tx) => step(tx, size)), stopping);
  await inSteps((tx, size) => giveUpMessages(tx, size, before(now, patienceWithSlack)));
  const count = await inSteps((tx, size) => dropDetails(tx, size, before(now, keptFor.details), now));
  await inSteps((tx, size) => deleteMessages(tx, size, before(now, messagesWithoutRequest)));
  await inSteps((tx, size) => deleteRequests(tx, size, before(now, keptFor.audit)));
  return count;
}

/** Since when a message is wanted: how long it is kept, and waited with, counts from there. */
const wantedAt = sql<string>`coalesce(scheduled_for, created_at)`;

/** Whoever is trying one right now holds it no more: a failure would put it back for the next time. */
async function giveUpMessages(tx: Handle, size: number, wanted: Date): Promise<number> {
  const old = tx.selectFrom('messages').select('id').where(isUnsent).where(isAtOnce);
  const step = old.where(wantedAt, '<', wanted.toISOString()).limit(size);
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ state: 'dropped', ...unleased })
    .where('id', 'in', step)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function dropDetails(tx: Handle, size: number, ended: Date, now: Date): Promise<number> {
  const step = await tx
    .selectFrom('requests')
    .select('id')
    .where('ended_at', 'is not', null)
    .where('forgotten_at', 'is', null)
    .where('ended_at', '<', ended.toISOString())
    // Until the person's day is over, reminders and the announcement need the details.
    .where(({ eb, or }) =>
      or([
        eb('state', '<>', 'done'),
        eb('day', 'is', null),
        eb('day', '<=', ended.toISOString().slice(0, 'YYYY-MM-DD'.length)),
      ]),
    )
    .where(({ not, exists, selectFrom }) => {
      // What is planned for a later day goes with them.
      const unsent = selectFrom('messages').select('messages.id').where(isUnsent).where(isAtOnce);
      return not(exists(unsent.whereRef('messages.request_id', '=', 'requests.id')));
    })
    .orderBy('ended_at')
    .limit(size)
    .execute();
  const ids = step.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx
    .updateTable('requests')
    .set({ payload: '{}', context: '{}', subject: '', outcome: null, question: null, day: null })
    .set({ set_aside_at: null, result_id: null, ended_day: null, email: null })
    .set({ forgotten_at: now.toISOString() })
    .where('id', 'in', ids)
    .execute();
  await tx.deleteFrom('messages').where('request_id', 'in', ids).execute();
  await forgetWhatFinds(tx, ids);
  return ids.length;
}

/** Of no request at all. */
async function deleteMessages(tx: Handle, size: number, wanted: Date): Promise<number> {
  const old = tx
    .selectFrom('messages')
    .select('id')
    .where('request_id', 'is', null)
    // No message is wanted before it was made.
    .where('created_at', '<', wanted.toISOString())
    .where(wantedAt, '<', wanted.toISOString())
    .where('state', 'not in', ['pending', 'sending'])
    .limit(size);
  const { numDeletedRows } = await tx.deleteFrom('messages').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
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
  // None is left as a rule: one that was written after the details were dropped would keep the request.
  await tx.deleteFrom('messages').where('request_id', 'in', ids).execute();
  await tx.deleteFrom('requests').where('id', 'in', ids).execute();
  return ids.length;
}
