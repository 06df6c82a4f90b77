import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Task } from '../../../../contract/additions/tasks.ts';
import type { Language } from '../../../../language.ts';
import { dayIn } from '../../../../time/dates.ts';
import type { Message } from '../../../requests/result-views.ts';
import { header, listed, mrkdwn, note, paragraph, plain } from '../../../slack/views/blocks.ts';
import { actions, TaskRef } from '../ids.ts';
import { words } from '../words.ts';

/** What is stored of a message about a task. */
export const TaskAbout = TaskRef.extend({
  /** The day that it was for, and whose task it was: with another one it is another message. */
  due: z.string(),
  assignee: z.int().nullable(),
  /** Why HR gets it in somebody's place. */
  why: z.string().optional(),
});
export type TaskAbout = z.infer<typeof TaskAbout>;

/** How it stands with the task that a message is about. */
interface Standing {
  about: TaskAbout;
  /** Undefined where there is none any more. */
  task: Task | undefined;
  now: Date;
  /** What an employee is called. */
  nameOf(employee: number): string;
  /** Whether HR, who got it in somebody's place, has passed it on to that person. */
  isHandedOn?: boolean;
  /** The Slack user who passed it on to whose it is. */
  passedBy?: string | undefined;
}

/** Whether it is still to be done, on that day, by whom the message is for. */
export function isWanted(task: Task | undefined, { due, assignee }: TaskAbout): task is Task {
  return task?.done_at === null && task.due_day === due && task.assignee === assignee;
}

/** Whether its day is over where the person is. */
export function isOverdue({ due_day, timezone }: Task, now: Date): boolean {
  return due_day < dayIn(timezone, now);
}

/** One task, as it stands: with its buttons while it is to be done, and else with what became of it. */
export function taskMessage(standing: Standing, language: Language): Message | undefined {
  const { task } = standing;
  const { became, labels, summary } = words[language];
  if (!task) return { text: labels.due, blocks: [paragraph(became.gone)] };
  return {
    text: summary(task),
    blocks: [header(labels.due), paragraph(task.text), ...factBlocks(task, standing, language)],
  };
}

function factBlocks(task: Task, standing: Standing, language: Language): KnownBlock[] {
  const { about, now, passedBy } = standing;
  const sentences = words[language];
  const isTheirOwn = task.kind === 'onboarding' && about.assignee === task.person;
  const facts = [
    sentences.about(task, isTheirOwn),
    ...(isOverdue(task, now) ? [] : [sentences.due(task.due_day)]),
    sentences.sequence(task.sequence),
    ...(task.note === null ? [] : [sentences.reason(task.note)]),
  ];
  const isOpen = isOpenHere(task, standing);
  return [
    ...listed(facts),
    ...(isOpen && isOverdue(task, now) ? [paragraph(sentences.wasDue(task.due_day))] : []),
    ...(isOpen && passedBy !== undefined ? [mrkdwn(sentences.passedBy(passedBy))] : []),
    ...whyBlocks(task, standing, language),
    ...(isOpen ? [] : [note(becameOf(task, standing, language))]),
    ...rowOf(task, standing, language),
  ];
}

/** Whether the reader of the message is to do it. */
function isOpenHere(task: Task, { about, isHandedOn }: Standing): boolean {
  return isWanted(task, about) && isHandedOn !== true;
}

/** Why HR gets it. */
function whyBlocks(task: Task, standing: Standing, language: Language): KnownBlock[] {
  const { about, nameOf } = standing;
  if (!isOpenHere(task, standing)) return [];
  const { nobodyThere, whyHr } = words[language];
  if (about.assignee !== null && about.why !== undefined)
    return [paragraph(whyHr(nameOf(about.assignee), about.why))];
  return about.assignee === null && task.owner !== 'hr' ? [paragraph(nobodyThere(task))] : [];
}

function becameOf(task: Task, { about, nameOf, isHandedOn }: Standing, language: Language): string {
  const { became } = words[language];
  if (task.done_at !== null) {
    const by = task.done_by === null ? undefined : nameOf(task.done_by);
    return became.done(dayIn(task.timezone, new Date(task.done_at)), by);
  }
  if (isHandedOn || task.assignee !== about.assignee)
    return became.passed(task.assignee === null ? undefined : nameOf(task.assignee));
  return became.moved(task.due_day);
}

function rowOf(task: Task, { about, isHandedOn }: Standing, language: Language): KnownBlock[] {
  // What is somebody else's now is their message's affair.
  if (isHandedOn || task.assignee !== about.assignee) return [];
  const elements = taskButtons(task, about.service, language);
  return [{ type: 'actions', elements }];
}

/** What can be done with a task. */
export function taskButtons(task: Task, service: string, language: Language): Button[] {
  const { buttons, buttonAbout } = words[language];
  const value = JSON.stringify({ service, task: task.id } satisfies TaskRef);
  const button = (action_id: string, text: string): Button => ({
    type: 'button',
    action_id,
    text: plain(text),
    accessibility_label: buttonAbout(text, task),
    value,
  });
  if (task.done_at !== null) return [button(actions.reopen, buttons.undo)];
  return [
    { ...button(actions.done, buttons.done), style: 'primary' },
    button(actions.postpone, buttons.postpone),
    button(actions.passOn, buttons.passOn),
  ];
}
