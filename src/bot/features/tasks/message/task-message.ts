import type { Button, KnownBlock } from '@slack/types';
import type { Task } from '../../../../contract/task.ts';
import { dayIn } from '../../../../time/dates.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { rulesOf } from '../../../plan/plan.ts';
import { toldAt } from '../../../plan/task-times.ts';
import type { PreviewedTask } from '../../../preview/tasks.ts';
import { employeeOf } from '../../../requests/employees.ts';
import type { Message } from '../../../requests/result-views.ts';
import { type By, buttonOf } from '../../../slack/button.ts';
import {
  cut,
  escapeMrkdwn,
  header,
  listed,
  mrkdwn,
  note,
  paragraph,
  row,
} from '../../../slack/views/blocks.ts';
import { isHandedTo } from '../access.ts';
import { askedOf } from '../lists/scope.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { buttonIds, isOverdue, isWanted, namesIn, rehearsal, type TaskAbout, type TaskRef } from '../task.ts';

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
    // Another assignee has a message of their own with the buttons.
    ...(standing.isHandedOn || task.assignee !== about.assignee
      ? []
      : row(...taskButtons(task, about.service))),
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

export function taskButtons(task: Task, service: string): Button[] {
  const { buttons, buttonAbout } = say();
  const ref: TaskRef = { service, task: task.id };
  const button = (id: string, text: string) =>
    buttonOf(id, ref, {
      text: service === rehearsal ? buttons.rehearsed(text) : text,
      spoken: buttonAbout(text, task),
    });
  if (task.done_at !== null) return [button(buttonIds.reopen, buttons.undo)];
  return [
    { ...button(buttonIds.done, buttons.done), style: 'primary' },
    button(buttonIds.postpone, buttons.postpone),
    button(buttonIds.passOn, buttons.passOn),
  ];
}

/** A task's message for a rehearsal: its buttons say so, and change nothing. */
export function rehearsedTask(task: Task, { name, why }: { name: string; why?: string }): Message {
  const { id, due_day: due, assignee, due_at } = task;
  const about = { service: rehearsal, task: id, due, assignee, ...(why !== undefined && { why }) };
  return taskMessage({ about, task, now: new Date(due_at), nameOf: () => name });
}

/**
 * Tasks of a finished request whose messages are still to come; `unknown` if the service can't be asked now. None for
 * a viewer who may not see the list.
 */
export async function comingTasks(request: Request, by: By<TaskServices>): Promise<Task[] | 'unknown'> {
  const { recent } = by;
  if (request.calledOffAt !== null || !(await recent.isOffered())) return [];
  const asked = await askedOf({ of: 'request', id: request.id }, by);
  const page = asked && (await recent.page(asked.query));
  if (!asked || !page) return [];
  if (typeof page === 'string') return 'unknown';
  return page.tasks.filter((task) => asked.isShown(task) && isToCome(task, by));
}

/** Adds to tasks of a request who gets their messages. */
export async function withOwners(
  tasks: readonly Task[],
  { requester }: Request,
  deps: TaskServices,
): Promise<PreviewedTask[]> {
  const own = await employeeOf(requester, deps).catch(() => undefined);
  return Promise.all(tasks.map((task) => previewed(task, own, deps)));
}

function isToCome(task: Task, { settings, clock }: TaskServices): boolean {
  return task.done_at === null && toldAt(task, rulesOf(settings())) > clock.now();
}

async function previewed(task: Task, own: number | undefined, deps: TaskServices): Promise<PreviewedTask> {
  const { assignee } = task;
  const name = assignee === null ? say().lists.hr : namesIn(deps)(assignee);
  const owner = { reader: escapeMrkdwn(cut(name, 80)), assignee, name };
  const isKept = await isKeptFrom(task, own, deps);
  return {
    task,
    told: toldAt(task, rulesOf(deps.settings())),
    owner: isKept ? { ...owner, why: 'confidential' } : owner,
  };
}

/**
 * Whether HR gets an offboarding task's message because its assignee may not know about the departure. See `mayRead`.
 * @param own employee id of the requester
 */
async function isKeptFrom(task: Task, own: number | undefined, deps: TaskServices): Promise<boolean> {
  const { kind, assignee, person } = task;
  if (kind === 'onboarding' || assignee === null) return false;
  if (await isHandedTo(task, assignee, deps)) return false;
  return assignee === person || own !== assignee;
}
