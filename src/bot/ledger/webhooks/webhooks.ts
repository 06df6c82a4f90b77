import { sql } from 'kysely';
import { changedRows, countRows } from '../../../database/table.ts';
import { enqueue } from '../outbox/message.ts';
import { createWorker, eventPauses, type Lease, leased, newLease, pauseAfter, unleased } from '../queue.ts';
import type { LedgerDatabase, Tx } from '../tables/ledger-database.ts';
import type { Handle } from '../tables/sql.ts';
import type { WebhookEndpointRow, WebhookEventRow } from '../tables/webhook-tables.ts';
import { emit, wantedSince } from './emit.ts';
import type { NewEvent } from './event.ts';

/** An event on its way to an endpoint. */
export interface WebhookEvent {
  /** Doesn't change with attempts. */
  id: string;
  type: string;
  at: Date;
  requestId: string | null;
  /** JSON of everything known of it; what the endpoint may see is for `post` to choose. */
  data: string;
}

export type Delivered =
  /** `answer`: a status, or a code such as `timeout`. */
  | { kind: 'delivered' | 'failed'; answer: string; retryAfter?: number | undefined }
  /** Not sent yet: whether it's true will be known later. */
  | { kind: 'later'; until: Date }
  /** Not true any more, and never sent. */
  | { kind: 'dropped' };

/** Posts an event. What it throws counts as a failed attempt. */
export type PostEvent = (event: WebhookEvent, endpoint: WebhookEndpointRow) => Promise<Delivered>;

/** How long an event is repeated, in milliseconds. */
const patience = 3 * 86_400_000;

/** Events at the same time to one endpoint, over all processes. */
const atOnce = 4;

/** Events at the same time in one process: enough for ten endpoints that are slow. */
const inHand = 10 * atOnce;

const isPending = sql<boolean>`webhook_events.state = 'pending'`;

/** An earlier event about the same person goes first. */
const isFirst = sql<boolean>`not exists (
  select 1 from webhook_events earlier where earlier.state = 'pending' and earlier.endpoint = webhook_events.endpoint
  and earlier.person = webhook_events.person and earlier.id < webhook_events.id)`;

/** Events that may be sent when they are due. */
function ready(db: Handle) {
  return db
    .selectFrom('webhook_events')
    .where(isPending)
    .where('lease_until', 'is', null)
    .where(isFirst)
    .orderBy('due_at')
    .limit(1);
}

type Claimed = { event: WebhookEventRow; endpoint: WebhookEndpointRow; holder: string };

const shownAnswers = 5;

/** Events for other systems: in order per person, each until it was answered or its time is over. */
export function createWebhooks(database: LedgerDatabase, post: PostEvent) {
  const { db, kind, clock, log, transact, statement, onChange } = database;

  /** Endpoints with the time of their next event; those that failed get one event at a time. */
  async function endpoints(): Promise<(WebhookEndpointRow & { due: Date })[]> {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .select((eb) => [
        ready(db).select('due_at').where('endpoint', '=', sql.ref<string>('webhook_endpoints.id')).as('next'),
        eb
          .selectFrom('webhook_events')
          .select(eb.fn.countAll<number>().as('count'))
          .where('lease_until', 'is not', null)
          .whereRef('endpoint', '=', 'webhook_endpoints.id')
          .as('busy'),
      ])
      .where('removed_at', 'is', null)
      .execute();
    return rows
      .flatMap(({ next, busy, ...row }) => {
        if (next === null || Number(busy) >= (row.failures > 0 ? 1 : atOnce)) return [];
        const paused = row.paused_until ?? '';
        return [{ ...row, due: new Date(paused > next ? paused : next) }];
      })
      .toSorted((one, other) => one.due.getTime() - other.due.getTime());
  }

  async function take(): Promise<Claimed | undefined> {
    const now = clock.now();
    for (const { due, ...endpoint } of await endpoints()) {
      if (due > now) return undefined;
      const lease = newLease(now);
      const event = await claim(endpoint.id, lease);
      if (event) return { event, endpoint, holder: lease.holder };
    }
    return undefined;
  }

  function claim(endpoint: string, lease: Lease): Promise<WebhookEventRow | undefined> {
    return statement((tx) => {
      const due = ready(tx.db)
        .select('id')
        .where('endpoint', '=', endpoint)
        .where('due_at', '<=', tx.now.toISOString());
      return tx.db
        .updateTable('webhook_events')
        .set((eb) => ({ ...leased(lease), attempts: eb('attempts', '+', 1) }))
        .where('id', '=', kind === 'postgres' ? due.forUpdate().skipLocked() : due)
        .returningAll()
        .executeTakeFirst();
    });
  }

  async function send({ event, endpoint, holder }: Claimed): Promise<undefined> {
    const { event: id, type, at, request_id: requestId, data } = event;
    const delivered: Delivered = !isWanted(event, endpoint)
      ? { kind: 'dropped' }
      : await post({ id, type, at: new Date(at), requestId, data }, endpoint).catch(
          (err: unknown): Delivered => {
            log.error({ err, event: id, type }, 'an event cannot be sent');
            return { kind: 'failed', answer: 'error' };
          },
        );
    await transact((tx) => settle(tx, { event, endpoint, holder }, delivered));
    if (delivered.kind === 'delivered' || delivered.kind === 'failed') onChange();
  }

  async function settle(tx: Tx, claimed: Claimed, delivered: Delivered): Promise<void> {
    const { event, endpoint } = claimed;
    if (delivered.kind === 'failed') return fail(tx, claimed, delivered);
    if (delivered.kind === 'later') {
      const until = delivered.until.toISOString();
      return void (await own(tx, claimed)
        .set({ due_at: until, since: until, attempts: event.attempts - 1 })
        .execute());
    }
    const answered_at = tx.now.toISOString();
    const ended = { state: delivered.kind, data: '{}', answered_at };
    if (delivered.kind === 'dropped') return void (await own(tx, claimed).set(ended).execute());
    const isRecovered = endpoint.failures > 0;
    if (isRecovered) await lockEndpoint(tx, endpoint.id);
    await own(tx, claimed)
      .set({ ...ended, answer: delivered.answer })
      .execute();
    if (isRecovered) await resetEndpoint(tx.db, endpoint.id);
  }

  async function fail(
    tx: Tx,
    claimed: Claimed,
    { answer, retryAfter }: Extract<Delivered, { kind: 'delivered' | 'failed' }>,
  ): Promise<void> {
    const { event, endpoint } = claimed;
    const now = tx.now.toISOString();
    await lockEndpoint(tx, endpoint.id);
    const due = new Date(tx.now.getTime() + pauseAfter(event.attempts, retryAfter, eventPauses));
    const failed = own(tx, claimed).set({ due_at: due.toISOString(), answer, answered_at: now });
    if ((await changedRows(failed)) === 0) return;
    const { id, failures } = endpoint;
    const paused_until = new Date(tx.now.getTime() + pauseAfter(Math.min(failures + 1, 9), retryAfter));
    await tx.db
      .updateTable('webhook_endpoints')
      .set((eb) => ({
        failures: eb('failures', '+', 1),
        failing_since: sql`coalesce(failing_since, ${now})`,
      }))
      .set({ paused_until: paused_until.toISOString() })
      .where('id', '=', id)
      .execute();
    log.warn({ endpoint: id, type: event.type, attempts: event.attempts, answer }, 'an event waits');
    if (new Date(event.since).getTime() + patience <= tx.now.getTime()) await giveUp(tx, event, endpoint);
  }

  /** If nothing arrived there in all that time, everything else that is as old is given up with it. */
  async function giveUp(tx: Tx, event: WebhookEventRow, endpoint: WebhookEndpointRow): Promise<void> {
    const before = new Date(tx.now.getTime() - patience).toISOString();
    const isDead = endpoint.failing_since !== null && endpoint.failing_since <= before;
    const givenUp = tx.db
      .updateTable('webhook_events')
      .set({ state: 'given_up', ...unleased })
      .where(isPending)
      .where('endpoint', '=', endpoint.id)
      .where((eb) =>
        isDead
          ? eb.or([
              eb('id', '=', event.id),
              eb.and([eb('since', '<=', before), eb('lease_until', 'is', null)]),
            ])
          : eb('id', '=', event.id),
      );
    log.warn({ endpoint: endpoint.id, count: await changedRows(givenUp) }, 'events are given up');
    await enqueue(tx, [tx.words.eventsGivenUp(endpoint.id, tx.today(tx.now))]);
  }

  const worker = createWorker(database, {
    take,
    work: send,
    held: ({ event, holder }) => ({ table: 'webhook_events', id: event.id, holder }),
    nextDue: async () => (await endpoints())[0]?.due,
    onError: (err) => log.error({ err }, 'events cannot reach the database'),
    concurrency: inHand,
  });

  return {
    worker,
    /** Stores events outside the transaction of a request. */
    emit: (events: readonly NewEvent[]): Promise<void> => transact((tx) => emit(tx, events)),
    /** Which of these ids some endpoint has, sent or not. */
    async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom('webhook_events').select('event').where('event', 'in', ids).execute();
      return new Set(rows.map(({ event }) => event));
    },
    wantedSince: (type: string) => wantedSince(db, type),
    /** Sends given-up events again, and waiting ones without their pause. @returns the number of events */
    async again(endpoint: string): Promise<number> {
      const count = await transact(async (tx) => {
        const now = tx.now.toISOString();
        await resetEndpoint(tx.db, endpoint);
        const again = tx.db
          .updateTable('webhook_events')
          .set({ state: 'pending', due_at: now, since: now, attempts: 0 })
          .where('endpoint', '=', endpoint)
          .where('lease_until', 'is', null)
          .where('state', 'in', ['pending', 'given_up']);
        return changedRows(again);
      });
      worker.wake();
      return count;
    },
    /** Counts of waiting and of given-up events, and the latest answers, the newest first. */
    async stateOf(endpoint: string) {
      const own = db.selectFrom('webhook_events').where('endpoint', '=', endpoint);
      const rows = await own
        .select(['type', 'state', 'answer', 'answered_at'])
        .where('answered_at', 'is not', null)
        .where('answer', 'is not', null)
        .orderBy('answered_at', 'desc')
        .limit(shownAnswers)
        .execute();
      return {
        waiting: await countRows(own.where('state', '=', 'pending')),
        givenUp: await countRows(own.where('state', '=', 'given_up')),
        answers: rows.map(({ type, state, answer, answered_at }) => ({
          at: new Date(answered_at ?? 0),
          type,
          answer: answer ?? '',
          isDelivered: state === 'delivered',
        })),
      };
    },
  };
}

export type EndpointState = Awaited<ReturnType<ReturnType<typeof createWebhooks>['stateOf']>>;

/** Ends the lease of a claimed event, if it wasn't taken over. */
function own({ db }: Tx, { event, holder }: Claimed) {
  return db
    .updateTable('webhook_events')
    .set(unleased)
    .where('id', '=', event.id)
    .where('lease_holder', '=', holder);
}

/** Before its events, as where an endpoint is removed: two transactions in different orders deadlock. */
async function lockEndpoint({ db, kind }: Tx, id: string): Promise<void> {
  const own = db.selectFrom('webhook_endpoints').select('id').where('id', '=', id);
  if (kind === 'postgres') await own.forUpdate().execute();
}

/** Whether the endpoint still wants it: departures may have been switched off since. */
function isWanted({ type, confidential }: WebhookEventRow, { types }: WebhookEndpointRow): boolean {
  const isOfDepartures = confidential === 0 || types.includes('"offboarding.');
  return type === 'test' || (isOfDepartures && types.includes(`"${type}"`));
}

async function resetEndpoint(db: Handle, id: string): Promise<void> {
  const state = { failures: 0, failing_since: null, paused_until: null };
  await db.updateTable('webhook_endpoints').set(state).where('id', '=', id).execute();
}

/** Days that ended events are kept, for the answers in App Home and for "Send again". */
const kept = 30;

/**
 * Deletes events that ended long ago, and those that were stored while their endpoint was being removed.
 * @returns the number deleted
 */
export async function forgetEvents(db: Handle, size: number, now: Date): Promise<number> {
  const before = new Date(now.getTime() - kept * 86_400_000).toISOString();
  const old = db
    .selectFrom('webhook_events')
    .select('id')
    .where('state', '<>', 'pending')
    .where('since', '<', before)
    .limit(size);
  const removed = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('removed_at', 'is not', null)
    .execute();
  const endpoints = removed.map(({ id }) => id);
  const left = db.selectFrom('webhook_events').select('id').where('endpoint', 'in', endpoints).limit(size);
  let count = 0;
  for (const ids of endpoints.length > 0 ? [old, left] : [old])
    count += await changedRows(db.deleteFrom('webhook_events').where('id', 'in', ids));
  return count;
}
