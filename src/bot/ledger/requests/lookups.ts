import { type SelectQueryBuilder, sql } from 'kysely';
import type { LedgerDatabase, Reads } from '../tables/ledger-database.ts';
import type { LedgerTables, RequestRow } from '../tables/schema.ts';
import { isDone, isNewest, stands } from '../tables/sql.ts';
import type { Request } from './request.ts';
import { readAll } from './set-aside.ts';

interface OverviewLimits {
  open: number;
  ended: number;
}

interface Overview {
  /** Requests that need an answer first; within each group the oldest first. */
  open: Request[];
  openCount: number;
  ended: Request[];
}

/** Limits: completions between two readings of a list, and a person's own requests that are considered. */
const most = { doneSince: 500, own: 50 };

function ownOf(userId: string) {
  return sql`
    select id, kind, subject, state from requests
    where requester = ${userId} and ended_at is not null and forgotten_at is null
    order by created_at desc limit ${most.own}`;
}

function isOwnOf(userId: string) {
  return sql<boolean>`requests.id in (select id from (${ownOf(userId)}) own)`;
}

/**
 * SQL condition: the latest completed change of one of the person's own requests. It starts from their newest
 * requests, which bounds the cost.
 */
function changesOneOf(userId: string) {
  return sql<boolean>`requests.id in (
    select (
      select changed.id from requests changed
      where changed.state = 'done' and changed.kind = own.kind and changed.subject = own.subject
      and changed.revision > 0 order by changed.revision desc limit 1
    ) from (${ownOf(userId)}) own where own.state = 'done' and own.subject <> '')`;
}

/** An expression, so that SQLite can't use the column's index for sorting, which would scan everyone's requests. */
const byCreation = sql`requests.created_at || ''`;

type Requests = SelectQueryBuilder<LedgerTables, 'requests', object>;

function newestEnded(
  requests: Requests,
  limit: number,
  order: 'created_at' | typeof byCreation = 'created_at',
): Promise<RequestRow[]> {
  return requests
    .selectAll()
    .where('ended_at', 'is not', null)
    .where('dismissed_at', 'is', null)
    .where(sql<boolean>`(requests.state <> 'done' or ${isNewest})`)
    .orderBy(order, 'desc')
    .limit(limit)
    .execute();
}

function newestOf(rows: readonly RequestRow[], limit: number): RequestRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, limit);
}

export function createLookups(database: LedgerDatabase) {
  const { db, types } = database;
  const kept = db.selectFrom('requests').where('forgotten_at', 'is', null);
  const listed = kept.where('set_aside_at', 'is', null);

  async function newestEndedOf(requester: string | undefined, limit: number): Promise<RequestRow[]> {
    if (requester === undefined) return newestEnded(listed, limit);
    // Two queries, so that each uses its own index; a combined one would scan the table.
    const own = await newestEnded(listed.where(isOwnOf(requester)), limit, byCreation);
    return [...own, ...(await newestEnded(listed.where(changesOneOf(requester)), limit, byCreation))];
  }

  return {
    async find(id: string): Promise<Request | undefined> {
      const row = await kept.selectAll().where('id', '=', id).executeTakeFirst();
      return row && types.read(row);
    },

    /** Whether the form has created a request that wasn't refused or cancelled. */
    async isSubmitted(submission: string): Promise<boolean> {
      const row = await db
        .selectFrom('requests')
        .select('id')
        .where('submission', '=', submission)
        .where(stands)
        .executeTakeFirst();
      return row !== undefined;
    },

    async findSubmitted(submission: string): Promise<Request | undefined> {
      const row = await kept
        .selectAll()
        .where('submission', '=', submission)
        .where(stands)
        .executeTakeFirst();
      return row && types.read(row);
    },

    async findOpen(kind: string, subject: string): Promise<Request | undefined> {
      const row = await listed
        .selectAll()
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row && types.read(row);
    },

    async list(limit: number): Promise<Request[]> {
      return readAll(database, await listed.selectAll().orderBy('created_at', 'desc').limit(limit).execute());
    },

    async doneSince(kind: string, since: Date): Promise<Request[]> {
      const rows = await kept
        .selectAll()
        .where('kind', '=', kind)
        .where(isDone)
        .where('ended_at', '>=', since.toISOString())
        .orderBy('ended_at', 'desc')
        .limit(most.doneSince)
        .execute();
      return rows.flatMap((row) => types.read(row) ?? []);
    },

    newestDone: (kind: string, subject: string) => newestDone(database, kind, subject),

    async overview(limits: OverviewLimits, requester?: string): Promise<Overview> {
      const all = listed.where('ended_at', 'is', null);
      // An expression, so that SQLite doesn't use the column's index, which would scan all of the person's requests.
      const unended = requester === undefined ? all : all.where(sql`requester || ''`, '=', requester);
      const open = await unended
        .selectAll()
        .orderBy(sql`case when state in ('needs_review', 'awaiting_approval') then 0 else 1 end`)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limits.open)
        .execute();
      const counted = await unended
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      const ended = await newestEndedOf(requester, limits.ended);
      return {
        open: await readAll(database, open),
        openCount: Number(counted.count),
        ended: await readAll(database, newestOf(ended, limits.ended)),
      };
    },
  };
}

/** Finds the last completed request about a person; undefined if none is stored or its details were deleted. */
export async function newestDone(
  { db, types }: Reads,
  kind: string,
  subject: string,
): Promise<Request | undefined> {
  const row = await db
    .selectFrom('requests')
    .selectAll()
    .where(isDone)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('forgotten_at', 'is', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && types.read(row);
}
