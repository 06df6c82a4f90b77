import type { KnownBlock } from '@slack/types';
import type { Task, TaskChange } from '../../../../contract/task.ts';
import { within } from '../../../../time/clock.ts';
import { OnboardingFailure, Refused } from '../../../onboarding/client/errors.ts';
import { explain, isServiceTrouble } from '../../../onboarding/outage.ts';
import { employeeOf } from '../../../requests/employees.ts';
import { say as sayRequests } from '../../../requests/messages.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { Page } from '../../../slack/modal.ts';
import { alert, mrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { mayHandle } from '../access.ts';
import { doneEvents } from '../events.ts';
import { updateMessage } from '../message/due.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { rehearsal, TaskAbout, type TaskRef, topicOf } from '../task.ts';

type Without<Change, Names extends PropertyKey> = Change extends unknown ? Omit<Change, Names> : never;
type TaskEdit = Without<TaskChange, 'id' | 'version' | 'by'>;

/** How long to wait for the service, in milliseconds, while Slack waits for a window. */
const patience = 1_800;

export async function openTask(
  ref: TaskRef,
  title: string,
  by: By<TaskServices>,
): Promise<{ task: Task } | Page> {
  const { said } = say();
  const asked = lookUp(ref, by).catch((error: unknown) => ({ said: failed(error) }));
  const found = (await within(by.clock, patience, asked)) ?? { said: said.slow };
  if ('said' in found) return noticeView(title, found.said);
  return found.task.done_at === null ? found : noticeView(title, said.isDone);
}

export function taskBlocks(task: Task): KnownBlock[] {
  const { about, due } = say();
  return [paragraph(task.text), paragraph([about(task, false), due(task.due_day)].join('\n'))];
}

export function resultPage(title: string, sentence: string): Page {
  return outcomePage(title, [mrkdwn(sentence)]);
}

interface Saving {
  title: string;
  version: number;
  save(): Promise<{ task: Task; said: string }>;
}

/** Saves a window, unless somebody else changed the task meanwhile, and updates every message about the task. */
export async function saveTask(
  task: Task,
  { title, version, save }: Saving,
  by: By<TaskServices>,
): Promise<Page | { again: KnownBlock[] }> {
  const ref = { service: by.service.name(), task: task.id };
  const again = { again: [alert('warning', sayRequests().changed)] };
  if (task.version !== version) return again;
  try {
    const saved = await save();
    await showEverywhere({ ...ref, version: saved.task.version }, by);
    return resultPage(title, saved.said);
  } catch (error) {
    return isChangedMeanwhile(error) ? again : resultPage(title, failed(error));
  }
}

/** Delay of the fallback updates after a press, in milliseconds. Longer than the service may take to answer. */
const inAnyCase = 30_000;

/** Changes the task in the service, and notes the person, the task and `detail` in the audit log. */
export async function changeTask(
  { id, version, person }: Task,
  change: TaskEdit,
  { what, detail }: { what: string; detail?: object },
  by: By<TaskServices>,
): Promise<Task> {
  const { service, taskStore, viewer } = by;
  // Updates the messages in any case, also if this process ends meanwhile.
  const due = new Date(by.clock.now().getTime() + inAnyCase);
  await updateMessages({ service: service.name(), task: id }, { mark: `by ${due.toISOString()}`, due }, by);
  const employee = (await employeeOf(viewer.userId, by)) ?? null;
  const changed = await by.additions.changeTask({ ...change, id, version, by: employee });
  await taskStore.note(viewer.userId, what, { task: id, person, ...detail });
  // The next look finds it if this process ends before.
  await by.ledger.webhooks.emit(change.action === 'done' ? doneEvents(changed, service.name(), by) : []);
  return changed;
}

/** @returns the places of the updated messages */
export async function showEverywhere(
  { version, ...ref }: TaskRef & { version: number | 'gone' },
  by: TaskServices,
): Promise<readonly { channel: string; ts: string }[]> {
  const sent = await updateMessages(ref, { mark: `as of ${version}` }, by);
  by.recent.forget();
  by.changes.tell();
  return sent.flatMap(({ place }) => place ?? []);
}

async function updateMessages(
  ref: TaskRef,
  { mark, due }: { mark: string; due?: Date },
  { ledger }: TaskServices,
) {
  const sent = await ledger.sentAbout(topicOf(ref));
  for (const { purpose, about: stored } of sent) {
    const about = TaskAbout.safeParse(stored).data;
    if (!about) continue;
    const address = { purpose: `${purpose} ${mark}`, recipient: { inPlaceOf: purpose } };
    if (due) await ledger.schedule([updateMessage.message({ ...address, due }, about)]);
    else await ledger.enqueue(updateMessage.message(address, about));
  }
  return sent;
}

type Found = { task: Task } | { said: string; version: number | 'gone' };

/**
 * The current state of a button's task, if the viewer may change it.
 * @throws OnboardingFailure; errors from Slack's client or the database
 */
export async function lookUp({ service, task: id }: TaskRef, by: By<TaskServices>): Promise<Found> {
  const { said } = say();
  if (service === rehearsal) return { said: said.rehearsal, version: 'gone' };
  if (service !== by.service.name()) return { said: said.otherService, version: 'gone' };
  // People can't be matched before employees are loaded.
  if (!by.directory.current()) return { said: said.slow, version: 'gone' };
  const task = await by.service.find(id);
  if (!task) return { said: said.gone, version: 'gone' };
  return (await mayHandle(task, by)) ? { task } : { said: said.notYours, version: task.version };
}

/** Explains a failure of the service, and whether anything was recorded. @throws all other errors */
export function failed(error: unknown): string {
  const { notRecorded, unsure } = say().said;
  if (isChangedMeanwhile(error)) return sayRequests().changed;
  if (error instanceof OnboardingFailure && error.outcomeUnknown) return unsure(explain(error));
  if (isServiceTrouble(error)) return notRecorded(explain(error));
  throw error;
}

/** Whether the service rejected an outdated version. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof Refused && error.reason === 'invalid' && 'version' in error.problem;
}
