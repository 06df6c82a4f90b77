import { sql } from 'kysely';
import type { Backlog } from '../../../telemetry/telemetry.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { isOpen, isUnsent, wantedAt } from '../tables/sql.ts';

/** Upper bound of the count per kind: monitoring alerts long before, and it bounds the cost of a query. */
const mostCounted = 10_000;

/** Backlog for monitoring. Every query uses an index of unfinished entries. */
export function createBacklog({ db, clock }: LedgerDatabase) {
  async function requests(): Promise<Backlog['requests']> {
    const open = db
      .selectFrom('requests')
      .select(['kind', 'state', 'created_at'])
      .where(isOpen)
      .where('set_aside_at', 'is', null)
      .orderBy('created_at')
      .limit(mostCounted);
    const rows = await db
      .selectFrom(open.as('open'))
      .select(['kind', 'state'])
      .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('created_at').as('oldest')])
      .groupBy(['kind', 'state'])
      .execute();
    return rows.map(({ count, oldest, ...of }) => ({
      ...of,
      count: Number(count),
      oldest: new Date(oldest),
    }));
  }

  /** Messages that should have been sent by now, without those that wait for working hours. */
  async function messages(): Promise<Backlog['messages']> {
    const at = clock.now().toISOString();
    const wanted = db
      .selectFrom('messages')
      .select([
        sql<number>`case when blocked_by is null then 0 else 1 end`.as('blocked'),
        wantedAt.as('wanted'),
      ])
      .where(isUnsent)
      .where(wantedAt, '<=', at)
      .where((row) => row.or([row('planned', '=', 0), row('attempts', '>', 0), row('due_at', '<=', at)]))
      .limit(mostCounted);
    const rows = await db
      .selectFrom(wanted.as('some'))
      .select('blocked')
      .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('wanted').as('oldest')])
      .groupBy('blocked')
      .execute();
    return rows.map(({ blocked, count, oldest }) => ({
      waitsFor: Number(blocked) === 1 ? 'people' : 'slack',
      count: Number(count),
      oldest: new Date(oldest),
    }));
  }

  async function setAside(): Promise<Backlog['setAside']> {
    const ofRequests = db.selectFrom('requests').select('id').where('set_aside_at', 'is not', null);
    const ofMessages = db
      .selectFrom('messages')
      .select('id')
      .where(sql<boolean>`messages.state = 'unreadable'`);
    const requests = await ofRequests.limit(mostCounted).execute();
    return { requests: requests.length, messages: (await ofMessages.limit(mostCounted).execute()).length };
  }

  async function backlog(): Promise<Backlog> {
    const breaker = await db
      .selectFrom('circuit_breaker')
      .select('code')
      .where('id', '=', 1)
      .executeTakeFirst();
    return {
      requests: await requests(),
      messages: await messages(),
      setAside: await setAside(),
      outage: breaker?.code ?? undefined,
    };
  }

  return { backlog };
}
