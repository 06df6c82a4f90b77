import { sql } from 'kysely';
import type { Day } from '../../../time/dates.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
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

/** Their own ones, and what changed one of theirs since. */
function isKnownTo(userId: string) {
  return sql<boolean>`(requester = ${userId} or (revision > 0 and state = 'done' and subject <> ''
    and (kind, subject) in (
      select own.kind, own.subject from requests own where own.requester = ${userId} and own.state = 'done')))`;
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
        .where('state', 'not in', ['rejected', 'cancelled'])
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
        .where('state', '=', 'done')
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
        .where('state', '=', 'done')
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
      const theirs = requester === undefined ? listed : listed.where(isKnownTo(requester));
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
      const ended = await theirs
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
    },
  };
}
