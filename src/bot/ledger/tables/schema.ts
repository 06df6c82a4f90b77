import type { Generated, Selectable } from 'kysely';
import type { ChangeTables } from '../audit/audit-changes.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** A stored request. Instants are ISO 8601 in UTC, so they sort as text. */
interface RequestTable {
  id: string;
  kind: string;
  subject: string;
  /** Id of the submitted form; unique, so one form creates one request. Of a proposal, its own id. */
  submission: string;
  /** Source of a proposal and its key there; unique. Null if nobody but the requester asked for it. */
  proposal: Generated<string | null>;
  requester: string;
  payload: string;
  context: string;
  state: string;
  attempts: number;
  /** Highest employee id before the first attempt that may have had an effect. */
  baseline: number | null;
  /** Time of the latest attempt without a known outcome; null if all are known. */
  outcome_unknown_at: string | null;
  /** Question to a person while in review, as JSON. */
  question: string | null;
  /** Slack user who requested the cancellation, while a lookup shows whether it's still possible. */
  cancel_by: string | null;
  /** Whether the open form has to show the outcome: 0 or 1. */
  awaits_view: number;
  last_error: string | null;
  outcome: string | null;
  result_id: number | null;
  service: string | null;
  /** `Idempotency-Key` header; replaced after a person says that nothing happened. Null in old rows. */
  idempotency_key: string | null;
  key_sent_at: string | null;
  /** See `Promised`; empty if an attempt was made without the promise. */
  key_promised_by: string | null;
  due_at: string;
  /** Unique per claim, not per process; see `Lease`. */
  lease_holder: string | null;
  lease_until: string | null;
  created_at: string;
  ended_at: string | null;
  /** Number of earlier completed requests of its kind about the same person. */
  revision: number;
  forgotten_at: string | null;
  /** When a person dismissed a refusal, or a proposal was declined or replaced; App Home hides it. */
  dismissed_at: string | null;
  /** When it was found to be unreadable; it is skipped until it can be read. */
  set_aside_at: string | null;
  /**
   * Start or last day; null without one. If the request has none, the service uses the day of execution,
   * stored on completion.
   */
  day: string | null;
  /** Number of changes of the day after completion. */
  amendments: Generated<number>;
  /** When it was cancelled after completion; null otherwise. */
  called_off_at: string | null;
  /** Start day cancelled by the person's own last day; restored if that moves later or is cancelled. */
  ended_day: string | null;
  email: string | null;
  /** Since when a new hire has been missing from the service's list; null while listed. */
  missing_since: string | null;
  kept_by: string | null;
  /** When the next planned message is due; null if none is. */
  next_moment_at: string | null;
  /** When it was restored from a backup while open; its messages may have been sent before. */
  restored_at: Generated<string | null>;
}

export type RequestRow = Selectable<RequestTable>;
/** Search index: a word of the name of a request's person. */
interface RequestNameRow {
  word: string;
  request_id: string;
}

/** A person outside HR who sees a request among the upcoming ones. */
interface RequestPersonRow {
  /** `user:`, `email:` or `employee:`, followed by the id or address. */
  person: string;
  day: string;
  request_id: string;
}

/** Audit log: a step of a request. `detail` has codes and statuses, never personal data. */
interface AuditEventRow {
  id: Generated<number>;
  request_id: string;
  at: string;
  actor: string;
  what: string;
  detail: string | null;
}

/** Outbox: a message for Slack, stored in the transaction of its event, built and sent afterwards. */
interface MessageTable {
  id: Generated<number>;
  /** Unique: `<request>:<purpose>`, or only the purpose. */
  key: string;
  /** Metadata of the Slack message, for finding it there; a hash without personal data. */
  metadata_id: string;
  request_id: string | null;
  purpose: string;
  recipient: string;
  name: string;
  /** Data besides the request, as JSON: ids and small facts, no names of people. */
  about: string;
  /**
   * `spread`: replaced by one copy per person; `answered`: a sent question that shows its answer; `gone`:
   * deleted from Slack; `unreadable`: set aside before sending.
   */
  state: string;
  /** Whether an earlier post may have arrived: 1, or 2 while another process may still be posting. */
  doubtful: number;
  attempts: number;
  /** Slack id of the target, if it was looked up; an earlier post is searched there. */
  target: string | null;
  awaited: Generated<number>;
  planned: Generated<number>;
  /** Planned messages with the same lane are sent one after the other; null for no order. */
  lane: Generated<string | null>;
  /** Groups messages about the same thing; null for none. */
  topic: Generated<string | null>;
  /** Slack's error code that a person has to fix first; null if none. */
  blocked_by: string | null;
  created_at: string;
  /** Planned time; null for immediate messages. */
  scheduled_for: string | null;
  due_at: string;
  lease_holder: string | null;
  lease_until: string | null;
  channel: string | null;
  ts: string | null;
}

export type MessageRow = Selectable<MessageTable>;

interface BlockedChannelRow {
  channel: string;
  code: string;
  told_at: string;
}

/** When a lane's next planned message may be sent, over all processes. */
interface LaneRow {
  /** Channel id, or the name of another lane, e.g. `chat.update`. */
  name: string;
  free_at: string;
}

interface RequestMuteRow {
  request_id: string;
  /** A Slack user id. */
  reader: string;
  tasks: number;
}

export interface CircuitBreakerRow {
  id: number;
  code: string | null;
  since: string | null;
  probe_at: string | null;
  probes: number;
  told: number;
}

export interface ApprovalRow {
  request_id: string;
  lapses_at: string;
  /** Null while undecided. */
  decision: 'approved' | 'declined' | 'lapsed' | 'cancelled' | null;
  decided_by: string | null;
}

export interface ApprovalNoteRow {
  id: Generated<number>;
  request_id: string;
  at: string;
  /** A Slack user id. */
  actor: string;
  what: 'asked' | 'answered' | 'declined';
  text: string;
}

/** Size of a service's list, for detecting truncated lists. */
interface ListSizeRow {
  /** The service's address. */
  service: string;
  people: number;
  /** Since when it has been much shorter; null otherwise. */
  shorter_since: string | null;
}

export interface LedgerTables extends ChangeTables, WebhookTables {
  requests: RequestTable;
  audit_events: AuditEventRow;
  messages: MessageTable;
  circuit_breaker: CircuitBreakerRow;
  blocked_channels: BlockedChannelRow;
  request_names: RequestNameRow;
  request_people: RequestPersonRow;
  request_mutes: RequestMuteRow;
  lanes: LaneRow;
  approvals: ApprovalRow;
  approval_notes: ApprovalNoteRow;
  list_sizes: ListSizeRow;
  elsewhere_marks: MarkRow;
}

/** Progress in comparing a service's list. */
export interface MarkRow {
  /** The service's address. */
  service: string;
  highest_id: number;
  /** Since when all ids in the list have been lower; null while one isn't. */
  lower_since: string | null;
}
