import type { Selectable } from 'kysely';
import {
  counter,
  integer,
  key,
  rowId,
  type TablesOf,
  table,
  tableWith,
  text,
  textOrNull,
} from '../../../database/table.ts';

export const webhookTables = {
  /** Another system that is told what happens. */
  webhook_endpoints: table({
    id: key,
    url: text,
    /** Signing secrets, encrypted. */
    sealed_secrets: text,
    /** Types of the events it gets, as JSON. */
    types: text,
    /** Whether it gets names and addresses: 0 or 1. */
    with_names: integer,
    /** Whether the environment sets it: 0 or 1. */
    is_fixed: integer,
    since: text,
    /** Since when it wants these; `since` if it always did. */
    done_since: text,
    overdue_since: text,
    set_by: text,
    set_at: text,
    removed_at: textOrNull,
    /** Failed attempts in a row. */
    failures: counter,
    failing_since: textOrNull,
    paused_until: textOrNull,
  }),
  /** An event for one endpoint. */
  webhook_events: tableWith(
    { unique: ['event', 'endpoint'] },
    {
      id: rowId,
      /** Its id at the endpoint, the same for every endpoint. */
      event: text,
      endpoint: text,
      type: text,
      /** Events with the same person are sent in order. */
      person: text,
      request_id: textOrNull,
      /** Whether it is about somebody who leaves: 0 or 1. */
      confidential: integer,
      /** JSON; empty once it is delivered or dropped. */
      data: text,
      at: text,
      /** Since when it is tried. */
      since: text,
      /** `pending`, `delivered`, `given_up`; or `dropped`: not true any more. */
      state: text,
      attempts: integer,
      due_at: text,
      lease_holder: textOrNull,
      lease_until: textOrNull,
      /** Status or code of the latest attempt. */
      answer: textOrNull,
      answered_at: textOrNull,
    },
  ),
};
export type WebhookTables = TablesOf<typeof webhookTables>;
export type WebhookEventRow = Selectable<WebhookTables['webhook_events']>;
export type WebhookEndpointRow = Selectable<WebhookTables['webhook_endpoints']>;

export const webhookIndexes = `
create index if not exists webhook_events_due on webhook_events (endpoint, due_at) where state = 'pending';
create index if not exists webhook_events_person on webhook_events (endpoint, person, id) where state = 'pending';
create index if not exists webhook_events_leased on webhook_events (lease_until) where lease_until is not null;
create index if not exists webhook_events_state on webhook_events (endpoint, state);
create index if not exists webhook_events_answered on webhook_events (endpoint, answered_at);
create index if not exists webhook_events_ended on webhook_events (since) where state <> 'pending';
create index if not exists webhook_events_request on webhook_events (request_id) where request_id is not null;
`;
