import { z } from 'zod';
import type { Task } from '../../../contract/additions/tasks.ts';
import { dayIn } from '../../../time/dates.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import { employeeLabel } from '../../menus.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { cut } from '../../slack/views/blocks.ts';

/** A task by its service's name and its id there. */
export const TaskRef = z.object({ service: z.string(), task: z.int() });
export type TaskRef = z.infer<typeof TaskRef>;

/** Service name in rehearsals, where no task exists: its buttons do nothing. */
export const rehearsal = 'rehearsal';

/** Data stored with a task's message. */
export const TaskAbout = TaskRef.extend({
  /** Due day and assignee; a change of either gives a new message. */
  due: z.string(),
  assignee: z.int().nullable(),
  /** Why HR gets it instead of the assignee. */
  why: z.string().optional(),
});
export type TaskAbout = z.infer<typeof TaskAbout>;

/** Whether the task is still open, due on that day and assigned to the message's recipient. */
export function isWanted(task: Task | undefined, { due, assignee }: TaskAbout): task is Task {
  return task?.done_at === null && task.due_day === due && task.assignee === assignee;
}

/** Whether its due day is over in the person's time zone. */
export function isOverdue({ due_day, timezone }: Task, now: Date): boolean {
  return due_day < dayIn(timezone, now);
}

/** @returns a function from employee id to display name */
export function namesIn({ directory }: { directory: Pick<Directory, 'current'> }) {
  const offered = { snapshot: directory.current() };
  return (id: number): string => cut(employeeLabel(id, offered), 140);
}

/** Topic shared by all messages about a task. */
export function topicOf({ service, task }: Pick<TaskAbout, 'service' | 'task'>): string {
  return `task:${service}:${task}`;
}

/** Purpose of a task's message on its due day. A new day or assignee gives a new message. */
export function purposeOf(about: TaskAbout): string {
  return `${topicOf(about)}:${about.due}:${about.assignee ?? 'hr'}`;
}

/** Data stored with a task's message. */
export function aboutOf(task: Task, service: string): TaskAbout {
  return { service, task: task.id, due: task.due_day, assignee: task.assignee };
}

/** Recipient of a task's message. The Slack user is looked up, and permission checked, at sending time. */
export function addressOf(task: Task): Pick<NewMessage, 'recipient' | 'lane'> {
  // Departures are kept from the person leaving, even if they are in HR.
  const exceptEmployee = task.kind === 'offboarding' ? task.person : undefined;
  const elseHr = exceptEmployee === undefined ? {} : { exceptEmployee };
  if (task.assignee === null) return { recipient: { hr: true, ...elseHr }, lane: 'hr:tasks' };
  return { recipient: { employee: task.assignee, confidential: true, elseHr } };
}
