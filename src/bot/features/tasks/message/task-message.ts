import type { Button, KnownBlock } from '@slack/types';
import type { Task } from '../../../../contract/additions/tasks.ts';
import { dayIn } from '../../../../time/dates.ts';
import type { Message } from '../../../requests/result-views.ts';
import { header, listed, mrkdwn, note, paragraph, row } from '../../../slack/views/blocks.ts';
import { say } from '../messages.ts';
import { done, reopen } from '../press/done.ts';
import { passOnWindow } from '../press/pass-on.ts';
import { postponeWindow } from '../press/postpone.ts';
import { isOverdue, isWanted, rehearsal, type TaskAbout, type TaskRef } from '../task.ts';

interface Standing {
  about: TaskAbout;
  task: Task | undefined;
  now: Date;
  nameOf(employee: number): string;
  /** Whether HR got the message for the assignee, and has passed the task on to them. */
  isHandedOn?: boolean;
  /** Slack user id of the person who passed it on to the assignee. */
  passedBy?: string | undefined;
}

export function taskMessage(standing: Standing): Message {
  const { task } = standing;
  const { became, labels, summary } = say();
  if (!task) return { text: labels.due, blocks: [paragraph(became.gone)] };
  return {
    text: summary(task),
    blocks: [header(labels.due), paragraph(task.text), ...factBlocks(task, standing)],
  };
}

function factBlocks(task: Task, standing: Standing): KnownBlock[] {
  const { about, now, passedBy } = standing;
  const sentences = say();
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
    ...whyBlocks(task, standing),
    ...(isOpen ? [] : [note(becameOf(task, standing))]),
    ...rowOf(task, standing),
  ];
}

function isOpenHere(task: Task, { about, isHandedOn }: Standing): boolean {
  return isWanted(task, about) && isHandedOn !== true;
}

function whyBlocks(task: Task, standing: Standing): KnownBlock[] {
  const { about, nameOf } = standing;
  if (!isOpenHere(task, standing)) return [];
  const { nobodyThere, whyHr } = say();
  if (about.assignee !== null && about.why !== undefined)
    return [paragraph(whyHr(nameOf(about.assignee), about.why))];
  return about.assignee === null && task.owner !== 'hr' ? [paragraph(nobodyThere(task))] : [];
}

function becameOf(task: Task, { about, nameOf, isHandedOn }: Standing): string {
  const { became } = say();
  if (task.done_at !== null) {
    const by = task.done_by === null ? undefined : nameOf(task.done_by);
    return became.done(dayIn(task.timezone, new Date(task.done_at)), by);
  }
  if (isHandedOn || task.assignee !== about.assignee)
    return became.passed(task.assignee === null ? undefined : nameOf(task.assignee));
  return became.moved(task.due_day);
}

function rowOf(task: Task, { about, isHandedOn }: Standing): KnownBlock[] {
  // Another assignee has a message of their own with the buttons.
  if (isHandedOn || task.assignee !== about.assignee) return [];
  return row(...taskButtons(task, about.service));
}

export function taskButtons(task: Task, service: string): Button[] {
  const { buttons, buttonAbout } = say();
  const ref: TaskRef = { service, task: task.id };
  const labelled = (text: string) => ({
    text: service === rehearsal ? buttons.rehearsed(text) : text,
    spoken: buttonAbout(text, task),
  });
  if (task.done_at !== null) return [reopen.show(ref, labelled(buttons.undo))];
  return [
    { ...done.show(ref, labelled(buttons.done)), style: 'primary' },
    postponeWindow.button(ref, labelled(buttons.postpone)),
    passOnWindow.button(ref, labelled(buttons.passOn)),
  ];
}

/** A task's message for a rehearsal: its buttons say so, and change nothing. */
export function rehearsedTask(task: Task, { name, why }: { name: string; why?: string }): Message {
  const { id, due_day: due, assignee, due_at } = task;
  const about = { service: rehearsal, task: id, due, assignee, ...(why !== undefined && { why }) };
  return taskMessage({ about, task, now: new Date(due_at), nameOf: () => name });
}
