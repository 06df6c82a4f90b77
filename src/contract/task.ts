import { z } from 'zod';
import { Day } from './new-hire.ts';
import { SequenceKind, TaskOwner } from './sequence.ts';

export const Task = z.object({
  id: z.int(),
  version: z.int(),
  /** The employee who starts or leaves: id, name and email address, and their start day or last day. */
  person: z.int(),
  person_name: z.string(),
  person_email: z.string(),
  day: z.string().nullable(),
  kind: SequenceKind,
  sequence: z.string(),
  owner: TaskOwner,
  /** Assigned employee; null if the task is HR's or its owner doesn't exist (such as a hire without a buddy). */
  assignee: z.int().nullable(),
  text: z.string(),
  /** Due day in the person's zone, and the start of work on that day as an ISO 8601 instant. */
  due_day: z.string(),
  due_at: z.string(),
  timezone: z.string(),
  /** Reason for postponing, or null. */
  note: z.string().nullable(),
  /** When and by which employee it was completed, or null; `done_by` is also null if the person is unknown. */
  done_at: z.string().nullable(),
  done_by: z.int().nullable(),
});
export type Task = z.infer<typeof Task>;

export const tasksPerPage = 500;

/** Query parameters of `GET …/tasks/`, combined with AND. Defaults to open tasks. Ordered by `due_at` and id. */
export const TaskQuery = z.strictObject({
  ids: z.array(z.int()).max(100).optional(),
  person: z.int().optional(),
  assignee: z.int().optional(),
  /** HR's tasks: without an assignee, since the owner is `hr` or doesn't exist. */
  unassigned: z.literal(true).optional(),
  kind: SequenceKind.optional(),
  due_by: z.iso.datetime().optional(),
  due_after: z.iso.datetime().optional(),
  done_after: z.iso.datetime().optional(),
  state: z.enum(['open', 'done', 'all']).optional(),
  /** `next` of the previous page. */
  after: z.string().max(100).optional(),
  limit: z.int().min(1).max(tasksPerPage).optional(),
});
export type TaskQuery = z.infer<typeof TaskQuery>;

/** A page of tasks. `next` is null on the last page; `total` counts the matches on all pages. */
export const TaskPage = z.object({ tasks: z.array(Task), next: z.string().nullable(), total: z.int() });
export type TaskPage = z.infer<typeof TaskPage>;

export const longestNote = 300;

const of = { id: z.int(), version: z.int(), by: z.int().nullable() };

/**
 * Answered with the updated task. An outdated version is refused at `version`, unless the task is already in
 * the requested state.
 */
export const TaskChange = z.discriminatedUnion('action', [
  z.strictObject({ ...of, action: z.literal('done') }),
  z.strictObject({ ...of, action: z.literal('reopen') }),
  /** To today or later in the person's zone. A future day stays when the start day or last day moves. */
  z.strictObject({
    ...of,
    action: z.literal('postpone'),
    due_day: Day,
    note: z.string().trim().max(longestNote).nullable(),
  }),
  /** To an employee, or back to the sequence's owner (null). */
  z.strictObject({ ...of, action: z.literal('pass_on'), assignee: z.int().nullable() }),
]);
export type TaskChange = z.infer<typeof TaskChange>;
