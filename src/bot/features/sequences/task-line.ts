import type { FullSequence, SequenceTask } from '../../../contract/additions/sequences.ts';
import type { SequenceKind } from '../../../contract/sequence.ts';
import type { Language } from '../../../language.ts';
import { employeeLabel, type Offered } from '../../menus.ts';
import { words } from './words.ts';

/** A task in one line: when, who, what. */
export function taskLine(
  task: SequenceTask,
  kind: SequenceKind,
  offered: Offered,
  language: Language,
): string {
  const { taskLine: line, dayOf } = words[language];
  return line(dayOf(task.day, kind), ownerOf(task, kind, offered, language), task.text);
}

function ownerOf({ owner, person }: SequenceTask, kind: SequenceKind, offered: Offered, language: Language) {
  const { owners, goneOwner } = words[language];
  if (owner !== 'person' || person === null) return owners(kind)[owner];
  const isGone = offered.snapshot !== undefined && !offered.snapshot.people.has(person);
  return isGone ? goneOwner(person) : employeeLabel(person, offered);
}

/** Tasks in order of their days, each with its index in the sequence. */
export function inDayOrder({ tasks }: Pick<FullSequence, 'tasks'>): { task: SequenceTask; at: number }[] {
  return tasks.map((task, at) => ({ task, at })).sort((one, other) => one.task.day - other.task.day);
}
