import { z } from 'zod';
import { Day } from '../new-hire.ts';
import { SequenceKind } from '../sequence.ts';
import { TaskOwner } from './sequences.ts';

/** What somebody has to do because somebody starts or leaves. */
export const Task = z.object({
  id: z.int(),
  /** Grows with every change of it. */
  version: z.int(),
  /** Whom it is about: id, name and address of the employee, and their start day or last day. */
  person: z.int(),
  person_name: z.string(),
  person_email: z.string(),
  day: z.string().nullable(),
  kind: SequenceKind,
  /** The sequence's name. */
  sequence: z.string(),
  owner: TaskOwner,
  /** The employee who has to do it now; null where it is HR's, or nobody is there for it (a hire without a buddy, say). */
  assignee: z.int().nullable(),
  text: z.string(),
  /** The day it is due, in the person's zone, and the instant at which work begins there, as ISO 8601. */
  due_day: z.string(),
  due_at: z.string(),
  timezone: z.string(),
  /** Why it was put off, or null. */
  note: z.string().nullable(),
  /** When and by which employee it was done, or null; also null where Frontdesk could not tell who. */
  done_at: z.string().nullable(),
  done_by: z.int().nullable(),
});
export type Task = z.infer<typeof Task>;

/** How many tasks one answer has. */
export const tasksPerPage = 500;

/**
 * What is asked of `GET …/tasks/`, as query parameters; all that are given have to hold. Without `state` only open ones.
 * Ordered by `due_at` and id.
 */
export const TaskQuery = z.strictObject({
  ids: z.array(z.int()).max(100).optional(),
  person: z.int().optional(),
  assignee: z.int().optional(),
  /** Those that are HR's: with nobody by name to do them, since the owner is `hr` or nobody is there for it. */
  unassigned: z.literal(true).optional(),
  kind: SequenceKind.optional(),
  /** Due at that instant or before, ISO 8601. */
  due_by: z.iso.datetime().optional(),
  /** Due after that instant. */
  due_after: z.iso.datetime().optional(),
  state: z.enum(['open', 'done', 'all']).optional(),
  /** The `next` of the page before. */
  after: z.string().max(100).optional(),
  /** So many at most, where that is fewer than a page has. */
  limit: z.int().min(1).max(tasksPerPage).optional(),
});
export type TaskQuery = z.infer<typeof TaskQuery>;

/** The answer: a page of tasks. `next` is null on the last one; `total` counts all that hold, whatever the page. */
export const TaskPage = z.object({ tasks: z.array(Task), next: z.string().nullable(), total: z.int() });
export type TaskPage = z.infer<typeof TaskPage>;

/** How long a reason may be. */
export const longestNote = 300;

const of = { id: z.int(), version: z.int(), by: z.int().nullable() };

/**
 * What becomes of a task; answered with the task as it is then. With another version than the newest it is refused at
 * `version`, unless the task is already as wanted.
 */
export const TaskChange = z.discriminatedUnion('action', [
  z.strictObject({ ...of, action: z.literal('done') }),
  z.strictObject({ ...of, action: z.literal('reopen') }),
  /** To today or later in the person's zone. When the start day or last day moves, a chosen day that is still to come stays. */
  z.strictObject({
    ...of,
    action: z.literal('postpone'),
    due_day: Day,
    note: z.string().trim().max(longestNote).nullable(),
  }),
  /** To an employee, or back to whom the sequence names (null). */
  z.strictObject({ ...of, action: z.literal('pass_on'), assignee: z.int().nullable() }),
]);
export type TaskChange = z.infer<typeof TaskChange>;
