import { sql } from 'kysely';
import { parsedJson } from '../../../json.ts';
import { type Place, type Recipient, readRecipient } from '../outbox/message.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { dropPending } from '../tables/sql.ts';
import type { Request } from './request.ts';
import { readAll } from './set-aside.ts';

interface GivenAnswer {
  yes: boolean;
  by: string;
}

/** A question that is still open in Slack although it needs no answer any more. */
export interface AnsweredQuestion {
  id: number;
  place: Place;
  recipient: Recipient | undefined;
  name: string;
  about: unknown;
  request: Request;
  /** Undefined if the request ended without an answer, e.g. by cancellation. */
  answer: GivenAnswer | undefined;
}

const answeredYes = 'answered yes';
const answeredNo = 'answered no';
export function answered(yes: boolean): string {
  return yes ? answeredYes : answeredNo;
}

/** Must match the WHERE clause of the partial index; with parameters SQLite wouldn't use it. */
const isAsked = sql<boolean>`messages.state = 'sent' and substr(messages.purpose, 1, 10) = 'undecided '`;
/** SQL condition: the question was answered, or replaced after another attempt. */
const isOver = sql<boolean>`(case when substr(messages.purpose, 1, 17) = 'undecided missing'
  then requests.missing_since is null or requests.kept_by is not null or requests.called_off_at is not null
  or messages.purpose not like 'undecided missing ' || requests.missing_since || '%'
  when substr(messages.purpose, 1, 18) = 'undecided approval'
  then requests.state <> 'awaiting_approval'
  when substr(messages.purpose, 1, 18) = 'undecided proposal'
  then requests.state <> 'proposed' or requests.dismissed_at is not null
  else requests.state <> 'needs_review'
  or messages.purpose not like 'undecided ' || cast(requests.attempts as text) || ':%' end)`;

const atOnce = 20;

/** Questions in Slack: every copy has to show the answer, wherever it was given. */
export function createQuestions(database: LedgerDatabase) {
  const { db } = database;

  /** The first answer since an instant; without one, the latest answer. */
  async function answerTo(requestId: string, since?: string): Promise<GivenAnswer | undefined> {
    const step = await db
      .selectFrom('audit_events')
      .select(['what', 'actor'])
      .where('request_id', '=', requestId)
      .where('what', 'in', [answeredYes, answeredNo])
      .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
      .orderBy('id', since === undefined ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return step && { yes: step.what === answeredYes, by: step.actor };
  }

  return {
    answerOf: (requestId: string) => answerTo(requestId),

    async answered(): Promise<AnsweredQuestion[]> {
      const rows = await db
        .selectFrom('messages')
        .innerJoin('requests', 'requests.id', 'messages.request_id')
        .selectAll('requests')
        .select(['messages.id as message_id', 'messages.name', 'messages.about', 'messages.recipient'])
        .select(['messages.channel', 'messages.ts', 'messages.created_at as asked_at'])
        .where(isAsked)
        .where('messages.ts', 'is not', null)
        .where('requests.forgotten_at', 'is', null)
        .where('requests.set_aside_at', 'is', null)
        .where(isOver)
        .orderBy('messages.id')
        .limit(atOnce)
        .execute();
      const found: AnsweredQuestion[] = [];
      for (const row of rows) {
        const { message_id: id, name, channel, ts } = row;
        const [request] = await readAll(database, [row]);
        if (!request) continue;
        const recipient = readRecipient(row.recipient);
        const about = parsedJson(row.about);
        const place = { channel: channel ?? '', ts: ts ?? '' };
        const answer = await answerTo(row.id, row.asked_at);
        found.push({ id, name, place, recipient, about, request, answer });
      }
      return found;
    },

    async dropUnsent(requestId: string): Promise<void> {
      await dropPending(db)
        .where('request_id', '=', requestId)
        .where(sql<boolean>`substr(purpose, 1, 10) = 'undecided '`)
        .where('attempts', '=', 0)
        .execute();
    },

    /**
     * Marks a copy as up to date, or as impossible to update. Not if a proposal was decided otherwise meanwhile: the
     * next turn shows that.
     */
    async settled({ id, request: { state, dismissedAt } }: AnsweredQuestion): Promise<void> {
      await db
        .updateTable('messages')
        .set({ state: 'answered' })
        .where('id', '=', id)
        .where(sql<boolean>`(substr(purpose, 1, 18) <> 'undecided proposal' or exists (
          select 1 from requests where requests.id = messages.request_id and requests.state = ${state}
          and coalesce(requests.dismissed_at, '') = ${dismissedAt ?? ''}))`)
        .execute();
    },
  };
}
