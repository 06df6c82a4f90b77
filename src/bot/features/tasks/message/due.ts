import type { Task } from '../../../../contract/additions/tasks.ts';
import type { Held } from '../../../ledger/outbox/message.ts';
import { isServiceTrouble } from '../../../onboarding/outage.ts';
import { heldUntilOpen, rulesOf, zoneOf } from '../../../plan/plan.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { mayRead } from '../access.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { isWanted, namesIn, TaskAbout } from '../task.ts';
import { taskMessage } from './task-message.ts';

/**
 * How long a message waits for the service, in milliseconds, rather than reporting a task that may be done already.
 */
const patience = 60_000;

export function later(now: Date): Held {
  return { later: new Date(now.getTime() + patience) };
}

export function defineTaskMessages(deps: TaskServices) {
  return {
    due: defineMessage({
      name: 'task.due',
      label: () => say().labels.due,
      about: TaskAbout,
      async build(about, { now, target }) {
        if (about.service !== deps.service.name()) return { dropped: 'another service' };
        const task = await found(about.task, deps);
        if (task === 'unknown') return later(now);
        if (!isWanted(task, about)) return { dropped: 'outdated' };
        const rules = rulesOf(deps.settings());
        const held = heldUntilOpen(now, zoneOf(task.timezone, rules), rules);
        if (held) return held;
        const isForHr = about.assignee === null || about.why !== undefined;
        if (!isForHr && !(await mayRead(task, target, deps))) return { toHr: 'confidential' };
        if (!isForHr && (await isMuted(task, target, deps))) return { dropped: 'muted' };
        return taskMessage(await standingOf(task, about, now, deps));
      },
    }),
    update: defineMessage({
      name: 'task.update',
      about: TaskAbout,
      async build(about, { now }) {
        const task = await deps.service.find(about.task);
        return taskMessage(await standingOf(task, about, now, deps));
      },
    }),
  };
}

/** Whether the reader stopped task messages about this person. @throws database errors */
export async function isMuted(
  task: Task,
  reader: string,
  { behind, ledger }: TaskServices,
): Promise<boolean> {
  const found = await behind(task);
  return found !== undefined && ledger.isMuted(found.request.id, reader, 'tasks');
}

async function found(id: number, { service }: TaskServices): Promise<Task | undefined | 'unknown'> {
  return service.find(id).catch((error: unknown) => {
    if (isServiceTrouble(error)) return 'unknown' as const;
    throw error;
  });
}

async function standingOf(task: Task | undefined, about: TaskAbout, now: Date, deps: TaskServices) {
  const { assignee, service } = about;
  const isSomebodys = task !== undefined && assignee !== null;
  const pass = isSomebodys ? await deps.taskStore.passTo(service, task.id, assignee) : undefined;
  const isHandedOn = about.why === 'confidential' && pass?.byHr === true;
  const passedBy = pass && about.why === undefined ? pass.by : undefined;
  return { task, about, now, passedBy, isHandedOn, nameOf: namesIn(deps) };
}
