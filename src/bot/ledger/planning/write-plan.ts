import { sql } from 'kysely';
import { type NewMessage, rowOf } from '../outbox/enqueue.ts';
import type { Request } from '../requests/request.ts';
import { addRows, type Handle, isDone, type Writing } from '../tables/sql.ts';

export interface PlannedMessage extends NewMessage {
  requestId: string;
  due: Date;
}

export interface Planner {
  planned(request: Request): PlannedMessage[];
  rules(): string;
}

interface PlannedRow {
  id: number;
  request_id: string | null;
  purpose: string;
  state: string;
  attempts: number;
  about: string | null;
  due_at: string;
}

export interface Plan {
  id: string;
  messages: readonly PlannedMessage[];
}

/** Sent messages aren't sent again, and new messages that would already be due are skipped. */
export async function writePlans({ db, now }: Writing, plans: readonly Plan[], rules: string): Promise<void> {
  const ids = plans.map(({ id }) => id);
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'request_id', 'purpose', 'state', 'attempts', 'about', 'due_at'])
    .where('request_id', 'in', ids)
    .where('planned', '=', 1)
    .execute();
  const rowsOf = Map.groupBy(rows, ({ request_id }) => request_id);
  const changes = plans.map((plan) => changesFor(plan, rowsOf.get(plan.id) ?? [], now));
  await withdraw(
    db,
    changes.flatMap(({ withdrawn }) => withdrawn),
  );
  for (const { id, message } of changes.flatMap(({ moved }) => moved)) await move(db, id, message);
  const added = changes.flatMap((change) => change.added);
  await addRows(
    db,
    'messages',
    added.map((message) => rowOf(message, now, now)),
  );
  await db.updateTable('requests').set({ planned_by: rules }).where('id', 'in', ids).execute();
}

function changesFor({ messages }: Plan, rows: readonly PlannedRow[], now: Date) {
  const wanted = new Map(messages.map((message) => [message.purpose, message]));
  const there = new Set(rows.map(({ purpose }) => purpose));
  const isAhead = ({ due }: PlannedMessage) => due > now;
  const isUntouched = ({ state, attempts }: PlannedRow) => state === 'pending' && attempts === 0;
  const moved = rows.flatMap((row) => {
    const message = wanted.get(row.purpose);
    if (!message || isAsWanted(row, message)) return [];
    const isBack = row.state === 'withdrawn' && isAhead(message);
    return isUntouched(row) || isBack ? [{ id: row.id, message }] : [];
  });
  return {
    withdrawn: rows.filter((row) => row.state === 'pending' && !isPartOf(row.purpose, wanted)),
    moved,
    added: messages.filter((message) => !there.has(message.purpose) && isAhead(message)),
  };
}

function isPartOf(purpose: string, wanted: ReadonlyMap<string, PlannedMessage>): boolean {
  return wanted.has(purpose) || wanted.has(purpose.slice(0, purpose.lastIndexOf(':')));
}

function isAsWanted({ state, due_at, about }: PlannedRow, message: PlannedMessage): boolean {
  const isSame = due_at === message.due.toISOString() && about === JSON.stringify(message.about);
  return state === 'pending' && isSame;
}

async function withdraw(db: Handle, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const untaken = db.updateTable('messages').set({ state: 'withdrawn' }).where('id', 'in', ids);
  await untaken.where('state', '=', 'pending').execute();
}

async function move(db: Handle, id: number, { due, about }: PlannedMessage): Promise<void> {
  const due_at = due.toISOString();
  await db
    .updateTable('messages')
    .set({ state: 'pending', due_at, scheduled_for: due_at, about: JSON.stringify(about) })
    .where('id', '=', id)
    // If it was claimed in the meantime, it is sent unchanged.
    .where('state', 'in', ['pending', 'withdrawn'])
    .where('attempts', '=', 0)
    .execute();
}

/**
 * Recomputes a request's planned messages after a change, and withdraws those of earlier requests about the same
 * person. Call it in the transaction of the change.
 */
export async function planAnew(tx: Writing & { words: Planner }, request: Request): Promise<void> {
  const { id, kind, subject } = request;
  const earlier = await tx.db
    .selectFrom('requests')
    .select('id')
    .where(isDone)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('id', '<>', id)
    .where('planned_by', 'is not', null)
    .execute();
  const replaced = earlier.map((row) => ({ id: row.id, messages: [] }));
  await copyMutes(
    tx.db,
    earlier.map((row) => row.id),
    id,
  );
  await writePlans(tx, [...replaced, { id, messages: tx.words.planned(request) }], tx.words.rules());
}

/** Scope of a mute: reminders only, or also messages about the person's own tasks. */
type Muted = 'reminders' | 'tasks';

export function createMutes(db: Handle) {
  return {
    async isMuted(requestId: string, reader: string, what: Muted): Promise<boolean> {
      const row = await db
        .selectFrom('request_mutes')
        .select('tasks')
        .where('request_id', '=', requestId)
        .where('reader', '=', reader)
        .executeTakeFirst();
      return row !== undefined && (what === 'reminders' || row.tasks === 1);
    },

    /** Mutes a request. Has no effect if its details were deleted, since no reminders follow. */
    async mute(requestId: string, reader: string, what: Muted): Promise<void> {
      const tasks = what === 'tasks' ? 1 : 0;
      await db
        .insertInto('request_mutes')
        .columns(['request_id', 'reader', 'tasks'])
        .expression(({ selectFrom, val }) =>
          selectFrom('requests')
            .select(['id', val(reader).as('reader'), sql<number>`${sql.lit(tasks)}`.as('tasks')])
            .where('id', '=', requestId)
            .where('forgotten_at', 'is', null),
        )
        .onConflict((conflict) =>
          tasks === 1
            ? conflict.columns(['request_id', 'reader']).doUpdateSet({ tasks })
            : conflict.doNothing(),
        )
        .execute();
    },

    async unmute(requestId: string, reader: string): Promise<void> {
      await db
        .deleteFrom('request_mutes')
        .where('request_id', '=', requestId)
        .where('reader', '=', reader)
        .execute();
    },
  };
}

/** Copies the mutes of replaced requests to the new one. */
async function copyMutes(tx: Handle, from: readonly string[], to: string): Promise<void> {
  if (from.length === 0) return;
  await tx
    .insertInto('request_mutes')
    .columns(['request_id', 'reader', 'tasks'])
    .expression(({ selectFrom, val, fn }) =>
      selectFrom('request_mutes')
        .select([val(to).as('request_id'), 'reader', fn.max('tasks').as('tasks')])
        .where('request_id', 'in', from)
        .groupBy('reader'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
