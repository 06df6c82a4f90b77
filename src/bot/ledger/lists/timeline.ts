import { sql } from 'kysely';
import type { Day } from '../../../time/dates.ts';
import type { Request } from '../requests/request.ts';
import { readAll } from '../requests/set-aside.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { counting } from '../tables/sql.ts';
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

const changing = sql<
  string | null
>`(select other.requester from requests other where other.kind = requests.kind
  and other.subject = requests.subject and other.ended_at is null and other.state <> 'proposed' limit 1)`;

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
      .select(changing.as('changing'))
      .$call((query) => (own ? query.where(isOwn(own)) : query))
      .where(sql<boolean>`(${day}, requests.id) ${isLater ? sql`>` : sql`<`} ${next}`)
      .orderBy(day, direction)
      .orderBy('requests.id', direction)
      .limit(limit + 1)
      .execute();
    const shown = rows.slice(0, limit);
    const requests = await readAll(database, shown);
    return {
      requests: isLater ? requests : requests.reverse(),
      hasMore: rows.length > limit,
      changing: new Map(shown.flatMap(({ id, changing: by }) => (by === null ? [] : [[id, by] as const]))),
    };
  };
}
