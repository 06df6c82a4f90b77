import { z } from 'zod';
import { longestNote, type Task, type TaskChange } from '../../contract/task.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn, dueFrom } from '../../time/dates.ts';
import { findPeople, unknownPeople } from '../people/find-people.ts';
import { Refusal, refuseIfAny } from '../refusal.ts';
import { type Db, isId, type Queries, type TimelineTaskRow } from '../storage/tables.ts';
import * as fields from '../validation/field-types.ts';
import { messages } from '../validation/messages.ts';
import { validateFields } from '../validation/request-fields.ts';
import { readTasks } from './list-tasks.ts';

export function taskChanger(db: Db, clock: Clock) {
  return async (body: unknown): Promise<Task> => {
    const change = readChange(body);
    return db.transaction().execute(async (transaction) => {
      const before = await check(transaction, change, clock.now());
      if (!isAsWanted(before, change)) await store(transaction, before, change, clock.now());
      const [after] = await readTasks(transaction, [change.id]);
      return after ?? before;
    });
  };
}

type Current = Task & Pick<TimelineTaskRow, 'passed_to' | 'postponed_from'>;

async function check(queries: Queries, change: TaskChange, now: Date): Promise<Current> {
  const before = await find(queries, change.id);
  const named = { by: change.by, assignee: change.action === 'pass_on' ? change.assignee : null };
  const problem = unknownPeople(await findPeople(queries, Object.values(named)), named);
  if (change.action === 'postpone' && change.due_day < dayIn(before.timezone, now))
    problem.due_day = [messages.pastTaskDay];
  refuseIfAny(problem);
  return before;
}

/** Reads the task and locks its row, so that other changes wait. @throws Refusal 400 when there's none */
async function find(queries: Queries, id: number): Promise<Current> {
  const row = isId(id) ? await lock(queries, id) : undefined;
  const [task] = row ? await readTasks(queries, [id]) : [];
  if (!row || !task) throw new Refusal(400, { id: [messages.unknownId(id)] });
  return { ...task, ...row };
}

function lock(queries: Queries, id: number) {
  return queries
    .updateTable('timeline_tasks')
    .set((row) => ({ note: row.ref('note') }))
    .where('id', '=', id)
    .returning(['passed_to', 'postponed_from'])
    .executeTakeFirst();
}

function isAsWanted(before: Current, change: TaskChange): boolean {
  const isOpen = before.done_at === null;
  switch (change.action) {
    case 'done':
      return !isOpen;
    case 'reopen':
      return isOpen;
    case 'postpone':
      return isOpen && before.due_day === change.due_day && before.note === change.note;
    case 'pass_on':
      return isOpen && before.passed_to === change.assignee;
  }
}

/** @throws Refusal 400 for another version, or for a task that is done */
async function store(queries: Queries, before: Current, change: TaskChange, now: Date): Promise<void> {
  if (before.version !== change.version) throw new Refusal(400, { version: [messages.stale] });
  if (before.done_at !== null && change.action !== 'reopen')
    throw new Refusal(400, { action: [messages.isDone] });
  await queries
    .updateTable('timeline_tasks')
    .set({ ...columnsOf(before, change, now), version: before.version + 1 })
    .where('id', '=', change.id)
    .execute();
}

function columnsOf(before: Current, change: TaskChange, now: Date) {
  switch (change.action) {
    case 'done':
      return { done_at: now.toISOString(), done_by: change.by };
    case 'reopen':
      return { done_at: null, done_by: null };
    case 'postpone': {
      const postponed_from = before.postponed_from ?? before.due_day;
      return { ...dueFrom(change.due_day, 0, before.timezone), postponed_from, note: change.note };
    }
    case 'pass_on':
      return { passed_to: change.assignee };
  }
}

const actions = ['done', 'reopen', 'postpone', 'pass_on'] as const;

const always = {
  id: fields.personId(),
  version: fields.integer(0, Number.MAX_SAFE_INTEGER),
  by: fields.personIdOrNobody(),
  action: fields.choice(actions),
};
const postponed = { due_day: fields.day(), note: fields.textOrNothing({ max: longestNote }) };
const passedOn = { assignee: fields.personIdOrNobody() };

export const taskChangeFields = {
  ...always,
  ...z.object({ ...postponed, ...passedOn }).partial().shape,
};

function readChange(body: unknown): TaskChange {
  const { values, problem } = validateFields(always, body);
  const more = validateFields(moreFields(values.action), body);
  refuseIfAny({ ...problem, ...more.problem });
  return { ...values, ...more.values } as TaskChange;
}

function moreFields(action?: (typeof actions)[number]): Record<string, z.ZodType> {
  if (action === 'postpone') return postponed;
  return action === 'pass_on' ? passedOn : {};
}
