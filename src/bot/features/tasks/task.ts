import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Task, type TaskQuery, tasksPerPage } from '../../../contract/task.ts';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { NewMessage } from '../../ledger/outbox/message.ts';
import { employeeLabel } from '../../menus.ts';
import { isServiceTrouble } from '../../onboarding/outage.ts';
import { cut } from '../../slack/views/blocks.ts';

export const TaskRef = z.object({ service: z.string(), task: z.int() });
export type TaskRef = z.infer<typeof TaskRef>;

/** Action ids of the buttons in each task's message. */
export const buttonIds = {
  done: 'task_done',
  reopen: 'task_reopen',
  postpone: 'task_postpone',
  passOn: 'task_pass_on',
} as const;

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

export function isWanted(task: Task | undefined, { due, assignee }: TaskAbout): task is Task {
  return task?.done_at === null && task.due_day === due && task.assignee === assignee;
}

export function isOverdue({ due_day, timezone }: Task, now: Date): boolean {
  return due_day < dayIn(timezone, now);
}

/** @returns a function from employee id to display name */
export function namesIn({ directory }: Bot) {
  const offered = { snapshot: directory.current() };
  return (id: number): string => cut(employeeLabel(id, offered), 140);
}

export function topicOf({ service, task }: Pick<TaskAbout, 'service' | 'task'>): string {
  return `task:${service}:${task}`;
}

/** Purpose of a task's message on its due day. A new day or assignee gives a new message. */
export function purposeOf(about: TaskAbout): string {
  return `${topicOf(about)}:${about.due}:${about.assignee ?? 'hr'}`;
}

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

/** `unknown` if the service can't be asked now. */
export function orUnknown<Answer>(asked: Promise<Answer>): Promise<Answer | 'unknown'> {
  return asked.catch((error: unknown) => {
    if (isServiceTrouble(error)) return 'unknown' as const;
    throw error;
  });
}

/** Limits of what is read at once, and of the pages: a million tasks. */
const mostAtOnce = 10 * tasksPerPage;
const mostPages = 5_000;

export type TaskService = ReturnType<typeof createTaskService>;

/** Tasks of the connected service. Their state isn't stored in Frontdesk. */
export function createTaskService({ additions, connection }: Bot) {
  async function* pages(query: TaskQuery, stopping?: AbortSignal) {
    let after: string | undefined;
    for (let count = 0; count < mostPages && !stopping?.aborted; count += 1) {
      const page = await additions.tasks({ ...query, ...(after !== undefined && { after }) });
      yield page.tasks;
      if (page.next === null || page.tasks.length === 0) return;
      after = page.next;
    }
  }

  return {
    /** Hash that names the service without revealing its address. Different services may use the same task ids. */
    name(): string {
      const url = connection.current()?.url ?? '';
      return createHash('sha256').update(url).digest('base64url').slice(0, 12);
    },
    isOffered: async (): Promise<boolean> => (await additions.has('tasks')) && (await additions.has('task')),
    /** The task's current state; undefined if it no longer exists. @throws OnboardingFailure */
    async find(id: number): Promise<Task | undefined> {
      const { tasks } = await additions.tasks({ ids: [id], state: 'all' });
      return tasks.find((task) => task.id === id);
    },
    pages,
    async all(query: TaskQuery): Promise<Task[]> {
      const found: Task[] = [];
      for await (const tasks of pages(query)) if (found.push(...tasks) >= mostAtOnce) break;
      return found;
    },
  };
}
