import type { Insertable } from 'kysely';
import { type NewMessage, rowOf } from '../outbox/enqueue.ts';
import type { Request } from '../requests/request.ts';
import type { LedgerTables } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';

/** A message for a later time that follows from a request as it stands. */
export interface PlannedMessage extends NewMessage {
  requestId: string;
  due: Date;
}

/** What is planned, as the features have it. */
export interface Planner {
  /** What is to be sent at later times about a request as it stands; nothing where nothing is. */
  planned(request: Request): PlannedMessage[];
  /** By which rules that is: another text where they are others. */
  rules(): string;
}

/** Behind a purpose: a message that a reader asked to get once more, later. */
export const onceMore = '+';

interface PlannedRow {
  id: number;
  request_id: string | null;
  purpose: string;
  state: string;
  attempts: number;
  about: string | null;
  due_at: string;
}

/** What is planned for a request by now, and by which rules. */
export interface Plan {
  id: string;
  messages: readonly PlannedMessage[];
  /** See `Planner`. */
  rules: string;
}

/**
 * Writes down what is planned for requests, in the place of what was planned for them before. What was sent stays sent,
 * and is not sent again; what would have been due by now is no news, and is not begun with.
 */
export async function writePlans(tx: Handle, plans: readonly Plan[], now: Date): Promise<void> {
  if (plans.length === 0) return;
  const ids = plans.map(({ id }) => id);
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'request_id', 'purpose', 'state', 'attempts', 'about', 'due_at'])
    .where('request_id', 'in', ids)
    .where('planned', '=', 1)
    .execute();
  const rowsOf = Map.groupBy(rows, ({ request_id }) => request_id);
  const changes = plans.map((plan) => changesFor(plan, rowsOf.get(plan.id) ?? [], now));
  await withdraw(
    tx,
    changes.flatMap(({ withdrawn }) => withdrawn),
  );
  for (const { id, message } of changes.flatMap(({ moved }) => moved)) await move(tx, id, message);
  await insert(
    tx,
    changes.flatMap(({ added }) => added.map((message) => rowOf(message, now, now))),
  );
  for (const [rules, ofRules] of Map.groupBy(plans, (plan) => plan.rules))
    await tx
      .updateTable('requests')
      .set({ planned_by: rules })
      .where(
        'id',
        'in',
        ofRules.map(({ id }) => id),
      )
      .execute();
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
    withdrawn: rows.filter((row) => row.state === 'pending' && !isPartOf(ownPurpose(row), wanted)),
    moved,
    added: messages.filter((message) => !there.has(message.purpose) && isAhead(message)),
  };
}

/** Whoever asked for it once more wants it as long as it is planned. */
function ownPurpose({ purpose }: PlannedRow): string {
  return purpose.split(onceMore, 1)[0] ?? purpose;
}

/** One of several people who got a message in its place has it as their own. */
function isPartOf(purpose: string, wanted: ReadonlyMap<string, PlannedMessage>): boolean {
  return wanted.has(purpose) || wanted.has(purpose.slice(0, purpose.lastIndexOf(':')));
}

function isAsWanted({ state, due_at, about }: PlannedRow, message: PlannedMessage): boolean {
  const isSame = due_at === message.due.toISOString() && about === JSON.stringify(message.about);
  return state === 'pending' && isSame;
}

async function withdraw(tx: Handle, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const untaken = tx.updateTable('messages').set({ state: 'withdrawn' }).where('id', 'in', ids);
  await untaken.where('state', '=', 'pending').execute();
}

async function move(tx: Handle, id: number, { due, about }: PlannedMessage): Promise<void> {
  const due_at = due.toISOString();
  await tx
    .updateTable('messages')
    .set({ state: 'pending', due_at, scheduled_for: due_at, about: JSON.stringify(about) })
    .where('id', '=', id)
    // Somebody may have taken it meanwhile: then it is sent as it was.
    .where('state', 'in', ['pending', 'withdrawn'])
    .where('attempts', '=', 0)
    .execute();
}

/** A statement takes so many values at most: SQLite 32,766, PostgreSQL 65,535. */
const mostRows = 1_000;

async function insert(tx: Handle, rows: readonly Insertable<LedgerTables['messages']>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += mostRows)
    await tx
      .insertInto('messages')
      .values(rows.slice(at, at + mostRows))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
