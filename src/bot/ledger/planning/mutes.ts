import { sql } from 'kysely';
import type { Handle } from '../tables/write.ts';

/** Scope of a mute: reminders only, or also messages about the person's own tasks. */
type Muted = 'reminders' | 'tasks';

/** Mutes per request and reader. */
export function createMutes(db: Handle) {
  return {
    /** @param reader a Slack user id */
    async isMuted(requestId: string, reader: string, what: Muted): Promise<boolean> {
      const row = await db
        .selectFrom('request_mutes')
        .select('tasks')
        .where('request_id', '=', requestId)
        .where('reader', '=', reader)
        .executeTakeFirst();
      return row !== undefined && (what === 'reminders' || row.tasks === 1);
    },

    /** Mutes a request. Has no effect if its details were deleted, since no reminders follow. */
    async mute(requestId: string, reader: string, what: Muted): Promise<void> {
      const tasks = what === 'tasks' ? 1 : 0;
      await db
        .insertInto('request_mutes')
        .columns(['request_id', 'reader', 'tasks'])
        .expression(({ selectFrom, val }) =>
          selectFrom('requests')
            .select(['id', val(reader).as('reader'), sql<number>`${sql.lit(tasks)}`.as('tasks')])
            .where('id', '=', requestId)
            .where('forgotten_at', 'is', null),
        )
        .onConflict((conflict) =>
          tasks === 1
            ? conflict.columns(['request_id', 'reader']).doUpdateSet({ tasks })
            : conflict.doNothing(),
        )
        .execute();
    },

    async unmute(requestId: string, reader: string): Promise<void> {
      await db
        .deleteFrom('request_mutes')
        .where('request_id', '=', requestId)
        .where('reader', '=', reader)
        .execute();
    },
  };
}

/** Copies the mutes of replaced requests to the new one. */
export async function copyMutes(tx: Handle, from: readonly string[], to: string): Promise<void> {
  if (from.length === 0) return;
  await tx
    .insertInto('request_mutes')
    .columns(['request_id', 'reader', 'tasks'])
    .expression(({ selectFrom, val, fn }) =>
      selectFrom('request_mutes')
        .select([val(to).as('request_id'), 'reader', fn.max('tasks').as('tasks')])
        .where('request_id', 'in', from)
        .groupBy('reader'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
