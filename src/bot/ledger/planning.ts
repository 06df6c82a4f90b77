import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { repeat } from '../../time/clock.ts';
import { addDays, dayIn } from '../../time/dates.ts';
import { type PlannedMessage, plannedRowOf } from './outbox/message.ts';
import { sleepUntil } from './queue.ts';
import type { Plan, Request } from './requests/request.ts';
import { setAside } from './requests/set-aside.ts';
import type { LedgerDatabase, Reads, Tx } from './tables/ledger-database.ts';
import type { RequestRow } from './tables/schema.ts';
import { addRows, type Handle, isDone, isNewest, updateRequest } from './tables/sql.ts';
import { emit } from './webhooks/emit.ts';

/** Requests per transaction, after which the event loop gets a turn. */
const inOneGo = 50;

/** Days after a request's day during which messages may still be planned. */
const after = 30;

/** Interval of computing every next moment, in milliseconds: another process or version may have other rules. */
const every = 3_600_000;
/** Delay after the start, in milliseconds, to leave the startup undisturbed. */
const first = 1_000;

/** Enqueues planned messages when they are due, and follows changed settings. */
export function startPlanning(database: LedgerDatabase, onEnqueued: () => void) {
  const { db, transact, words, clock, log } = database;
  let known: Plan | undefined;
  let untilNext = 0;

  /** @returns whether there may be more */
  async function enqueueDue(): Promise<boolean> {
    const count = await transact(async (tx) => {
      const due = completed(tx.db).selectAll().where('next_moment_at', '<=', tx.now.toISOString());
      const inTurn = due.orderBy('next_moment_at').limit(inOneGo);
      // Another process enqueues what it has locked.
      const rows = await (tx.kind === 'postgres' ? inTurn.forUpdate().skipLocked() : inTurn).execute();
      await advance(tx, rows, words.plan(), known);
      return rows.length;
    });
    if (count > 0) onEnqueued();
    return count === inOneGo;
  }

  async function enqueueAllDue(stopping: AbortSignal): Promise<void> {
    untilNext = sleepUntil(undefined, clock);
    let next = await earliest();
    if (next && !(next > clock.now())) {
      while (!stopping.aborted && (await enqueueDue())) await setImmediate();
      next = await earliest();
    }
    untilNext = sleepUntil(next, clock);
  }

  /** Earliest next moment of a request. */
  async function earliest(): Promise<Date | undefined> {
    const ahead = completed(db).select('next_moment_at').where('next_moment_at', 'is not', null);
    const next = (await ahead.orderBy('next_moment_at').limit(1).executeTakeFirst())?.next_moment_at;
    return next ? new Date(next) : undefined;
  }

  /** Computes the next moments of all upcoming requests again. */
  async function replan(stopping: AbortSignal): Promise<void> {
    const plan = words.plan();
    const since = addDays(dayIn('UTC', clock.now()), -after);
    let last: RequestRow | undefined;
    do {
      last = await transact(async (tx) => {
        const page = completed(tx.db)
          .selectAll()
          .where('day', '>=', last?.day ?? since)
          .where(sql<boolean>`(day, id) > (${last?.day ?? since}, ${last?.id ?? ''})`)
          .orderBy('day')
          .orderBy('id')
          .limit(inOneGo);
        const rows = await (tx.kind === 'postgres' ? page.forUpdate() : page).execute();
        await advance(tx, rows, plan, known);
        return rows[inOneGo - 1];
      });
      await setImmediate();
    } while (last && !stopping.aborted);
    if (stopping.aborted) return;
    known = plan;
    enqueuing.wake();
    onEnqueued();
  }

  const onError = (err: unknown) => log.error({ err }, 'what is planned cannot be brought up to date');
  const replanning = repeat({ clock, every, first, turn: replan, onError });
  const enqueuing = repeat({ clock, every: () => untilNext, turn: enqueueAllDue, onError });
  return {
    /** Call when settings have changed. */
    replan: replanning.wake,
    async stop(): Promise<void> {
      await replanning.stop();
      await enqueuing.stop();
    },
  };
}

function completed(db: Handle) {
  return db.selectFrom('requests').where(isDone).where('set_aside_at', 'is', null);
}

/**
 * Enqueues what became due since each request's next moment, and stores the moment after. Messages that were due
 * before it were enqueued then, or were already past when the request was completed or changed.
 * @param rows locked
 * @param before plan until now, if the settings changed: what it had ahead is sent even if it is due earlier now
 */
async function advance(tx: Tx, rows: readonly RequestRow[], plan: Plan, before?: Plan): Promise<void> {
  const { now, db, types } = tx;
  // Messages of the same moment are sent in the order in which their requests were made.
  const inOrder = rows.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
  const requests = inOrder.flatMap((row) => types.read(row) ?? []);
  const plans = await plansOf(tx, requests, plan);
  const momentOf = new Map(rows.map((row) => [row.id, row.next_moment_at]));
  const due = requests.flatMap((request) => {
    const since = new Date(momentOf.get(request.id) ?? Number.NaN);
    const isAhead = (one: PlannedMessage) => one.due >= since;
    const past = (plans.get(request.id) ?? []).filter((one) => one.due <= now);
    const moved = past.every(isAhead) ? [] : (before?.(request) ?? []).filter(isAhead);
    return past.filter((one) => isAhead(one) || moved.some(({ purpose }) => purpose === one.purpose));
  });
  const messages = due
    .toSorted((one, other) => one.due.getTime() - other.due.getTime())
    .map((one) => plannedRowOf(one, now));
  await addRows(db, 'messages', messages);
  const nextOf: { id: string; next: string | null }[] = [];
  for (const request of requests) {
    const { id } = request;
    const planned = plans.get(id);
    const begins = planned && tx.words.dayBegins(request);
    nextOf.push({ id, next: nextMoment(planned ?? [], begins, now) });
    const moment = new Date(momentOf.get(id) ?? Number.NaN);
    // The moment is ahead if a setting moved the beginning to before now.
    if (begins && begins <= now && (begins >= moment || moment > now)) await emitBegun(tx, request, begins);
  }
  const changed = nextOf.filter(({ id, next }) => momentOf.get(id) !== next);
  for (const [next, some] of Map.groupBy(changed, (one) => one.next)) {
    const ids = some.map(({ id }) => id);
    await db.updateTable('requests').set({ next_moment_at: next }).where('id', 'in', ids).execute();
  }
  const readable = new Set(requests.map(({ id }) => id));
  for (const { id } of rows) if (!readable.has(id)) await setAside(tx, id);
}

/** The next planned message, or the beginning of the request's day. */
function nextMoment(messages: readonly PlannedMessage[], begins: Date | undefined, now: Date): string | null {
  let next = begins && begins > now ? begins : undefined;
  for (const { due } of messages) if (due > now && (!next || due < next)) next = due;
  return next?.toISOString() ?? null;
}

/**
 * Tells other systems that a request's day has begun, once.
 * @param at the beginning, if the request isn't completed or changed now
 */
export async function emitBegun(tx: Tx, request: Request, at?: Date): Promise<void> {
  const begins = tx.words.dayBegins(request);
  if (!begins || begins > tx.now) return;
  const events = tx.words.events(request, { kind: 'begun' });
  await emit(tx, at ? events.map((event) => ({ ...event, at })) : events);
}

/** Planned messages by request; none for a request that a later one about the person replaced. */
async function plansOf({ db }: Pick<Reads, 'db'>, requests: readonly Request[], plan: Plan) {
  const ids = requests.map(({ id }) => id);
  if (ids.length === 0) return new Map<string, readonly PlannedMessage[]>();
  const newest = await db
    .selectFrom('requests')
    .select('id')
    .where('id', 'in', ids)
    .where(isNewest)
    .execute();
  const counting = new Set(newest.map(({ id }) => id));
  return new Map(requests.filter(({ id }) => counting.has(id)).map((one) => [one.id, plan(one)]));
}

/** All planned messages of a request, sent ones included. */
export async function plannedOf(reads: Reads, request: Request): Promise<readonly PlannedMessage[]> {
  const plans = await plansOf(reads, [request], reads.words.plan());
  return plans.get(request.id) ?? [];
}

/**
 * Stores the next moment of a completed or changed request. Messages that would already be due are never sent. Call it
 * in the transaction of the change.
 */
export async function planAnew(tx: Tx, request: Request): Promise<void> {
  const { words, now } = tx;
  const next_moment_at = nextMoment(words.plan()(request), words.dayBegins(request), now);
  await updateRequest(tx, request.id, { next_moment_at });
}
