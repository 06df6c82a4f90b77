import type { KnownBlock } from '@slack/types';
import type { Task } from '../../../../contract/additions/tasks.ts';
import { dayIn } from '../../../../time/dates.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import { taskButtons } from '../message/task-message.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { isOverdue, namesIn } from '../task.ts';

interface Rows {
  handled: ReadonlySet<Task>;
  withNames: boolean;
}

/** Tasks, each with its buttons. */
export function taskRows(tasks: readonly Task[], rows: Rows, deps: TaskServices): KnownBlock[] {
  return tasks.flatMap((task): KnownBlock[] => {
    const line = paragraph(lineOf(task, rows, deps));
    if (!rows.handled.has(task)) return [line];
    const elements = taskButtons(task, deps.service.name());
    return [line, { type: 'actions', elements }];
  });
}

/** A task in one line. */
export function lineOf(task: Task, { withNames }: Omit<Rows, 'handled'>, deps: TaskServices): string {
  const { line, doneLine, lists } = say();
  const nameOf = namesIn(deps);
  if (task.done_at !== null) {
    const by = task.done_by === null ? undefined : nameOf(task.done_by);
    return doneLine(task, dayIn(task.timezone, new Date(task.done_at)), by);
  }
  const name = task.assignee === null ? lists.hr : nameOf(task.assignee);
  return line(task, {
    isOverdue: isOverdue(task, deps.clock.now()),
    name: withNames ? name : undefined,
  });
}
