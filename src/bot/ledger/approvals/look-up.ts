import { z } from 'zod';
import type { Request } from '../requests/request.ts';
import { createReading } from '../requests/set-aside.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';

const Decided = z.enum(['approved', 'declined', 'lapsed', 'cancelled']);

interface ApprovalNote {
  id: number;
  what: 'asked' | 'answered' | 'declined';
  /** A Slack user id. */
  by: string;
  text: string;
}

export interface Approval {
  lapsesAt: Date;
  /** The decision, by a Slack user id or `frontdesk`; undefined while open. */
  decided: { what: z.infer<typeof Decided>; by: string } | undefined;
  notes: readonly ApprovalNote[];
}

const atOnce = 200;

/** Queries about requests that need approval. */
export function createApprovalLookups(database: LedgerDatabase, now: () => Date) {
  const { db } = database;
  const readAll = createReading(database);
  return {
    /** Undefined if no approval was needed, or if the details were deleted. */
    async approvalOf(id: string): Promise<Approval | undefined> {
      const row = await db
        .selectFrom('approvals')
        .selectAll()
        .where('request_id', '=', id)
        .executeTakeFirst();
      if (!row) return undefined;
      const notes = await db
        .selectFrom('approval_notes')
        .select(['id', 'what', 'actor as by', 'text'])
        .where('request_id', '=', id)
        .orderBy('id')
        .execute();
      const what = Decided.safeParse(row.decision).data;
      return {
        lapsesAt: new Date(row.lapses_at),
        decided: what && { what, by: row.decided_by ?? '' },
        notes: notes.map((note) => ({ ...note, what: wordOf(note.what) })),
      };
    },

    /** When the message with this purpose was stored; undefined if there is none. */
    async writtenAt(id: string, purpose: string): Promise<Date | undefined> {
      const row = await db
        .selectFrom('messages')
        .select('created_at')
        .where('key', '=', `${id}:${purpose}`)
        .executeTakeFirst();
      return row && new Date(row.created_at);
    },

    /** Undecided requests, ordered by deadline. */
    async awaitingApproval(): Promise<{ request: Request; lapsesAt: Date }[]> {
      const rows = await db
        .selectFrom('approvals')
        .innerJoin('requests', 'requests.id', 'approvals.request_id')
        .selectAll('requests')
        .select('approvals.lapses_at')
        .where('approvals.decision', 'is', null)
        .where('requests.set_aside_at', 'is', null)
        .orderBy('approvals.lapses_at')
        .limit(atOnce)
        .execute();
      const requests = await readAll(rows, now());
      const lapses = new Map(rows.map(({ id, lapses_at }) => [id, new Date(lapses_at)]));
      return requests.map((request) => ({ request, lapsesAt: lapses.get(request.id) ?? now() }));
    },
  };
}

function wordOf(what: string): ApprovalNote['what'] {
  return what === 'answered' || what === 'declined' ? what : 'asked';
}
