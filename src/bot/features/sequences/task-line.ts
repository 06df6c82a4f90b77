import type { FullSequence, SequenceTask } from '../../../contract/additions/sequences.ts';
import type { SequenceKind } from '../../../contract/sequence.ts';
import { employeeLabel, type Offered } from '../../menus.ts';
import { say } from './messages.ts';

export function taskLine(task: SequenceTask, kind: SequenceKind, offered: Offered): string {
  const { taskLine: line, dayOf } = say();
  return line(dayOf(task.day, kind), ownerOf(task, kind, offered), task.text);
}

function ownerOf({ owner, person }: SequenceTask, kind: SequenceKind, offered: Offered) {
  const { owners, goneOwner } = say();
  if (owner !== 'person' || person === null) return owners(kind)[owner];
  const isGone = offered.snapshot !== undefined && !offered.snapshot.people.has(person);
  return isGone ? goneOwner(person) : employeeLabel(person, offered);
}

export function inDayOrder({ tasks }: Pick<FullSequence, 'tasks'>): { task: SequenceTask; at: number }[] {
  return tasks.map((task, at) => ({ task, at })).sort((one, other) => one.task.day - other.task.day);
}
