import type { Task } from '../../../../contract/additions/tasks.ts';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import type { Held } from '../../../ledger/outbox/message.ts';
import { employeeLabel } from '../../../menus.ts';
import { openFrom, rulesOf, zoneOf } from '../../../plan/plan.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { cut } from '../../../slack/views/blocks.ts';
import { mayRead } from '../access.ts';
import type { TaskDeps } from '../deps.ts';
import { isServiceTrouble } from '../task-service.ts';
import { words } from '../words.ts';
import { isWanted, TaskAbout, taskMessage } from './task-message.ts';

/** How long a message waits for the service, in milliseconds: nobody is told of what may be done. */
const patience = 60_000;

/** Told once the service answers again. */
export function later(now: Date): Held {
  return { later: new Date(now.getTime() + patience) };
}

/** The messages about one task: to whoever does it, and what becomes of that in its place. */
export function defineTaskMessages(deps: TaskDeps) {
  return {
    /** To whose task it is, or to HR. */
    due: defineMessage({
      name: 'task.due',
      label: (language) => words[language].labels.due,
      about: TaskAbout,
      async build(about, { language, now, target }) {
        if (about.service !== deps.service.name()) return { dropped: 'another service' };
        const task = await found(about.task, deps);
        if (task === 'unknown') return later(now);
        if (!isWanted(task, about)) return { dropped: 'outdated' };
        const held = heldBack(task, now, deps);
        if (held) return held;
        const isForHr = about.assignee === null || about.why !== undefined;
        if (!isForHr && !(await mayRead(task, target, deps))) return { toHr: 'confidential' };
        if (!isForHr && (await isMuted(task, target, deps))) return { dropped: 'muted' };
        return taskMessage(await standingOf(task, about, now, deps), language);
      },
    }),
    /** What is so now, in the place of a message that was sent. */
    update: defineMessage({
      name: 'task.update',
      about: TaskAbout,
      async build(about, { language, now }) {
        const task = await deps.service.find(about.task);
        return taskMessage(await standingOf(task, about, now, deps), language);
      },
    }),
  };
}

/** Whether somebody stopped the messages about their tasks for that person. @throws what the database throws */
export async function isMuted(task: Task, reader: string, { behind, ledger }: TaskDeps): Promise<boolean> {
  const found = await behind(task);
  return found !== undefined && ledger.isMuted(found.request.id, reader, 'tasks');
}

/** `unknown` where the service cannot be asked now. @throws what is no trouble of the service */
export async function found(id: number, { service }: TaskDeps): Promise<Task | undefined | 'unknown'> {
  return service.find(id).catch((error: unknown) => {
    if (isServiceTrouble(error)) return 'unknown' as const;
    throw error;
  });
}

/** Nobody is told when nobody works. */
function heldBack({ timezone }: Task, now: Date, { settings }: TaskDeps): Held | undefined {
  const rules = rulesOf(settings());
  const from = openFrom(now, zoneOf(timezone, rules), rules);
  return from > now ? { later: from } : undefined;
}

/** How it stands with the task that a message is about. @throws what the database throws */
async function standingOf(task: Task | undefined, about: TaskAbout, now: Date, deps: TaskDeps) {
  const { assignee, service } = about;
  const isSomebodys = task !== undefined && assignee !== null;
  const pass = isSomebodys ? await deps.taskStore.passTo(service, task.id, assignee) : undefined;
  const isHandedOn = about.why === 'confidential' && pass?.byHr === true;
  const passedBy = pass && about.why === undefined ? pass.by : undefined;
  return { task, about, now, passedBy, isHandedOn, nameOf: namesIn(deps) };
}

/** What employees are called, as far as that is known. */
export function namesIn({ directory }: Pick<TaskDeps, 'directory'>) {
  const offered = { snapshot: directory.current() };
  return (id: number): string => cut(employeeLabel(id, offered), 140);
}

/** What all messages about a task share. */
export function topicOf({ service, task }: Pick<TaskAbout, 'service' | 'task'>): string {
  return `task:${service}:${task}`;
}

/** Which message tells somebody of a task on its day: one for each day, and each whose task it is. */
export function purposeOf(about: TaskAbout): string {
  return `${topicOf(about)}:${about.due}:${about.assignee ?? 'hr'}`;
}

/** As the message about a task stores it. */
export function aboutOf(task: Task, service: string): TaskAbout {
  return { service, task: task.id, due: task.due_day, assignee: task.assignee };
}

/** Where it goes. Who that is in Slack, and whether they may read it, is found out when it is sent. */
export function addressOf(task: Task): Pick<NewMessage, 'recipient' | 'lane'> {
  // Somebody who leaves is not told of it, even where they are HR.
  const exceptEmployee = task.kind === 'offboarding' ? task.person : undefined;
  const elseHr = exceptEmployee === undefined ? {} : { exceptEmployee };
  if (task.assignee === null) return { recipient: { hr: true, ...elseHr }, lane: 'hr:tasks' };
  return { recipient: { employee: task.assignee, confidential: true, elseHr } };
}
