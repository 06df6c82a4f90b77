import { sql } from 'kysely';
import type { Database } from '../../../database/open.ts';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import type { LedgerTables } from './schema.ts';
import type { Handle } from './write.ts';

/** How long what is stored is kept, in days. */
export interface KeptFor {
  /** The personal details of a request, from its end. */
  details: number;
  /** That it existed, by whom, when and how it ended: the audit log. */
  audit: number;
}

interface RetentionOptions {
  database: Database<LedgerTables>;
  clock: Clock;
  log: Log;
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
export function startRetention({ database, clock, log, keptFor, also }: RetentionOptions): Repeating {
  const onError = (err: unknown) => log.error({ err }, 'what is old could not be cleaned up');

  async function turn(): Promise<void> {
    const now = clock.now();
    const auditBefore = before(now, keptFor.audit);
    for (const forget of [(at: Date) => forgetRequests(database, keptFor, at), ...also])
      await forget(now, auditBefore).then(tell, onError);
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

/**
 * Drops the personal details of requests that ended long ago: what was sent, whom it was about, and the messages. That
 * they existed, by whom, when and how they ended stays for longer. What Slack still has to get is kept until then.
 * @returns of how many requests the details were dropped
 */
function forgetRequests({ db }: Database<LedgerTables>, keptFor: KeptFor, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await giveUpMessages(tx, before(now, patienceWithSlack));
    const count = await dropDetails(tx, before(now, keptFor.details), now);
    await deleteMessages(tx, before(now, messagesWithoutRequest));
    await deleteRequests(tx, before(now, keptFor.audit));
    return count;
  });
}

/** Since when a message is wanted: how long it is kept, and waited with, counts from there. */
const wantedAt = sql<string>`coalesce(scheduled_for, created_at)`;

async function giveUpMessages(tx: Handle, wanted: Date): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'dropped' })
    .where('state', 'in', ['pending', 'sending'])
    .where(wantedAt, '<', wanted.toISOString())
    .execute();
}

async function dropDetails(tx: Handle, ended: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('requests')
    .set({ payload: '{}', context: '{}', subject: '', outcome: null, question: null, day: null })
    .set({ set_aside_at: null, result_id: null })
    .set({ forgotten_at: now.toISOString() })
    .where('ended_at', '<', ended.toISOString())
    .where('forgotten_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.request_id', '=', 'requests.id')
            .where('messages.state', 'in', ['pending', 'sending']),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Of requests whose details are dropped, and of no request at all. */
async function deleteMessages(tx: Handle, wanted: Date): Promise<void> {
  const forgotten = tx.selectFrom('requests').select('id').where('forgotten_at', 'is not', null);
  await tx.deleteFrom('messages').where('request_id', 'in', forgotten).execute();
  await tx
    .deleteFrom('messages')
    .where('request_id', 'is', null)
    .where('state', 'not in', ['pending', 'sending'])
    .where(wantedAt, '<', wanted.toISOString())
    .execute();
}

async function deleteRequests(tx: Handle, ended: Date): Promise<void> {
  const old = tx
    .selectFrom('requests')
    .select('id')
    .where('forgotten_at', 'is not', null)
    .where('ended_at', '<', ended.toISOString());
  await tx.deleteFrom('audit_events').where('request_id', 'in', old).execute();
  await tx.deleteFrom('requests').where('id', 'in', old).execute();
}
