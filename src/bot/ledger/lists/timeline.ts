import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../time/dates.ts';
import type { Request } from '../requests/request.ts';
import { readAll } from '../requests/set-aside.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { counting, isOpen } from '../tables/sql.ts';
import { keysOf, type Own } from './found-by.ts';

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

  function ofAll({ place, towards, limit }: TimelineAsked): Promise<RequestRow[]> {
    const direction = towards === 'later' ? 'asc' : 'desc';
    return listed
      .limit(limit)
      .selectAll()
      .where(isBeyond(sql.ref('requests.day'), sql.ref('requests.id'), place, towards))
      .orderBy('day', direction)
      .orderBy('id', direction)
      .execute();
  }

  /** One query per key, along its index, so that other people's requests aren't scanned. */
  async function ofOwn({ place, towards, limit, own }: TimelineAsked & { own: Own }): Promise<RequestRow[]> {
    const direction = towards === 'later' ? 'asc' : 'desc';
    const ofKey = (key: string) =>
      listed
        .limit(limit)
        .innerJoin('request_people', 'request_people.request_id', 'requests.id')
        .selectAll('requests')
        .where('request_people.person', '=', key)
        .where(isBeyond(sql.ref('request_people.day'), sql.ref('request_people.request_id'), place, towards))
        .orderBy('request_people.day', direction)
        .orderBy('request_people.request_id', direction)
        .execute();
    const found = await Promise.all(keysOf(own).map(ofKey));
    const byId = new Map(found.flat().map((row) => [row.id, row]));
    const sign = towards === 'later' ? 1 : -1;
    return [...byId.values()].toSorted((a, b) => (orderOf(a) < orderOf(b) ? -sign : sign)).slice(0, limit);
  }

  return async (asked: TimelineAsked): Promise<TimelinePage> => {
    const { own, limit, towards } = asked;
    const oneMore = { ...asked, limit: limit + 1 };
    const rows = own ? await ofOwn({ ...oneMore, own }) : await ofAll(oneMore);
    const requests = await readAll(database, rows.slice(0, limit));
    return {
      requests: towards === 'later' ? requests : requests.reverse(),
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

function isBeyond(
  day: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  place: DayPlace,
  towards: TimelineAsked['towards'],
) {
  return towards === 'later'
    ? sql<boolean>`(${day}, ${id}) > (${place.day}, ${place.id})`
    : sql<boolean>`(${day}, ${id}) < (${place.day}, ${place.id})`;
}

function orderOf({ day, id }: RequestRow): string {
  return `${day} ${id}`;
}
