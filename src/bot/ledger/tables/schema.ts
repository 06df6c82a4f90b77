import type { Generated, Selectable } from 'kysely';
import type { ChangeTables } from '../audit/audit-changes.ts';
import type { ElsewhereTables } from '../elsewhere/tables.ts';

/** One request as stored. Instants are ISO 8601 in UTC, so that their order as text is their order in time. */
interface RequestTable {
  id: string;
  kind: string;
  /** Whom it is about, in the form that must not be open twice: a hire's address, a leaver's id. */
  subject: string;
  /** The form that was submitted; one form makes one request. */
  submission: string;
  /** The Slack user who submitted it. */
  requester: string;
  /** What is sent, as JSON. */
  payload: string;
  /** What messages need beside it, as JSON. */
  context: string;
  state: string;
  attempts: number;
  /** The highest employee id known before the first attempt that may have had an effect. */
  baseline: number | null;
  /** When the newest attempt without a known outcome was made; null when every outcome is known. */
  outcome_unknown_at: string | null;
  /** What a person is asked while it is undecided, as JSON. */
  question: string | null;
  /** Who wants it cancelled, while it is being found out whether that is still possible. */
  cancel_by: string | null;
  /** Whether the form's window says that it waits, and has to show the outcome: 0 or 1. */
  awaits_view: number;
  /** The name of the newest failure; null after none. */
  last_error: string | null;
  /** How it ended, as JSON. */
  outcome: string | null;
  /** The employee's id in the service, of what is done; null where it is not known. */
  result_id: number | null;
  /** The address of the service in which it was done. */
  service: string | null;
  /** Sent as `Idempotency-Key`; another one after a person has said that nothing happened. Null in old rows. */
  idempotency_key: string | null;
  /** When the service may have heard of the key for the first time. */
  key_sent_at: string | null;
  /** See `Promised`; empty when an attempt was made without the promise. */
  key_promised_by: string | null;
  due_at: string;
  /** Names one taking of the request, not a process: who took it twice holds it once. */
  lease_holder: string | null;
  lease_until: string | null;
  created_at: string;
  ended_at: string | null;
  /** How many requests of its kind were carried out for the same person before it. */
  revision: number;
  /** When the personal details were dropped. */
  forgotten_at: string | null;
  /** When a person said that nothing is left to do about it, though it was refused: App Home shows it no more. */
  dismissed_at: string | null;
  /** When it was found that it cannot be read: nothing is done with it until it can. */
  set_aside_at: string | null;
  /**
   * The hire's start day or the leaver's last day; null where there is none. Where none is sent, the service takes the
   * day on which it carries it out: that day, once it is done.
   */
  day: string | null;
  /** How often people said, after it was done, that another day counts, or none. */
  amendments: Generated<number>;
  /** When they said that it is called off; null while it stands. */
  called_off_at: string | null;
  /** A start day that the person's own last day ended: it counts again once that is later, or called off. */
  ended_day: string | null;
  /** The address of somebody whom the subject names by id, in lower case; null where it is not known. */
  email: string | null;
  /** Since when somebody who is to start is missing in the service's list; null while they are in it. */
  missing_since: string | null;
  /** The Slack user who said that they start though they are missing. */
  kept_by: string | null;
  /** By which rules its planned messages were written, see `Planner`; null before there were any. */
  planned_by: string | null;
  /** When it was open in a backup that was put back: what is said of it may have been said before. */
  restored_at: Generated<string | null>;
}

export type RequestRow = Selectable<RequestTable>;
/** A word of the name of whom a request is about, as it is found. */
interface RequestNameRow {
  /** Without case and accents. */
  word: string;
  request_id: string;
}

/** Somebody who sees a request among what lies ahead without being HR. */
interface RequestPersonRow {
  /** `user:`, `email:` or `employee:`, and which. */
  person: string;
  /** The request's. */
  day: string;
  request_id: string;
}

/** One thing that happened to a request: the audit log. `detail` holds codes and statuses, never people's data. */
interface AuditEventRow {
  id: Generated<number>;
  request_id: string;
  at: string;
  /** A Slack user id, or `frontdesk`. */
  actor: string;
  what: string;
  detail: string | null;
}

/** One message that Slack must get: written in the transaction of what it tells, built and sent after it. */
interface MessageTable {
  id: Generated<number>;
  /** What it is for, once over all processes: `<request>:<purpose>`, or the purpose alone. */
  key: string;
  /** What Slack keeps beside the message, so that it is found again there: a hash, nothing personal. */
  metadata_id: string;
  /** Null for what concerns all requests. */
  request_id: string | null;
  /** What it is for; once per request. */
  purpose: string;
  /** Where to, as JSON: `{ channel }`, `{ email }` or `{ view }`. */
  recipient: string;
  /** Which message it is, as its feature defines it. */
  name: string;
  /** What it is about beside the request, as JSON: ids and small facts, nobody's name. */
  about: string;
  /**
   * `pending`, `sending`, `sent` or `dropped`; `spread` when several people get one each in its place; `answered` when
   * it was sent, asked something and shows the answer; `unreadable` when it was to be sent and could not be read;
   * `withdrawn` when it was planned and is not any more.
   */
  state: string;
  /** Whether an earlier post of it may have arrived: 1, or 2 while that post may still be under way elsewhere. */
  doubtful: number;
  attempts: number;
  /** The Slack id to which it was sent, where that was looked up: an earlier post is looked for there. */
  target: string | null;
  /** Whether the requester's message waits for what becomes of it: 0 or 1. */
  awaited: Generated<number>;
  /** Whether it follows from what is planned for its request, and changes with that: 0 or 1. */
  planned: Generated<number>;
  /** Of planned ones: those with the same one are sent one after the other; null where any may be sent. */
  lane: Generated<string | null>;
  /** What it is about, beside others that say what became of the same thing; null where there are none. */
  topic: Generated<string | null>;
  /** Slack's word for what somebody has to mend before it can be posted; null when nothing has to be. */
  blocked_by: string | null;
  created_at: string;
  /** The instant from which it is wanted; null for what was wanted at once. */
  scheduled_for: string | null;
  due_at: string;
  lease_holder: string | null;
  lease_until: string | null;
  channel: string | null;
  ts: string | null;
}

export type MessageRow = Selectable<MessageTable>;

/** A channel's or person's trouble that people were told of, so that they are told once, by whichever process. */
interface BlockedChannelRow {
  channel: string;
  /** Slack's word, e.g. `not_in_channel`. */
  code: string;
  told_at: string;
}

/** When the next planned message of a lane may be sent, for all processes. */
interface LaneRow {
  /** A channel's id, or a method of Slack's. */
  name: string;
  free_at: string;
}

/** Somebody who wants no more reminders about whom a request is about. */
interface RequestMuteRow {
  request_id: string;
  /** A Slack user id. */
  reader: string;
  /** 1 where messages about their own tasks are stopped, too. */
  tasks: number;
}

/** The one row that tells whether sending is held up, for all processes. */
export interface CircuitBreakerRow {
  id: number;
  /** What holds it up; null when nothing does. */
  code: string | null;
  since: string | null;
  /** When to look again whether the trouble is gone. */
  probe_at: string | null;
  probes: number;
  /** Whether people were told: 0 or 1. */
  told: number;
}

/** A request that somebody else has to approve, or had to. */
interface ApprovalRow {
  request_id: string;
  /** When it lapses, unless somebody decides before. */
  lapses_at: string;
  /** `approved`, `declined`, `lapsed` or `cancelled`; null while nobody has decided. */
  decision: string | null;
  /** A Slack user id, or `frontdesk`. */
  decided_by: string | null;
}

/** What people wrote about a request that has to be approved. */
interface ApprovalNoteRow {
  id: Generated<number>;
  request_id: string;
  at: string;
  /** The Slack user who wrote it. */
  actor: string;
  /** `asked`, `answered` or `declined`. */
  what: string;
  text: string;
}

/** How many people a service's list had, to tell one that is cut. */
interface ListSizeRow {
  /** The service's address. */
  service: string;
  people: number;
  /** Since when it is much shorter; null while it isn't. */
  shorter_since: string | null;
}

export interface LedgerTables extends ChangeTables, ElsewhereTables {
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
}
