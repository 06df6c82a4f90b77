import type { KnownBlock } from '@slack/types';
import type { FullSequence } from '../../contract/additions/sequences.ts';
import type { Language } from '../../language.ts';
import { type Day, dayIn } from '../../time/dates.ts';
import type { KnownSequences, ReadSequences } from '../onboarding/additions/sequence-tasks.ts';
import type { PlanRules } from '../plan/plan.ts';
import { cut, escapeMrkdwn, header, listed, listedMarkup } from '../slack/views/blocks.ts';
import { type PlannedTask, planTasks, type SequenceTask } from './plan-tasks.ts';
import { words } from './words.ts';

/** More tasks than these are counted by day and reader; of more lines than those only so many are shown. */
const most = { tasks: 25, lines: 30 };
/** From which age on it is said how old the list is, in milliseconds. */
const oldAfter = 60_000;

/** Whose a task will be, and who is told of it. */
export interface Owner {
  /** Who is told, in mrkdwn. */
  reader: string;
  /** The employee whose task it is, as far as anybody knows by now; null where it is HR's. */
  assignee: number | null;
  /** What they are called. */
  name: string;
  /** Why HR is told instead. */
  why?: string;
}

/** What is to be foretold. */
export interface Asked {
  /** The chosen sequences, with what the menu calls them. */
  chosen: readonly { id: number; name: string }[];
  /** The start day or last day, the person's zone where it is known, and when it is. */
  anchor: Day;
  zone: string | undefined;
  now: Date;
  rules: PlanRules;
  ownerOf(task: SequenceTask): Owner;
}

/** A task that there will be, and whose. */
export interface ForetoldTask extends PlannedTask {
  owner: Owner;
  /** When, what, and to whom; in mrkdwn. */
  line: string;
}

/** The part of a page that is about tasks. */
export interface TaskPart {
  /** A line each, in mrkdwn. */
  lines: readonly string[];
  /** What else there is to say of them. */
  notes: readonly string[];
}

/** The tasks that the chosen sequences will bring, in the order in which they are due; `unknown` until they were read. */
export function foretoldTasks(
  known: KnownSequences,
  asked: Asked,
  language: Language,
): ForetoldTask[] | 'unknown' {
  if (known === 'notOffered' || asked.chosen.length === 0) return [];
  return known === 'unknown' ? known : tasksIn(known, asked, language);
}

function tasksIn({ byId }: ReadSequences, asked: Asked, language: Language): ForetoldTask[] {
  const sequences = asked.chosen.flatMap(({ id }) => byId.get(id) ?? []).filter((one) => !isGone(one));
  return planTasks(sequences, asked, asked.rules).map((planned) => {
    const owner = asked.ownerOf(planned.task);
    const text = escapeMrkdwn(cut(planned.task.text.replaceAll(/\s+/g, ' '), 100));
    return { ...planned, owner, line: words[language].line(dueOf(planned, language), text, owner.reader) };
  });
}

/** Nobody can start with it any more. Who has one for their leaving already gets it again when the last day moves. */
function isGone({ archived, kind }: FullSequence): boolean {
  return archived && kind === 'onboarding';
}

/** Its day, and when the message comes where that is another one. */
function dueOf({ due_day, told, zone }: PlannedTask, language: Language): string {
  const { due, told: sentences } = words[language];
  if (typeof told === 'string') return `${due(due_day)}${sentences[told]}`;
  const day = dayIn(zone, told);
  return `${due(due_day)}${day === due_day ? '' : sentences.before(day)}`;
}

/**
 * What a page says of the tasks; undefined where there is nothing to say.
 * @param known what is known of the sequences @param further what else is said where there are tasks
 */
export function taskPart(
  known: KnownSequences,
  asked: Asked,
  { further, language }: { further: readonly string[]; language: Language },
): TaskPart | undefined {
  if (known === 'notOffered' || asked.chosen.length === 0) return undefined;
  const { notes } = words[language];
  if (known === 'unknown') return { lines: [], notes: [notes.unknown] };
  const tasks = tasksIn(known, asked, language);
  const lines = linesOf(tasks, language);
  const age = asked.now.getTime() - known.readAt;
  return {
    lines,
    notes: [
      ...sequenceNotes(known, asked, language),
      ...(tasks.length > 0 ? [notes.message, ...further] : []),
      ...(age > oldAfter ? [notes.asOf(Math.round(age / 60_000))] : []),
    ],
  };
}

function linesOf(tasks: readonly ForetoldTask[], language: Language): string[] {
  if (tasks.length <= most.tasks) return tasks.map(({ line }) => line);
  const { line, several, more } = words[language];
  const groups = [...Map.groupBy(tasks, (task) => `${dueOf(task, language)} ${task.owner.reader}`).values()];
  const lines = groups.slice(0, most.lines).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return group.length === 1
      ? [first.line]
      : [line(dueOf(first, language), several(group.length), first.owner.reader)];
  });
  const left = groups.slice(most.lines).flat();
  const last = left.at(-1);
  return last ? [...lines, more(left.length, last.due_day)] : lines;
}

/** Sequences that have no tasks, and those of which nobody knows them. */
function sequenceNotes({ byId }: ReadSequences, { chosen }: Asked, language: Language): string[] {
  const { archived, none, unlisted } = words[language].notes;
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

/** The part as blocks, under its title. */
export function taskBlocks(part: TaskPart | undefined, language: Language): KnownBlock[] {
  if (!part || part.lines.length + part.notes.length === 0) return [];
  return [header(words[language].title), ...listedMarkup(part.lines), ...listed(part.notes)];
}
