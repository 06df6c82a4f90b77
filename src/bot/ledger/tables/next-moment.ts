import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from '../../../database/open.ts';

const ahead = `planned = 1 and purpose like 'plan:%' and state = 'pending' and attempts = 0`;

/** A request has its next moment in place of a stored message for each; so all unsent messages share an index. */
export const nextMoment: Migration = {
  async up(db: Kysely<unknown>) {
    const run = (statement: string) => sql.raw(statement).execute(db);
    if (!(await hasColumn(db, 'requests', 'next_moment_at')))
      await run('alter table requests add column next_moment_at text');
    await run(
      'create index if not exists requests_moment on requests (next_moment_at) where next_moment_at is not null',
    );
    await run('drop index if exists messages_tried');
    await run(
      `create index if not exists messages_open on messages (due_at) where state in ('pending', 'sending')`,
    );
    await run(`update requests set next_moment_at = (
      select min(scheduled_for) from messages where request_id = requests.id and ${ahead})
      where next_moment_at is null`);
    await run(`delete from messages where (request_id is not null and ${ahead}) or state = 'withdrawn'`);
    if (await hasColumn(db, 'requests', 'planned_by'))
      await run('alter table requests drop column planned_by');
  },
};
