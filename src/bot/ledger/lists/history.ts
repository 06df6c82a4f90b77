import { sql } from 'kysely';
import { parsedJson } from '../../../json.ts';
import type { Day } from '../../../time/dates.ts';
import { readRecipient } from '../outbox/message.ts';
import type { Request } from '../requests/request.ts';
import { readAll } from '../requests/set-aside.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { MessageRow } from '../tables/schema.ts';
import { counting, wantedAt } from '../tables/sql.ts';
import { isOwn, type Own } from './found-by.ts';

type History = ReturnType<typeof createHistory>;
export type Happened = Awaited<ReturnType<History['happened']>>['items'][number];
export type AboutIt = Awaited<ReturnType<History['messagesAbout']>>['items'][number];

type MessageState = 'sent' | 'pending' | 'blocked' | 'dropped' | 'gone';

/** Limit of messages about a topic. */
const mostAbout = 100;

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

const changing = sql<
  string | null
>`(select other.requester from requests other where other.kind = requests.kind
  and other.subject = requests.subject and other.ended_at is null and other.state <> 'proposed' limit 1)`;

/** Upper bound of the count beyond the shown entries: a request that waits for a month has thousands of attempts. */
const mostCounted = 1_000;

export function createHistory(database: LedgerDatabase) {
  const { db } = database;
  const listed = counting(db).where('set_aside_at', 'is', null).where('requests.day', 'is not', null);

  return {
    async happened(id: string, limit: number) {
      const rows = await db
        .selectFrom('audit_events')
        .select(['at', 'actor', 'what', 'detail'])
        .where('request_id', '=', id)
        .orderBy('id', 'desc')
        .limit(limit + mostCounted)
        .execute();
      const items = rows.slice(0, limit).map(({ at, actor, what, detail }) => ({
        at: new Date(at),
        by: actor,
        what,
        detail: detail === null ? undefined : parsedJson(detail),
      }));
      return { items: items.reverse(), more: Math.max(0, rows.length - limit) };
    },

    /** Newest enqueued messages by time, without form updates and those split into one per person. */
    async messagesAbout({ id }: Pick<Request, 'id'>, limit: number) {
      const rows = await db
        .selectFrom('messages')
        .select(['name', 'purpose', 'recipient', 'target', 'state', 'blocked_by', wantedAt.as('wanted_at')])
        .where('request_id', '=', id)
        .where('purpose', '<>', 'window')
        .where('state', '<>', 'spread')
        // The form showed the outcome, or the service took a change: nobody needed a message.
        .where(sql<boolean>`not (state = 'dropped' and (purpose = 'requester' or purpose like 'followed%'))`)
        .orderBy(wantedAt, 'desc')
        .orderBy('id', 'desc')
        .limit(limit + mostCounted)
        .execute();
      const items = rows.slice(0, limit).map((row) => ({
        name: row.name,
        purpose: row.purpose,
        recipient: readRecipient(row.recipient),
        /** Slack id of the recipient, if it was looked up. */
        target: row.target,
        state: stateOf(row),
        at: new Date(row.wanted_at),
      }));
      return { items: items.reverse(), more: Math.max(0, rows.length - limit) };
    },

    /** A page of requests by day. */
    async timeline({ place, towards, limit, own }: TimelineAsked) {
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
        /** Requester of another open request about the same person, by the id of the shown request. */
        changing: new Map(shown.flatMap(({ id, changing: by }) => (by === null ? [] : [[id, by] as const]))),
      };
    },

    /** The newest messages about the same thing, such as a task, that are in Slack or may be. */
    async sentAbout(topic: string) {
      const rows = await db
        .selectFrom('messages')
        .select(['purpose', 'about', 'channel', 'ts'])
        .where('topic', '=', topic)
        .where(({ and, eb, or }) =>
          or([
            eb('state', 'in', ['sent', 'sending']),
            and([eb('state', '=', 'pending'), eb('doubtful', '>', 0)]),
          ]),
        )
        .orderBy('id', 'desc')
        .limit(mostAbout)
        .execute();
      return rows.map(({ purpose, about, channel, ts }) => ({
        purpose,
        about: parsedJson(about ?? ''),
        /** Undefined until it is known to be in Slack. */
        place: channel && ts ? { channel, ts } : undefined,
      }));
    },

    async purposesAbout(topic: string): Promise<string[]> {
      const rows = await db
        .selectFrom('messages')
        .select('purpose')
        .where('topic', '=', topic)
        .where('state', 'in', ['pending', 'sending', 'sent'])
        .orderBy('id', 'desc')
        .limit(mostAbout)
        .execute();
      return rows.map(({ purpose }) => purpose);
    },

    async wantedSince(purposes: readonly string[]): Promise<Map<string, Date>> {
      if (purposes.length === 0) return new Map();
      const own = db.selectFrom('messages').select(['key', wantedAt.as('wanted_at')]);
      const rows = await own.where('key', 'in', purposes).execute();
      return new Map(rows.map((row) => [row.key, new Date(row.wanted_at)]));
    },
  };
}

function stateOf({ state, blocked_by }: Pick<MessageRow, 'state' | 'blocked_by'>): MessageState {
  if (state === 'sent' || state === 'answered') return 'sent';
  if (state === 'gone') return state;
  if (state === 'pending' || state === 'sending') return blocked_by === null ? 'pending' : 'blocked';
  return state === 'unreadable' ? 'pending' : 'dropped';
}
