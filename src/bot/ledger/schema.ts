import type { Generated } from 'kysely';

/** One request as stored. Instants are ISO 8601 in UTC, so that their order as text is their order in time. */
export interface RequestRow {
  id: string;
  kind: string;
  /** Whom it is about, in the form that must not be open twice: a hire's address, a leaver's id. */
  subject: string;
  /** The form that was submitted: Slack's view id. */
  submission: string;
  /** The Slack user who submitted it. */
  requester: string;
  /** What is sent, as JSON. */
  payload: string;
  /** What messages need beside it, as JSON. */
  context: string;
  state: string;
  attempts: number;
  /** Whether an attempt ended without a known outcome, ever: 0 or 1. */
  was_unknown: number;
  /** The name of the newest failure; null after none. */
  trouble: string | null;
  /** How it ended, as JSON. */
  outcome: string | null;
  due_at: string;
  lease_holder: string | null;
  lease_until: string | null;
  created_at: string;
  ended_at: string | null;
}

/** One thing that happened to a request: the audit log. `detail` holds codes and statuses, never people's data. */
export interface StepRow {
  id: Generated<number>;
  request_id: string;
  at: string;
  /** A Slack user id, or `frontdesk`. */
  actor: string;
  what: string;
  detail: string | null;
}

/** One message that Slack must get: written with the outcome, sent after it. */
export interface MessageRow {
  id: Generated<number>;
  request_id: string;
  /** What it is for; once per request. */
  purpose: string;
  /** Where to, as JSON: `{ channel }` or `{ email }`. */
  recipient: string;
  text: string;
  blocks: string;
  state: string;
  attempts: number;
  due_at: string;
  lease_holder: string | null;
  lease_until: string | null;
  channel: string | null;
  ts: string | null;
}

export interface LedgerTables {
  requests: RequestRow;
  steps: StepRow;
  messages: MessageRow;
}
