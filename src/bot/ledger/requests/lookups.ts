import { type SelectQueryBuilder, sql } from 'kysely';
import { isNewest } from '../lists/newest.ts';
import { isDone, stands } from '../tables/conditions.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { LedgerTables, RequestRow } from '../tables/schema.ts';
import { newestDone } from './earlier.ts';
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

/**
 * More are not made between two readings of a list; whoever has asked for more since is not shown what they asked for
 * before.
 */
const most = { doneSince: 500, own: 50 };

/** The newest of their own ones that have ended and are kept. */
function ownOf(userId: string) {
  return sql`
    select id, kind, subject, state from requests
    where requester = ${userId} and ended_at is not null and forgotten_at is null
    order by created_at desc limit ${most.own}`;
}

/** Whether it is one of the newest of their own ones. */
function isOwnOf(userId: string) {
  return sql<boolean>`requests.id in (select id from (${ownOf(userId)}) own)`;
}

/**
 * Whether it is what counts now for somebody whom one of their own requests was about, and came after it: found from the
 * newest of their own ones on, however many they have.
 */
function changesOneOf(userId: string) {
  return sql<boolean>`requests.id in (
    select (
      select changed.id from requests changed
      where changed.state = 'done' and changed.kind = own.kind and changed.subject = own.subject
      and changed.revision > 0 order by changed.revision desc limit 1
    ) from (${ownOf(userId)}) own where own.state = 'done' and own.subject <> '')`;
}

/** Not the column itself: to get its order for nothing SQLite would walk along its index, through everybody's. */
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

/** Each of them once. */
function newestOf(rows: readonly RequestRow[], limit: number): RequestRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, limit);
}

/** What is looked up about requests. */
export function createLookups(database: LedgerDatabase, now: () => Date) {
  const { db, types } = database;
  const readAll = createReading(database);
  const kept = db.selectFrom('requests').where('forgotten_at', 'is', null);
  const listed = kept.where('set_aside_at', 'is', null);

  /** Of everybody; or those of one person, and the changes of them by others. */
  async function newestEndedOf(requester: string | undefined, limit: number): Promise<RequestRow[]> {
    if (requester === undefined) return newestEnded(listed, limit);
    // Each by an index of its own: one query for both would look through everything.
    const own = await newestEnded(listed.where(isOwnOf(requester)), limit, byCreation);
    return [...own, ...(await newestEnded(listed.where(changesOneOf(requester)), limit, byCreation))];
  }

  return {
    /** One request by its reference; undefined also when its details were dropped, or it cannot be read. */
    async find(id: string): Promise<Request | undefined> {
      const row = await kept.selectAll().where('id', '=', id).executeTakeFirst();
      return row && types.read(row);
    },

    /** Whether the form has made a request that stands: one that was not refused or cancelled. */
    async isSubmitted(submission: string): Promise<boolean> {
      const row = await db
        .selectFrom('requests')
        .select('id')
        .where('submission', '=', submission)
        .where(stands)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** That request; undefined also where it cannot be read. */
    async findSubmitted(submission: string): Promise<Request | undefined> {
      const row = await kept
        .selectAll()
        .where('submission', '=', submission)
        .where(stands)
        .executeTakeFirst();
      return row && types.read(row);
    },

    /** The request about somebody that has not ended; undefined also where it cannot be read. */
    async findOpen(kind: string, subject: string): Promise<Request | undefined> {
      const row = await listed
        .selectAll()
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row && types.read(row);
    },

    /** The newest requests, newest first. */
    async list(limit: number): Promise<Request[]> {
      return readAll(await listed.selectAll().orderBy('created_at', 'desc').limit(limit).execute(), now());
    },

    /** What any process has carried out of a kind since an instant, the newest first. */
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

    /** The request about somebody that was carried out last, and counts. */
    newestDone: async (kind: string, subject: string): Promise<Request | undefined> =>
      (await newestDone(db, types, { kind, subject }))?.request,

    /** What has not ended, and what ended last: of everybody, or of one person. */
    async overview(limits: OverviewLimits, requester?: string): Promise<Overview> {
      const all = listed.where('ended_at', 'is', null);
      // Not the column itself: by its index SQLite would walk through all that they ever asked for.
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
        open: await readAll(open, now()),
        openCount: Number(counted.count),
        ended: await readAll(newestOf(ended, limits.ended), now()),
      };
    },
  };
}
