import type { KnownBlock } from '@slack/types';
import type { FullSequence } from '../../contract/additions/sequences.ts';
import { type Day, dayIn } from '../../time/dates.ts';
import type { KnownSequences, ReadSequences } from '../onboarding/additions/sequence-tasks.ts';
import type { PlanRules } from '../plan/plan.ts';
import { cut, escapeMrkdwn, header, listed, listedMarkup } from '../slack/views/blocks.ts';
import { say } from './messages.ts';
import { type PlannedTask, planTasks, type SequenceTask } from './plan-tasks.ts';

/** Above `tasks`, tasks are grouped by day and reader; at most `lines` groups are shown. */
const most = { tasks: 25, lines: 30 };
/** Age from which the list's age is shown, in milliseconds. */
const oldAfter = 60_000;

export interface Owner {
  reader: string;
  assignee: number | null;
  name: string;
  why?: string;
}

export interface Asked {
  chosen: readonly { id: number; name: string }[];
  /** Start day or last day, the person's zone if known, and the current time. */
  anchor: Day;
  zone: string | undefined;
  now: Date;
  rules: PlanRules;
  ownerOf(task: SequenceTask): Owner;
}

export interface ForetoldTask extends PlannedTask {
  owner: Owner;
  line: string;
}

export interface TaskPart {
  lines: readonly string[];
  notes: readonly string[];
}

/** Tasks that the chosen sequences will create, ordered by due time; `unknown` before they were read. */
export function foretoldTasks(known: KnownSequences, asked: Asked): ForetoldTask[] | 'unknown' {
  if (known === 'notOffered' || asked.chosen.length === 0) return [];
  return known === 'unknown' ? known : tasksIn(known, asked);
}

function tasksIn({ byId }: ReadSequences, asked: Asked): ForetoldTask[] {
  const sequences = asked.chosen.flatMap(({ id }) => byId.get(id) ?? []).filter((one) => !isGone(one));
  return planTasks(sequences, asked, asked.rules).map((planned) => {
    const owner = asked.ownerOf(planned.task);
    const text = escapeMrkdwn(cut(planned.task.text.replaceAll(/\s+/g, ' '), 100));
    return { ...planned, owner, line: say().line(dueOf(planned), text, owner.reader) };
  });
}

/** An archived offboarding sequence still applies to its people when their last day moves. */
function isGone({ archived, kind }: FullSequence): boolean {
  return archived && kind === 'onboarding';
}

function dueOf({ due_day, told, zone }: PlannedTask): string {
  const { due, told: sentences } = say();
  if (typeof told === 'string') return `${due(due_day)}${sentences[told]}`;
  const day = dayIn(zone, told);
  return `${due(due_day)}${day === due_day ? '' : sentences.before(day)}`;
}

/** `further`: notes to add if there are tasks. */
export function taskPart(
  known: KnownSequences,
  asked: Asked,
  { further }: { further: readonly string[] },
): TaskPart | undefined {
  if (known === 'notOffered' || asked.chosen.length === 0) return undefined;
  const { notes } = say();
  if (known === 'unknown') return { lines: [], notes: [notes.unknown] };
  const tasks = tasksIn(known, asked);
  const lines = linesOf(tasks);
  const age = asked.now.getTime() - known.readAt;
  return {
    lines,
    notes: [
      ...sequenceNotes(known, asked),
      ...(tasks.length > 0 ? [notes.message, ...further] : []),
      ...(age > oldAfter ? [notes.asOf(Math.round(age / 60_000))] : []),
    ],
  };
}

function linesOf(tasks: readonly ForetoldTask[]): string[] {
  if (tasks.length <= most.tasks) return tasks.map(({ line }) => line);
  const { line, several, more } = say();
  const groups = [...Map.groupBy(tasks, (task) => `${dueOf(task)} ${task.owner.reader}`).values()];
  const lines = groups.slice(0, most.lines).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return group.length === 1
      ? [first.line]
      : [line(dueOf(first), several(group.length), first.owner.reader)];
  });
  const left = groups.slice(most.lines).flat();
  const last = left.at(-1);
  return last ? [...lines, more(left.length, last.due_day)] : lines;
}

function sequenceNotes({ byId }: ReadSequences, { chosen }: Asked): string[] {
  const { archived, none, unlisted } = say().notes;
  const names = (those: Asked['chosen']) => those.map(({ name }) => cut(name, 80));
  const those = (is: (sequence: FullSequence | undefined) => boolean) =>
    names(chosen.filter(({ id }) => is(byId.get(id))));
  const missing = those((sequence) => !sequence);
  const gone = those((sequence) => sequence !== undefined && isGone(sequence));
  const empty = those((sequence) => sequence?.tasks.length === 0 && !isGone(sequence));
  return [
    ...(gone.length > 0 ? [archived(gone)] : []),
    ...(empty.length > 0 ? [none(empty)] : []),
    ...(missing.length > 0 ? [unlisted(missing)] : []),
  ];
}

export function taskBlocks(part: TaskPart | undefined): KnownBlock[] {
  if (!part || part.lines.length + part.notes.length === 0) return [];
  return [header(say().title), ...listedMarkup(part.lines), ...listed(part.notes)];
}
