import type { FullSequence, SequenceTask } from '../../../contract/additions/sequences.ts';

type Content = Pick<FullSequence, 'name' | 'archived' | 'tasks'>;

export interface Change {
  /** Whether the parts to be changed still exist. Defaults to true. */
  fits?(sequence: Content): boolean;
  applyTo(sequence: Content): Content;
  /** Whether the sequence contains the change already, no matter who made it. */
  isIn(sequence: Content): boolean;
}

export function isSameTask(one: SequenceTask, other: SequenceTask): boolean {
  const { day, owner, person, text } = one;
  return day === other.day && owner === other.owner && person === other.person && text === other.text;
}

export function hasTask({ tasks }: Pick<Content, 'tasks'>, task: SequenceTask): boolean {
  return tasks.some((one) => isSameTask(one, task));
}

/** Adds a task, or replaces `before` with it. */
export function withTask(task: SequenceTask, before: SequenceTask | null): Change {
  return {
    fits: (sequence) => before === null || hasTask(sequence, before),
    applyTo: (sequence) => ({ ...sequence, tasks: replaced(sequence.tasks, before, [task]) }),
    isIn: (sequence) =>
      hasTask(sequence, task) && (before === null || isSameTask(before, task) || !hasTask(sequence, before)),
  };
}

export function withoutTask(task: SequenceTask): Change {
  return {
    fits: (sequence) => hasTask(sequence, task),
    applyTo: (sequence) => ({ ...sequence, tasks: replaced(sequence.tasks, task, []) }),
    isIn: (sequence) => !hasTask(sequence, task),
  };
}

export function named(name: string): Change {
  return {
    applyTo: (sequence) => ({ ...sequence, name }),
    isIn: (sequence) => sequence.name === name,
  };
}

export function archived(isArchived: boolean): Change {
  return {
    applyTo: (sequence) => ({ ...sequence, archived: isArchived }),
    isIn: (sequence) => sequence.archived === isArchived,
  };
}

function replaced(tasks: readonly SequenceTask[], task: SequenceTask | null, by: readonly SequenceTask[]) {
  const at = task === null ? -1 : tasks.findIndex((one) => isSameTask(one, task));
  return at === -1 ? [...tasks, ...by] : tasks.toSpliced(at, 1, ...by);
}
