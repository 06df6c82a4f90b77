import type { Selectable } from 'kysely';
import {
  type Column,
  constrained,
  counter,
  integer,
  integerKey,
  integerOrNull,
  key,
  rowId,
  type TablesOf,
  table,
  tableWith,
  text,
  textByBytes,
  textOrNull,
} from '../../../database/table.ts';
import type { ChangeTables } from '../audit/audit-changes.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** Tables of the ledger. Instants are ISO 8601 in UTC, so they sort as text. */
export const ledgerTables = {
  /** A stored request. Instants are ISO 8601 in UTC, so they sort as text. */
  requests: table({
    id: key,
    kind: text,
    subject: text,
    /** Id of the submitted form; unique, so one form creates one request. Of a proposal, its own id. */
    submission: text,
    /** Source of a proposal and its key there; unique. Null if nobody but the requester asked for it. */
    proposal: textOrNull,
    requester: text,
    payload: text,
    context: text,
    state: text,
    attempts: integer,
    /** Highest employee id before the first attempt that may have had an effect. */
    baseline: integerOrNull,
    /** Time of the latest attempt without a known outcome; null if all are known. */
    outcome_unknown_at: textOrNull,
    /** Question to a person while in review, as JSON. */
    question: textOrNull,
    /** Slack user who requested the cancellation, while a lookup shows whether it's still possible. */
    cancel_by: textOrNull,
    /** Whether the open form has to show the outcome: 0 or 1. */
    awaits_view: integer,
    last_error: textOrNull,
    outcome: textOrNull,
    result_id: integerOrNull,
    service: textOrNull,
    /** `Idempotency-Key` header; replaced after a person says that nothing happened. Null in old rows. */
    idempotency_key: textOrNull,
    key_sent_at: textOrNull,
    /** See `Promised`; empty if an attempt was made without the promise. */
    key_promised_by: textOrNull,
    due_at: text,
    /** Unique per claim, not per process; see `Lease`. */
    lease_holder: textOrNull,
    lease_until: textOrNull,
    created_at: text,
    ended_at: textOrNull,
    /** Number of earlier completed requests of its kind about the same person. */
    revision: counter,
    forgotten_at: textOrNull,
    /** When a person dismissed a refusal, or a proposal was declined or replaced; App Home hides it. */
    dismissed_at: textOrNull,
    /** When it was found to be unreadable; it is skipped until it can be read. */
    set_aside_at: textOrNull,
    /**
     * Start or last day; null without one. If the request has none, the service uses the day of execution,
     * stored on completion.
     */
    day: textOrNull,
    /** Number of changes of the day after completion. */
    amendments: counter,
    /** When it was cancelled after completion; null otherwise. */
    called_off_at: textOrNull,
    /** Start day cancelled by the person's own last day; restored if that moves later or is cancelled. */
    ended_day: textOrNull,
    email: textOrNull,
    /** Since when a new hire has been missing from the service's list; null while listed. */
    missing_since: textOrNull,
    kept_by: textOrNull,
    /** When the next planned message is due; null if none is. */
    next_moment_at: textOrNull,
    /** When it was restored from a backup while open; its messages may have been sent before. */
    restored_at: textOrNull,
  }),

  /** Search index: a word of the name of a request's person. */
  request_names: tableWith(
    { key: ['word', 'request_id'] },
    {
      word: textByBytes,
      request_id: text,
    },
  ),

  /** A person outside HR who sees a request among the upcoming ones. */
  request_people: tableWith(
    { key: ['person', 'day', 'request_id'] },
    {
      /** `user:`, `email:` or `employee:`, followed by the id or address. */
      person: text,
      day: text,
      request_id: text,
    },
  ),

  request_mutes: tableWith(
    { key: ['request_id', 'reader'] },
    {
      request_id: text,
      /** A Slack user id. */
      reader: text,
      tasks: counter,
    },
  ),

  approvals: table({
    request_id: key,
    lapses_at: text,
    /** Null while undecided. */
    decision: textOrNull as Column<'approved' | 'declined' | 'lapsed' | 'cancelled' | null>,
    decided_by: textOrNull,
  }),

  approval_notes: table({
    id: rowId,
    request_id: text,
    at: text,
    /** A Slack user id. */
    actor: text,
    what: text as Column<'asked' | 'answered' | 'declined'>,
    text: text,
  }),

  /** Outbox: a message for Slack, stored in the transaction of its event, built and sent afterwards. */
  messages: tableWith(
    { unique: ['request_id', 'purpose'] },
    {
      id: rowId,
      /** Unique: `<request>:<purpose>`, or only the purpose. */
      key: constrained(text, 'unique'),
      /** Metadata of the Slack message, for finding it there; a hash without personal data. */
      metadata_id: text,
      request_id: constrained(textOrNull, 'references requests (id)'),
      purpose: text,
      recipient: text,
      name: text,
      /** Data besides the request, as JSON: ids and small facts, no names of people. */
      about: text,
      /**
       * `spread`: replaced by one copy per person; `answered`: a sent question that shows its answer; `gone`:
       * deleted from Slack; `unreadable`: set aside before sending.
       */
      state: text,
      /** Whether an earlier post may have arrived: 1, or 2 while another process may still be posting. */
      doubtful: integer,
      attempts: integer,
      /** Slack id of the target, if it was looked up; an earlier post is searched there. */
      target: textOrNull,
      awaited: counter,
      planned: counter,
      /** Planned messages with the same lane are sent one after the other; null for no order. */
      lane: textOrNull,
      /** Groups messages about the same thing; null for none. */
      topic: textOrNull,
      /** Slack's error code that a person has to fix first; null if none. */
      blocked_by: textOrNull,
      created_at: text,
      /** Planned time; null for immediate messages. */
      scheduled_for: textOrNull,
      due_at: text,
      lease_holder: textOrNull,
      lease_until: textOrNull,
      channel: textOrNull,
      ts: textOrNull,
    },
  ),

  /** When a lane's next planned message may be sent, over all processes. */
  lanes: table({
    /** Channel id, or the name of another lane, e.g. `chat.update`. */
    name: key,
    free_at: text,
  }),

  blocked_channels: tableWith(
    { key: ['channel', 'code'] },
    {
      channel: text,
      code: text,
      told_at: text,
    },
  ),

  circuit_breaker: table({
    id: integerKey,
    code: textOrNull,
    since: textOrNull,
    probe_at: textOrNull,
    probes: integer,
    told: integer,
  }),

  /** Audit log: a step of a request. `detail` has codes and statuses, never personal data. */
  audit_events: table({
    id: rowId,
    request_id: constrained(text, 'references requests (id)'),
    at: text,
    actor: text,
    what: text,
    detail: textOrNull,
  }),

  /** Progress in comparing a service's list. */
  elsewhere_marks: table({
    /** The service's address. */
    service: key,
    highest_id: integer,
    /** Since when all ids in the list have been lower; null while one isn't. */
    lower_since: textOrNull,
  }),

  /** Size of a service's list, for detecting truncated lists. */
  list_sizes: table({
    /** The service's address. */
    service: key,
    people: integer,
    /** Since when it has been much shorter; null otherwise. */
    shorter_since: textOrNull,
  }),
};

export type LedgerTables = TablesOf<typeof ledgerTables> & ChangeTables & WebhookTables;
type Row<Name extends keyof LedgerTables> = Selectable<LedgerTables[Name]>;

export type RequestRow = Row<'requests'>;
export type MessageRow = Row<'messages'>;
export type CircuitBreakerRow = Row<'circuit_breaker'>;
export type ApprovalRow = Row<'approvals'>;
export type ApprovalNoteRow = Row<'approval_notes'>;
export type MarkRow = Row<'elsewhere_marks'>;

export const ledgerIndexes = `
-- A form counts once, in every process …
create unique index if not exists requests_submission on requests (submission)
  where state not in ('rejected', 'cancelled');
-- … and one person has one open request of a kind.
create unique index if not exists requests_subject on requests (kind, subject)
  where ended_at is null and state <> 'proposed';
create unique index if not exists requests_proposal on requests (proposal) where proposal is not null;
create index if not exists requests_proposed on requests (kind, subject) where state = 'proposed';
create index if not exists requests_open on requests (created_at, id)
  where ended_at is null and state <> 'proposed';
create index if not exists requests_leased on requests (lease_until) where lease_until is not null;
create index if not exists requests_aside on requests (id) where set_aside_at is not null;
create index if not exists requests_created on requests (created_at);
create index if not exists requests_requester on requests (requester, created_at);
create index if not exists requests_kept on requests (ended_at) where ended_at is not null and forgotten_at is null;
create index if not exists requests_forgotten on requests (ended_at) where forgotten_at is not null;
create index if not exists requests_done on requests (subject) where state = 'done';
create index if not exists requests_employee on requests (result_id) where state = 'done';
create index if not exists requests_revision on requests (kind, subject, revision) where state = 'done';
create index if not exists requests_timeline on requests (day, id) where state = 'done';
create index if not exists requests_email on requests (email) where email is not null;
create index if not exists request_names_request on request_names (request_id);
create index if not exists request_people_request on request_people (request_id);
create index if not exists approvals_open on approvals (lapses_at) where decision is null;
create index if not exists approval_notes_request on approval_notes (request_id);
create index if not exists messages_at_once on messages (id)
  where state in ('pending', 'sending') and planned = 0;
create index if not exists messages_planned on messages (due_at, id)
  where state in ('pending', 'sending') and planned = 1;
create index if not exists messages_leased on messages (lease_until) where lease_until is not null;
create index if not exists messages_blocked on messages (id) where blocked_by is not null;
create index if not exists messages_aside on messages (id) where state = 'unreadable';
create index if not exists messages_asked on messages (id)
  where state = 'sent' and substr(purpose, 1, 10) = 'undecided ';
create index if not exists messages_apart on messages (created_at) where request_id is null;
create index if not exists messages_topic on messages (topic) where topic is not null;
create index if not exists audit_events_request on audit_events (request_id);
`;
