import { type RawBuilder, sql } from 'kysely';
import type { Request } from '../requests/request.ts';
import { readAll } from '../requests/set-aside.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { isNewest, isOpen } from '../tables/sql.ts';
import { hasWord, idsOf, type Own, withWord, wordsOf } from './found-by.ts';

/** In display order: requests that need an answer, other open ones, ended ones. */
export const stages = ['asked', 'open', 'ended'] as const;
type Stage = (typeof stages)[number];

/** Cursor of the list: the page begins after this request. */
export interface RequestPlace {
  stage: Stage;
  createdAt: string;
  id: string;
}

interface RequestsAsked {
  place?: RequestPlace | undefined;
  limit: number;
  own?: Own | undefined;
}

interface RequestsPage {
  requests: Request[];
  next: RequestPlace | undefined;
}

interface Found extends RequestsPage {
  isCut: boolean;
}

interface Overview {
  /** Requests that need an answer first; within each group the oldest first. */
  open: Request[];
  openCount: number;
  declined: Request[];
}

const askingStates = ['needs_review', 'awaiting_approval'];

/** Limits: matches searched, a person's own requests searched, and words used of a search text. */
const most = { found: 1_000, own: 2_000, words: 5 };

/** An expression, so that SQLite can't use the column's index for sorting, which would scan everyone's requests. */
const byCreation = sql`requests.created_at || ''`;

export function createPages(database: LedgerDatabase) {
  const { db } = database;
  const listed = db
    .selectFrom('requests')
    .where('forgotten_at', 'is', null)
    .where('set_aside_at', 'is', null);

  /** Open requests are ordered oldest first, ended ones newest first. */
  function ofStage(stage: Stage, { place, limit, own }: RequestsAsked): Promise<RequestRow[]> {
    const isEnded = stage === 'ended';
    const direction = isEnded ? 'desc' : 'asc';
    const after = place?.stage === stage ? place : undefined;
    // For everyone's requests, the index on the creation time is used; for one person's, the index on the requester.
    const created = own && !isEnded ? byCreation : sql.ref('requests.created_at');
    return listed
      .selectAll()
      .where(isEnded ? sql<boolean>`ended_at is not null` : isOpen)
      .$if(stage === 'asked', (query) => query.where('state', 'in', askingStates))
      .$if(stage === 'open', (query) => query.where('state', 'not in', askingStates))
      .$if(own !== undefined, (query) => query.where('requester', '=', own?.userId ?? ''))
      .$if(after !== undefined, (query) => query.where(behind(created, after, isEnded)))
      .orderBy(created, direction)
      .orderBy('id', direction)
      .limit(limit)
      .execute();
  }

  async function ofStages(some: readonly Stage[], asked: RequestsAsked) {
    const found: { row: RequestRow; stage: Stage }[] = [];
    for (const stage of some) {
      const limit = asked.limit - found.length;
      if (limit <= 0) break;
      const rows = await ofStage(stage, { ...asked, limit });
      found.push(...rows.map((row) => ({ row, stage })));
    }
    return found;
  }

  /** Refused requests that nobody has dismissed or entered again, newest first. */
  function declined(since: Date, limit: number, userId: string | undefined): Promise<RequestRow[]> {
    return listed
      .selectAll()
      .where('created_at', '>', since.toISOString())
      .where('state', '=', 'rejected')
      .where('dismissed_at', 'is', null)
      .where(sql<boolean>`not exists (
        select 1 from requests later where later.kind = requests.kind and later.subject = requests.subject
        and later.created_at > requests.created_at)`)
      .$if(userId !== undefined, (query) => query.where('requester', '=', userId ?? ''))
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
  }

  /** Number of requests that haven't ended; with a Slack user id, of that person's. */
  async function countOpen(userId?: string): Promise<number> {
    const counted = await listed
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where(isOpen)
      // An expression, so that SQLite doesn't scan all of the person's requests by the column's index.
      .$if(userId !== undefined, (query) => query.where(sql`requester || ''`, '=', userId))
      .executeTakeFirstOrThrow();
    return Number(counted.count);
  }

  return {
    countOpen,
    async overview(
      limits: { open: number; declined: number; declinedSince: Date },
      userId?: string,
    ): Promise<Overview> {
      const own = userId === undefined ? undefined : { userId, known: [] };
      const open = await ofStages(['asked', 'open'], { limit: limits.open, own });
      const refused = await declined(limits.declinedSince, limits.declined, userId);
      return {
        open: await readAll(
          database,
          open.map(({ row }) => row),
        ),
        openCount: await countOpen(userId),
        declined: await readAll(database, refused),
      };
    },

    /** Which of these requests were replaced by a later one about the same person. */
    async replacedAmong(requests: readonly Request[]): Promise<ReadonlySet<string>> {
      const done = requests.filter(({ state }) => state === 'done').map(({ id }) => id);
      if (done.length === 0) return new Set();
      const rows = await db
        .selectFrom('requests')
        .select('id')
        .where('id', 'in', done)
        .where(sql<boolean>`not ${isNewest}`)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    async requestsPage(asked: RequestsAsked): Promise<RequestsPage> {
      const { place, limit } = asked;
      const left = stages.slice(place ? stages.indexOf(place.stage) : 0);
      const found = await ofStages(left, { ...asked, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return {
        requests: await readAll(
          database,
          shown.map(({ row }) => row),
        ),
        next: last && { stage: last.stage, createdAt: last.row.created_at, id: last.row.id },
      };
    },

    /**
     * Searches by prefixes of the words of a name, newest first. `own`: the person's requests, and completed
     * ones that concern them.
     */
    async findByName(name: string, { place, limit, own }: RequestsAsked): Promise<Found> {
      const words = wordsOf(name).slice(0, most.words);
      const [longest, ...others] = words.toSorted((one, other) => other.length - one.length);
      if (longest === undefined) return { requests: [], next: undefined, isCut: false };
      const among = own ? idsOf(own, most.own) : withWord(longest, most.found);
      const rows = await listed
        .selectAll()
        .where(sql<boolean>`requests.id in (${among})`)
        .$if(own !== undefined, (query) =>
          query.where(hasWord('requests.id', longest)).where(isTheirs(own?.userId ?? '')),
        )
        .$call((query) => others.reduce((some, word) => some.where(hasWord('requests.id', word)), query))
        .$if(place !== undefined, (query) => query.where(behind(byCreation, place, true)))
        .orderBy(byCreation, 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        requests: await readAll(database, shown),
        next: last && { stage: 'ended', createdAt: last.created_at, id: last.id },
        isCut: !own && (await isMoreThan(longest)),
      };
    },
  };

  async function isMoreThan(word: string): Promise<boolean> {
    const counted = await sql<{ count: number | string }>`
      select count(*) as count from (${withWord(word, most.found)}) found`.execute(db);
    return Number(counted.rows[0]?.count ?? 0) >= most.found;
  }
}

function isTheirs(userId: string) {
  return sql<boolean>`(requests.requester = ${userId} or requests.state = 'done')`;
}

function behind(created: RawBuilder<unknown>, place: RequestPlace | undefined, isDescending: boolean) {
  const [createdAt, id] = [place?.createdAt ?? '', place?.id ?? ''];
  return isDescending
    ? sql<boolean>`(${created}, requests.id) < (${createdAt}, ${id})`
    : sql<boolean>`(${created}, requests.id) > (${createdAt}, ${id})`;
}
