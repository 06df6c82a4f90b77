import { type SelectQueryBuilder, sql } from 'kysely';
import type { Day } from '../../../time/dates.ts';
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

/** More of what lies ahead nobody looks through; more are not made between two readings of a list. */
const most = { ahead: 200, doneSince: 500 };

/** Whether nothing newer of its kind was carried out for the same person: then it is what counts. */
const isNewest = sql<boolean>`not exists (
  select 1 from requests newer where newer.state = 'done' and newer.kind = requests.kind
  and newer.subject = requests.subject and newer.subject <> '' and newer.revision > requests.revision)`;

/** Whether it came after one of theirs for the same person: found from their own ones on, which are few. */
function changesOneOf(userId: string) {
  return sql<boolean>`requests.id in (
    select changed.id from (
      select distinct kind, subject from requests
      where requester = ${userId} and state = 'done' and subject <> '' and forgotten_at is null
    ) own cross join requests changed
    where changed.state = 'done' and changed.kind = own.kind and changed.subject = own.subject
    and changed.revision > 0)`;
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

    /** The newest requests, newest first. */
    async list(limit: number): Promise<Request[]> {
      return readAll(await listed.selectAll().orderBy('created_at', 'desc').limit(limit).execute(), now());
    },

    /**
     * What was done and lies ahead: the hires by their start day, the offboardings by their last day; from the first
     * to the last of these days, in their order.
     */
    async upcoming(first: Day, last: Day): Promise<Request[]> {
      const rows = await listed
        .selectAll()
        .where(isDone)
        .where('day', '>=', first)
        .where('day', '<=', last)
        .where(isNewest)
        .orderBy('day')
        .limit(most.ahead)
        .execute();
      return readAll(rows, now());
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
      const theirs = requester === undefined ? listed : listed.where('requester', '=', requester);
      const unended = theirs.where('ended_at', 'is', null);
      const open = await unended
        .selectAll()
        .orderBy(sql`case when state = 'needs_review' then 0 else 1 end`)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limits.open)
        .execute();
      const counted = await unended
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      const ended = await newestEnded(theirs, limits.ended);
      // Each by an index of its own: one query for both would look through everything.
      if (requester !== undefined)
        ended.push(...(await newestEnded(listed.where(changesOneOf(requester)), limits.ended, byCreation)));
      return {
        open: await readAll(open, now()),
        openCount: Number(counted.count),
        ended: await readAll(newestOf(ended, limits.ended), now()),
      };
    },
  };
}
