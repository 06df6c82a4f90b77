import { sql } from 'kysely';
import type { Day } from '../../../time/dates.ts';
import type { Request } from '../requests/request.ts';
import { readAll } from '../requests/set-aside.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { counting, isOpen } from '../tables/sql.ts';
import { isOwn, type Own } from './found-by.ts';

/** Cursor of the timeline: the page begins next to this request. An empty id sorts before the whole day. */
export interface DayPlace {
  day: Day;
  id: string;
}

export interface TimelineAsked {
  place: DayPlace;
  towards: 'later' | 'earlier';
  limit: number;
  own?: Own | undefined;
}

interface TimelinePage {
  requests: Request[];
  hasMore: boolean;
  /** Requester of another open request about the same person, by the id of the shown request. */
  changing: ReadonlyMap<string, string>;
}

export function createTimeline(database: LedgerDatabase) {
  const { db } = database;
  const listed = counting(db).where('set_aside_at', 'is', null).where('requests.day', 'is not', null);

  return async ({ place, towards, limit, own }: TimelineAsked): Promise<TimelinePage> => {
    const isLater = towards === 'later';
    const direction = isLater ? 'asc' : 'desc';
    // An expression, so that SQLite doesn't walk along everyone's days to find a person's.
    const day = own ? sql<string>`requests.day || ''` : sql<string>`requests.day`;
    const next = sql`(${place.day}, ${place.id})`;
    const rows = await listed
      .selectAll()
      .$call((query) => (own ? query.where(isOwn(own)) : query))
      .where(sql<boolean>`(${day}, requests.id) ${isLater ? sql`>` : sql`<`} ${next}`)
      .orderBy(day, direction)
      .orderBy('requests.id', direction)
      .limit(limit + 1)
      .execute();
    const requests = await readAll(database, rows.slice(0, limit));
    return {
      requests: isLater ? requests : requests.reverse(),
      hasMore: rows.length > limit,
      changing: await openAbout(requests),
    };
  };

  async function openAbout(shown: readonly Request[]): Promise<Map<string, string>> {
    const open = new Map<string, string>();
    for (const [kind, ofKind] of Map.groupBy(shown, (request) => request.kind)) {
      const rows = await db
        .selectFrom('requests')
        .select(['subject', 'requester'])
        .where('kind', '=', kind)
        .where(
          'subject',
          'in',
          ofKind.map(({ subject }) => subject),
        )
        .where(isOpen)
        .execute();
      const requesters = new Map(rows.map(({ subject, requester }) => [subject, requester]));
      for (const { id, subject } of ofKind) {
        const requester = requesters.get(subject);
        if (requester !== undefined) open.set(id, requester);
      }
    }
    return open;
  }
}
