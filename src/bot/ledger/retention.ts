import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/open.ts';
import type { Log } from '../../log.ts';
import type { LedgerTables } from './schema.ts';

export interface RetentionOptions {
  database: Database<LedgerTables>;
  clock: Clock;
  log: Log;
  /** How long personal details of ended requests are kept. */
  days: number;
}

const day = 86_400_000;
const every = 6 * 3_600_000;

/** Drops the personal details of requests that ended long ago, again and again. */
export function createRetention({ database, clock, log, days }: RetentionOptions) {
  let stopped = false;
  let cancel = () => {};

  async function turn(): Promise<void> {
    try {
      const now = clock.now();
      const count = await forget(database, new Date(now.getTime() - days * day), now);
      if (count > 0) log.info({ count }, 'personal details of old requests were dropped');
    } catch (error) {
      log.error({ err: error }, 'old requests could not be cleaned up');
    }
    if (!stopped) cancel = clock.after(every, () => void turn());
  }

  return {
    start(): void {
      cancel = clock.after(day / 24 / 60, () => void turn());
    },
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}

/**
 * Drops the personal details of requests that ended before an instant: what was sent, whom it was about, and the
 * messages. That they existed, by whom, when and how they ended stays. What Slack still has to get is kept until then.
 * @returns how many
 */
export function forget({ db }: Database<LedgerTables>, before: Date, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('requests')
      .set({ payload: '{}', context: '{}', subject: '', outcome: null, question: null })
      .set({ forgotten_at: now.toISOString() })
      .where('ended_at', '<', before.toISOString())
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
    const forgotten = tx.selectFrom('requests').select('id').where('forgotten_at', 'is not', null);
    await tx.deleteFrom('messages').where('request_id', 'in', forgotten).execute();
    return Number(numUpdatedRows);
  });
}
