import { sql } from 'kysely';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { isNewest } from './earlier.ts';
import type { Request } from './request.ts';
import { createReading } from './set-aside.ts';

/** How many of each are read. */
interface OverviewLimits {
  open: number;
  ended: number;
}

/** What somebody has to know of requests: what has not ended is never hidden behind what has. */
interface Overview {
  /** Those that a person has to answer first, then the others; of both, those that wait longest first. */
  open: Request[];
  /** How many have not ended, shown or not. */
  openCount: number;
  /** The newest first. */
  ended: Request[];
}

/** Their own ones, and what changed one of theirs since. */
function isKnownTo(userId: string) {
  return sql<boolean>`(requester = ${userId} or (revision > 0 and state = 'done' and subject <> ''
    and (kind, subject) in (
      select own.kind, own.subject from requests own where own.requester = ${userId} and own.state = 'done')))`;
}

/** @returns reads the requests of everybody, or of one person */
export function createOverview(database: LedgerDatabase, now: () => Date) {
  const { db } = database;
  const readAll = createReading(database);

  function of(requester: string | undefined) {
    return db
      .selectFrom('requests')
      .where('forgotten_at', 'is', null)
      .where('set_aside_at', 'is', null)
      .$if(requester !== undefined, (query) => query.where(isKnownTo(requester ?? '')));
  }

  return async (limits: OverviewLimits, requester?: string): Promise<Overview> => {
    const open = await of(requester)
      .selectAll()
      .where('ended_at', 'is', null)
      .orderBy(sql`case when state = 'needs_review' then 0 else 1 end`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limits.open)
      .execute();
    const counted = await of(requester)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    const ended = await of(requester)
      .selectAll()
      .where('ended_at', 'is not', null)
      .where(sql<boolean>`(requests.state <> 'done' or ${isNewest})`)
      .orderBy('created_at', 'desc')
      .limit(limits.ended)
      .execute();
    return {
      open: await readAll(open, now()),
      openCount: Number(counted.count),
      ended: await readAll(ended, now()),
    };
  };
}
