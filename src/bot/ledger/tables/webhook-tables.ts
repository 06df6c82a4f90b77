import type { Generated, Selectable } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';

/** Another system that is told what happens. */
export interface WebhookEndpointRow {
  id: string;
  url: string;
  /** Signing secrets, encrypted. */
  sealed_secrets: string;
  /** Types of the events it gets, as JSON. */
  types: string;
  /** Whether it gets names and addresses: 0 or 1. */
  with_names: number;
  /** Whether the environment sets it: 0 or 1. */
  is_fixed: number;
  since: string;
  /** Since when it wants these; `since` if it always did. */
  done_since: string;
  overdue_since: string;
  set_by: string;
  set_at: string;
  removed_at: string | null;
  /** Failed attempts in a row. */
  failures: number;
  failing_since: string | null;
  paused_until: string | null;
}

/** An event for one endpoint. */
interface WebhookEventTable {
  id: Generated<number>;
  /** Its id at the endpoint, the same for every endpoint. */
  event: string;
  endpoint: string;
  type: string;
  /** Events with the same person are sent in order. */
  person: string;
  request_id: string | null;
  /** Whether it is about somebody who leaves: 0 or 1. */
  confidential: number;
  /** JSON; empty once it is delivered or dropped. */
  data: string;
  at: string;
  /** Since when it is tried. */
  since: string;
  /** `pending`, `delivered`, `given_up`; or `dropped`: not true any more. */
  state: string;
  attempts: number;
  due_at: string;
  lease_holder: string | null;
  lease_until: string | null;
  /** Status or code of the latest attempt. */
  answer: string | null;
  answered_at: string | null;
}

export type WebhookEventRow = Selectable<WebhookEventTable>;

export interface WebhookTables {
  webhook_endpoints: WebhookEndpointRow;
  webhook_events: WebhookEventTable;
}

/** Other systems, and the events for them. */
export function schemaOfWebhooks(kind: DatabaseKind): string {
  const id = kind === 'sqlite' ? 'id integer primary key autoincrement' : 'id serial primary key';
  return `
create table if not exists told_tasks (service text primary key, until text not null);

create table if not exists webhook_endpoints (
  id text primary key,
  url text not null,
  sealed_secrets text not null,
  types text not null,
  with_names integer not null,
  is_fixed integer not null,
  since text not null,
  done_since text not null,
  overdue_since text not null,
  set_by text not null,
  set_at text not null,
  removed_at text,
  failures integer not null default 0,
  failing_since text,
  paused_until text
);

create table if not exists webhook_events (
  ${id},
  event text not null,
  endpoint text not null,
  type text not null,
  person text not null,
  request_id text,
  confidential integer not null,
  data text not null,
  at text not null,
  since text not null,
  state text not null,
  attempts integer not null,
  due_at text not null,
  lease_holder text,
  lease_until text,
  answer text,
  answered_at text,
  unique (event, endpoint)
);
create index if not exists webhook_events_due on webhook_events (endpoint, due_at) where state = 'pending';
create index if not exists webhook_events_person on webhook_events (endpoint, person, id) where state = 'pending';
create index if not exists webhook_events_leased on webhook_events (lease_until) where lease_until is not null;
create index if not exists webhook_events_state on webhook_events (endpoint, state);
create index if not exists webhook_events_answered on webhook_events (endpoint, answered_at);
create index if not exists webhook_events_ended on webhook_events (since) where state <> 'pending';
create index if not exists webhook_events_request on webhook_events (request_id) where request_id is not null;
`;
}
