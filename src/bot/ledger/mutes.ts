import { sql } from 'kysely';
import { findRow } from '../../database/table.ts';
import type { Request } from './requests/request.ts';
import { type Handle, isDone } from './tables/sql.ts';

/** Scope of a mute: reminders only, or also messages about the person's own tasks. */
type Muted = 'reminders' | 'tasks';

export function createMutes(db: Handle) {
  return {
    async isMuted(requestId: string, reader: string, what: Muted): Promise<boolean> {
      const row = await findRow(db, 'request_mutes', { request_id: requestId, reader });
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
      const own = db.deleteFrom('request_mutes').where('request_id', '=', requestId);
      await own.where('reader', '=', reader).execute();
    },
  };
}

/** Copies the mutes of earlier requests about the same person to a completed one. */
export async function inheritMutes(db: Handle, { id, kind, subject }: Request): Promise<void> {
  await db
    .insertInto('request_mutes')
    .columns(['request_id', 'reader', 'tasks'])
    .expression(({ selectFrom, val, fn }) =>
      selectFrom('request_mutes')
        .innerJoin('requests', 'requests.id', 'request_mutes.request_id')
        .select([val(id).as('request_id'), 'reader', fn.max('tasks').as('tasks')])
        .where(isDone)
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('requests.id', '<>', id)
        .groupBy('reader'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
