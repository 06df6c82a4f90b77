import { sql } from 'kysely';
import { type Place, type Recipient, readRecipient } from '../outbox/message.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { parseJson } from '../tables/parse-json.ts';
import type { Request } from './request.ts';
import { createReading } from './set-aside.ts';

/** Who answered a question, and what. */
interface GivenAnswer {
  yes: boolean;
  /** A Slack user id. */
  by: string;
}

/** A question that stands in Slack though nobody has to answer it any more. */
export interface AnsweredQuestion {
  /** The message's. */
  id: number;
  place: Place;
  /** Whom it asks. */
  recipient: Recipient | undefined;
  /** Which message it is. */
  name: string;
  /** What the message is about, as it was stored. */
  about: unknown;
  request: Request;
  /** Undefined when the request ended without it: it was cancelled, say. */
  answer: GivenAnswer | undefined;
}

const answeredYes = 'answered yes';
const answeredNo = 'answered no';
/** The step that notes an answer. */
export function answered(yes: boolean): string {
  return yes ? answeredYes : answeredNo;
}

/** In the words of the partial index: with parameters in their place it would not be used. */
const isAsked = sql<boolean>`messages.state = 'sent' and substr(messages.purpose, 1, 10) = 'undecided '`;
/** Nobody is asked any more, or something else is asked after another attempt. */
const isOver = sql<boolean>`(case when substr(messages.purpose, 1, 17) = 'undecided missing'
  then requests.missing_since is null or requests.kept_by is not null or requests.called_off_at is not null
  or messages.purpose not like 'undecided missing ' || requests.missing_since || '%'
  when substr(messages.purpose, 1, 18) = 'undecided approval'
  then requests.state <> 'awaiting_approval'
  else requests.state <> 'needs_review'
  or messages.purpose not like 'undecided ' || cast(requests.attempts as text) || ':%' end)`;

/** How many are changed at a time. */
const atOnce = 20;

/** What was asked in Slack: every copy of a question has to show the answer, whoever gave it and wherever. */
export function createQuestions(database: LedgerDatabase, now: () => Date) {
  const { db } = database;
  const readAll = createReading(database);

  /** The first answer that came after an instant, or the last one there is. */
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
    /** Who answered the request's newest question, and what. */
    answerOf: (requestId: string) => answerTo(requestId),

    /** The copies in Slack that still look as if they were open. */
    async answered(): Promise<AnsweredQuestion[]> {
      const rows = await db
        .selectFrom('messages')
        .innerJoin('requests', 'requests.id', 'messages.request_id')
        .selectAll('requests')
        .select([
          'messages.id as message_id',
          'messages.channel',
          'messages.ts',
          'messages.about',
          'messages.name',
        ])
        .select(['messages.recipient', 'messages.created_at as asked_at'])
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
        const [request] = await readAll([row], now());
        if (!request) continue;
        const recipient = readRecipient(row.recipient);
        const about = parseJson(row.about);
        const place = { channel: channel ?? '', ts: ts ?? '' };
        const answer = await answerTo(row.id, row.asked_at);
        found.push({ id, name, place, recipient, about, request, answer });
      }
      return found;
    },

    /** A copy that is not in Slack yet need not come there any more. */
    async dropUnsent(requestId: string): Promise<void> {
      await db
        .updateTable('messages')
        .set({ state: 'dropped' })
        .where('request_id', '=', requestId)
        .where(sql<boolean>`substr(purpose, 1, 10) = 'undecided '`)
        .where('state', '=', 'pending')
        .where('attempts', '=', 0)
        .execute();
    },

    /** A copy shows the answer now, or nobody can change it any more. */
    async settled(id: number): Promise<void> {
      await db.updateTable('messages').set({ state: 'answered' }).where('id', '=', id).execute();
    },
  };
}
