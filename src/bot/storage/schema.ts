import type { DatabaseKind } from '../../database/open.ts';

/** Columns are documented at their row types. Instants are ISO 8601 in UTC, so they sort as text. */
export function schema(kind: DatabaseKind): string {
  const id = kind === 'sqlite' ? 'id integer primary key autoincrement' : 'id serial primary key';
  // Byte order, so that prefix searches can use the index.
  const byBytes = kind === 'postgres' ? 'collate "C"' : '';
  return `
create table if not exists requests (
  id text primary key,
  kind text not null,
  subject text not null,
  submission text not null,
  requester text not null,
  payload text not null,
  context text not null,
  state text not null,
  attempts integer not null,
  baseline integer,
  outcome_unknown_at text,
  question text,
  cancel_by text,
  awaits_view integer not null,
  last_error text,
  outcome text,
  result_id integer,
  service text,
  idempotency_key text,
  key_sent_at text,
  key_promised_by text,
  due_at text not null,
  lease_holder text,
  lease_until text,
  created_at text not null,
  ended_at text,
  revision integer not null default 0,
  forgotten_at text,
  dismissed_at text,
  set_aside_at text,
  day text,
  amendments integer not null default 0,
  called_off_at text,
  ended_day text,
  email text,
  missing_since text,
  kept_by text,
  planned_by text,
  restored_at text,
  proposal text
);
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
create index if not exists requests_listed on requests (created_at, id)
  where ended_at is not null and forgotten_at is null;
create index if not exists requests_kept on requests (ended_at) where ended_at is not null and forgotten_at is null;
create index if not exists requests_forgotten on requests (ended_at) where forgotten_at is not null;
create index if not exists requests_done on requests (subject) where state = 'done';
create index if not exists requests_employee on requests (result_id) where state = 'done';
create index if not exists requests_revision on requests (kind, subject, revision) where state = 'done';
create index if not exists requests_timeline on requests (day, id) where state = 'done';
create index if not exists requests_email on requests (email) where email is not null;

create table if not exists request_names (
  word text ${byBytes} not null,
  request_id text not null,
  primary key (word, request_id)
);
create index if not exists request_names_request on request_names (request_id);

create table if not exists request_people (
  person text not null,
  day text not null,
  request_id text not null,
  primary key (person, day, request_id)
);
create index if not exists request_people_request on request_people (request_id);

create table if not exists request_mutes (
  request_id text not null,
  reader text not null,
  tasks integer not null default 0,
  primary key (request_id, reader)
);

create table if not exists approvals (
  request_id text primary key,
  lapses_at text not null,
  decision text,
  decided_by text
);
create index if not exists approvals_open on approvals (lapses_at) where decision is null;

create table if not exists approval_notes (
  ${id},
  request_id text not null,
  at text not null,
  actor text not null,
  what text not null,
  text text not null
);
create index if not exists approval_notes_request on approval_notes (request_id);

create table if not exists messages (
  ${id},
  key text not null unique,
  metadata_id text not null,
  request_id text references requests (id),
  purpose text not null,
  recipient text not null,
  name text not null,
  about text not null,
  state text not null,
  doubtful integer not null,
  attempts integer not null,
  target text,
  awaited integer not null default 0,
  planned integer not null default 0,
  lane text,
  topic text,
  blocked_by text,
  created_at text not null,
  scheduled_for text,
  due_at text not null,
  lease_holder text,
  lease_until text,
  channel text,
  ts text,
  unique (request_id, purpose)
);
create index if not exists messages_at_once on messages (id)
  where state in ('pending', 'sending') and planned = 0;
create index if not exists messages_planned on messages (due_at, id)
  where state in ('pending', 'sending') and planned = 1;
create index if not exists messages_tried on messages (due_at)
  where state in ('pending', 'sending') and planned = 1 and attempts > 0;
create index if not exists messages_leased on messages (lease_until) where lease_until is not null;
create index if not exists messages_blocked on messages (id) where blocked_by is not null;
create index if not exists messages_aside on messages (id) where state = 'unreadable';
create index if not exists messages_asked on messages (id)
  where state = 'sent' and substr(purpose, 1, 10) = 'undecided ';
create index if not exists messages_apart on messages (created_at) where request_id is null;
create index if not exists messages_topic on messages (topic) where topic is not null;

create table if not exists lanes (name text primary key, free_at text not null);

create table if not exists blocked_channels (
  channel text not null,
  code text not null,
  told_at text not null,
  primary key (channel, code)
);

create table if not exists circuit_breaker (
  id integer primary key,
  code text,
  since text,
  probe_at text,
  probes integer not null,
  told integer not null
);
insert into circuit_breaker (id, probes, told) values (1, 0, 0) on conflict do nothing;

create table if not exists audit_events (
  ${id},
  request_id text not null references requests (id),
  at text not null,
  actor text not null,
  what text not null,
  detail text
);
create index if not exists audit_events_request on audit_events (request_id);

create table if not exists audit_changes (
  ${id},
  at text not null,
  actor text not null,
  kind text not null,
  what text not null,
  detail text
);

create table if not exists elsewhere_marks (
  service text primary key,
  highest_id integer not null,
  version integer not null,
  waiting text not null,
  lower_since text
);

create table if not exists list_sizes (
  service text primary key,
  people integer not null,
  shorter_since text
);

create table if not exists connection (
  id integer primary key,
  url text not null,
  sealed_token text not null,
  key_id text not null,
  set_by text not null,
  set_at text not null
);

create table if not exists settings (
  name text primary key,
  value text not null,
  set_by text not null,
  set_at text not null
);

create table if not exists drafts (
  id text primary key,
  owner text not null,
  title text not null,
  content text not null,
  saved_at text not null,
  entered_at text,
  saved_by text,
  root_view text
);
create index if not exists drafts_owner on drafts (owner, saved_at);

create table if not exists templates (
  id text primary key,
  name text not null,
  content text not null,
  version integer not null,
  set_by text not null,
  set_at text not null
);

create table if not exists sequence_kinds (
  service text not null,
  sequence_id integer not null,
  name text not null,
  kind text not null,
  set_by text not null,
  set_at text not null,
  seen_at text,
  primary key (service, sequence_id)
);

create table if not exists access_changes (
  subject text primary key,
  version text not null,
  changed_at text not null
);

create table if not exists homes (
  user_id text primary key,
  team_id text not null,
  shows text not null,
  version text not null,
  opened_at text not null
);
create index if not exists homes_opened on homes (opened_at);

create table if not exists setup_marks (
  subject text not null,
  mark text not null,
  set_by text not null,
  set_at text not null,
  primary key (subject, mark)
);

create table if not exists checkups (
  id integer primary key,
  due_at text not null,
  failing text not null
);

create table if not exists people_imports (
  id text primary key,
  started_by text not null,
  started_at text not null,
  ended_at text,
  added integer not null,
  changed integer not null,
  unchanged integer not null,
  unknown integer not null,
  remaining integer not null
);

create table if not exists slack_people (
  user_id text primary key,
  since text not null,
  state text not null,
  email text not null,
  digest text not null,
  changed_at text not null,
  told_at text
);
create index if not exists slack_people_state on slack_people (state, told_at, changed_at);

create table if not exists people_rounds (
  id text primary key,
  baseline text not null,
  done_at text not null,
  lease_until text not null
);

create table if not exists task_passes (
  service text not null,
  task integer not null,
  employee integer not null,
  by_user text not null,
  by_hr integer not null,
  at text not null,
  primary key (service, task, employee)
);

create table if not exists task_watches (
  service text primary key,
  since text not null,
  highest integer not null
);
`;
}

/** Finds everything about a person. */
export const schemaOfPeople = `
create index if not exists requests_about on requests (subject);
`;

/** Everybody is listed along `requests_created`. */
export const schemaOfSearch = 'drop index if exists requests_listed';
