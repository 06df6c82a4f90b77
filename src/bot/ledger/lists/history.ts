import { type Recipient, readRecipient } from '../outbox/message.ts';
import { plannedOf } from '../planning.ts';
import type { Request } from '../requests/request.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { parseJson } from '../tables/parse-json.ts';
import type { MessageRow } from '../tables/schema.ts';
import { wantedAt } from '../tables/sql.ts';

export interface Happened {
  at: Date;
  by: string;
  what: string;
  detail: unknown;
}

export interface AboutIt {
  name: string;
  purpose: string;
  recipient: Recipient | undefined;
  /** Slack id of the recipient, if it was looked up. */
  target: string | null;
  state: 'sent' | 'pending' | 'planned' | 'blocked' | 'dropped' | 'gone';
  at: Date;
}

interface Newest<Item> {
  items: Item[];
  more: number;
}

/** Upper bound of the count beyond the shown entries: a request that waits for a month has thousands of attempts. */
const mostCounted = 1_000;

export function createHistory(database: LedgerDatabase) {
  const { db } = database;
  /** Planned messages that aren't enqueued yet. */
  async function aheadOf(request: Request): Promise<AboutIt[]> {
    const own = db.selectFrom('requests').select('next_moment_at').where('id', '=', request.id);
    const next = (await own.executeTakeFirst())?.next_moment_at ?? null;
    if (next === null) return [];
    const ahead = (await plannedOf(database, request)).filter(({ due }) => due.toISOString() >= next);
    return ahead.map(({ name, purpose, recipient, due }) => {
      return { name, purpose, recipient, target: null, state: 'planned', at: due };
    });
  }

  return {
    async happened(id: string, limit: number): Promise<Newest<Happened>> {
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
        detail: detail === null ? undefined : parseJson(detail),
      }));
      return { items: items.reverse(), more: Math.max(0, rows.length - limit) };
    },

    /** Messages by time, planned ones included, without form updates and those split into one per person. */
    async messagesAbout(request: Request, limit: number): Promise<Newest<AboutIt>> {
      const rows = await db
        .selectFrom('messages')
        .select(['name', 'purpose', 'recipient', 'target', 'state', 'blocked_by'])
        .select(['created_at', 'scheduled_for', 'planned', 'attempts'])
        .where('request_id', '=', request.id)
        .where('purpose', '<>', 'window')
        .orderBy(wantedAt)
        .orderBy('id')
        .limit(limit + mostCounted)
        .execute();
      const stored = rows
        .filter(({ state }) => state !== 'spread')
        .map((row) => ({
          name: row.name,
          purpose: row.purpose,
          recipient: readRecipient(row.recipient),
          target: row.target,
          state: stateOf(row),
          at: new Date(row.scheduled_for ?? row.created_at),
        }));
      const known = new Set(rows.map(({ purpose }) => purpose));
      const ahead = (await aheadOf(request)).filter(({ purpose }) => !known.has(purpose));
      const all = [...stored, ...ahead].toSorted((one, other) => one.at.getTime() - other.at.getTime());
      return { items: all.slice(0, limit), more: Math.max(0, all.length - limit) };
    },
  };
}

function stateOf(row: Pick<MessageRow, 'state' | 'blocked_by' | 'planned' | 'attempts'>): AboutIt['state'] {
  const { state, blocked_by, planned, attempts } = row;
  if (state === 'sent' || state === 'answered') return 'sent';
  if (state === 'gone') return state;
  if (state === 'pending' && planned === 1 && attempts === 0) return 'planned';
  if (state === 'pending' || state === 'sending') return blocked_by === null ? 'pending' : 'blocked';
  return state === 'unreadable' ? 'pending' : 'dropped';
}
