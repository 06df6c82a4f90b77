import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../../database/table.ts';
import type { Request } from '../requests/request.ts';
import { readAll } from '../requests/set-aside.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { isNewest, isOpen, isProposed } from '../tables/sql.ts';
import { isOwn, type Own, wordsOf } from './found-by.ts';

/** Cursor of the list: the page begins after this request. */
export interface RequestPlace {
  createdAt: string;
  id: string;
}

interface Search {
  /** Prefixes of the words of a name. */
  name?: string | undefined;
  place?: RequestPlace | undefined;
  limit: number;
  /** Searches only the person's requests, and completed ones that concern them. */
  own?: Own | undefined;
}

interface Found {
  requests: Request[];
  /** Ids of requests that a later one about the same person replaced. */
  replaced: ReadonlySet<string>;
  next: RequestPlace | undefined;
  isCut: boolean;
}

/** Limits: matches searched, and words used of a search text. */
const most = { found: 1_000, words: 5 };

const isAsking = sql<boolean>`state in ('needs_review', 'awaiting_approval')`;

/** Sorts after every text with the given prefix; both databases compare these columns by bytes. */
const behind = '\u{10FFFF}';

function hasWord(beginning: string) {
  return sql<boolean>`exists (select 1 from request_names also where also.request_id = requests.id
    and also.word >= ${beginning} and also.word < ${beginning + behind})`;
}

/** The first matches, ordered like the index, so that it is walked. */
function withWord(beginning: string) {
  return sql`select request_id from request_names where word >= ${beginning} and word < ${beginning + behind}
    order by word, request_id limit ${most.found}`;
}

export function createPages(database: LedgerDatabase) {
  const { db } = database;
  const listed = db
    .selectFrom('requests')
    .where('forgotten_at', 'is', null)
    .where('set_aside_at', 'is', null);

  /** Requests that haven't ended; with a Slack user id, that person's. */
  function openOnes(userId: string | undefined) {
    // An expression, so that SQLite doesn't scan all of the person's requests by the column's index.
    const theirs = sql<boolean>`requester || '' = ${userId}`;
    return listed.where(isOpen).$if(userId !== undefined, (query) => query.where(theirs));
  }

  /** Refused requests that nobody has dismissed or entered again, newest first. */
  function declined(since: Date, userId: string | undefined) {
    return listed
      .where('created_at', '>', since.toISOString())
      .where('state', '=', 'rejected')
      .where('dismissed_at', 'is', null)
      .where(sql<boolean>`not exists (
        select 1 from requests later where later.kind = requests.kind and later.subject = requests.subject
        and later.created_at > requests.created_at)`)
      .$if(userId !== undefined, (query) => query.where('requester', '=', userId ?? ''))
      .orderBy('created_at', 'desc');
  }

  const countOpen = (userId?: string): Promise<number> => countRows(openOnes(userId));

  return {
    countOpen,
    /** Requests that need an answer first; within each group the oldest first. */
    async overview(limits: { open: number; declined: number; declinedSince: Date }, userId?: string) {
      const open = openOnes(userId)
        .orderBy(sql`case when ${isAsking} then 0 else 1 end`)
        .orderBy('created_at')
        .orderBy('id');
      const refused = declined(limits.declinedSince, userId).limit(limits.declined);
      return {
        open: await readAll(database, await open.selectAll().limit(limits.open).execute()),
        openCount: await countOpen(userId),
        declined: await readAll(database, await refused.selectAll().execute()),
      };
    },

    /** A page of requests, newest first: all, or those that a name finds. */
    async search({ name, place, limit, own }: Search): Promise<Found> {
      const words = wordsOf(name ?? '').slice(0, most.words);
      if (name !== undefined && words.length === 0)
        return { requests: [], replaced: new Set(), next: undefined, isCut: false };
      const [longest, ...others] = words.toSorted((one, other) => other.length - one.length);
      const named = longest === undefined ? undefined : withWord(longest);
      const isFound = own ? isOwn(own) : named && sql<boolean>`requests.id in (${named})`;
      // An expression, so that SQLite can't use the column's index for sorting, which would scan everyone's requests.
      const created = isFound ? sql<string>`requests.created_at || ''` : sql<string>`requests.created_at`;
      const rows = await listed
        .selectAll()
        .select(sql<boolean | number>`requests.state = 'done' and not ${isNewest}`.as('is_replaced'))
        .where(sql<boolean>`not ${isProposed}`)
        .$call((query) => (isFound ? query.where(isFound) : query))
        .$call((query) => (own ? words : others).reduce((some, word) => some.where(hasWord(word)), query))
        .$call((query) =>
          place
            ? query.where(sql<boolean>`(${created}, requests.id) < (${place.createdAt}, ${place.id})`)
            : query,
        )
        .orderBy(created, 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        requests: await readAll(database, shown),
        replaced: new Set(shown.filter((row) => row.is_replaced).map(({ id }) => id)),
        next: last && { createdAt: last.created_at, id: last.id },
        isCut: !own && named !== undefined && (await isFull(named)),
      };
    },
  };

  async function isFull(named: RawBuilder<unknown>): Promise<boolean> {
    const counted = await sql<{ count: number | string }>`
      select count(*) as count from (${named}) found`.execute(db);
    return Number(counted.rows[0]?.count ?? 0) >= most.found;
  }
}
