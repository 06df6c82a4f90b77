import { sql } from 'kysely';
import type { Backlog } from '../../../telemetry/telemetry.ts';
import type { Aside } from '../requests/set-aside.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { isOpen, isUnsent, wantedAt } from '../tables/sql.ts';

/** PostgreSQL counts in text. */
function counted({ count, oldest }: { count: number | string; oldest: string }) {
  return { count: Number(count), oldest: new Date(oldest) };
}

/** Backlog for monitoring. Every query uses an index of unfinished entries. */
export function createBacklog({ db, clock }: LedgerDatabase, aside: Aside) {
  async function requests(): Promise<Backlog['requests']> {
    const rows = await db
      .selectFrom('requests')
      .select(['kind', 'state'])
      .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('created_at').as('oldest')])
      .where(isOpen)
      .where('set_aside_at', 'is', null)
      .groupBy(['kind', 'state'])
      .execute();
    return rows.map(({ kind, state, ...row }) => ({ kind, state, ...counted(row) }));
  }

  /** Messages that should have been sent by now, without those that wait for working hours. */
  async function messages(): Promise<Backlog['messages']> {
    const at = clock.now().toISOString();
    const rows = await db
      .selectFrom('messages')
      .select(sql<number>`case when blocked_by is null then 0 else 1 end`.as('blocked'))
      .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min(wantedAt).as('oldest')])
      .where(isUnsent)
      .where(wantedAt, '<=', at)
      .where((row) => row.or([row('planned', '=', 0), row('attempts', '>', 0), row('due_at', '<=', at)]))
      .groupBy('blocked')
      .execute();
    return rows.map(({ blocked, ...row }) => ({
      waitsFor: Number(blocked) === 1 ? 'people' : 'slack',
      ...counted(row),
    }));
  }

  return {
    async backlog(): Promise<Backlog> {
      const breaker = await db.selectFrom('circuit_breaker').select('code').executeTakeFirst();
      const { open, ended, messages: unreadable } = (await aside.count()).counts;
      return {
        requests: await requests(),
        messages: await messages(),
        setAside: { requests: open + ended, messages: unreadable },
        outage: breaker?.code ?? undefined,
      };
    },
  };
}
