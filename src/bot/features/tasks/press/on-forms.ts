import type { ModalView } from '@slack/types';
import type { Task } from '../../../../contract/additions/tasks.ts';
import { within } from '../../../../time/clock.ts';
import type { Viewer } from '../../../feature.ts';
import { sayIfInterrupted, type WindowAddress } from '../../../interrupted-window.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/args.ts';
import { viewerOf } from '../../../slack/incoming/reader.ts';
import { showAbove } from '../../../slack/views/open-view.ts';
import { TaskRef } from '../ids.ts';
import { say } from '../messages.ts';
import { inAnyCase, showEverywhere, showLater } from './after.ts';
import { Metadata, outcomeOf } from './forms.ts';
import { failed, isChangedMeanwhile, lookUp } from './look-up.ts';
import type { PressDeps } from './press-deps.ts';

/** How long to wait for the service, in milliseconds, while Slack waits for a window or an answer. */
const patience = 1_800;

export interface TaskForm<Entered> {
  name: 'postpone' | 'passOn';
  /** The form, or a refusal in mrkdwn. */
  view(about: { task: Task; service: string; isChanged?: boolean }, viewer: Viewer): ModalView | string;
  /** Input, or errors by block id. */
  read(args: FormArgs): { entered: Entered } | { errors: Record<string, string> };
  /** Checks the input for this task; errors by block id. */
  wrong(entered: Entered, task: Task, viewer: Viewer): Record<string, string> | undefined;
  /** Saves the input. @returns the updated task, and a sentence about it */
  save(entered: Entered, task: Task, viewer: Viewer): Promise<{ task: Task; said: string }>;
}

/** Handles buttons that open a form. */
export function openForm<Entered>(form: TaskForm<Entered>, deps: PressDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const viewer = viewerOf(args);
    const ref = TaskRef.parse(JSON.parse(args.action.value ?? ''));
    const made = formFor(ref, viewer, form, deps).catch((error: unknown) => failed(error));
    const view = (await within(deps.clock, patience, made)) ?? say().said.slow;
    const title = say().titles[form.name];
    const window = typeof view === 'string' ? noticeView(title, view) : view;
    await showAbove(deps.windows, args, window);
  };
}

async function formFor<Entered>(ref: TaskRef, viewer: Viewer, form: TaskForm<Entered>, deps: PressDeps) {
  const found = await lookUp(ref, viewer, deps);
  if ('said' in found) return found.said;
  const { task } = found;
  if (task.done_at !== null) return say().said.isDone;
  return form.view({ task, service: ref.service }, viewer);
}

type Answer = { view: ModalView } | { errors: Record<string, string> };

/** Handles a form's submission. If the service is slow, shows a waiting page and updates it with the outcome. */
export function receiveForm<Entered>(form: TaskForm<Entered>, deps: PressDeps) {
  return async (args: FormArgs) => {
    const page = (said: string) => outcomeOf(said, say().titles[form.name]);
    const answered = answerTo(args, form, deps).catch((error: unknown) => ({
      view: page(failed(error)),
    }));
    const answer = await within(deps.clock, patience, answered);
    if (answer && 'errors' in answer) return args.ack({ response_action: 'errors', errors: answer.errors });
    if (answer) return args.ack({ response_action: 'update', view: answer.view });
    const { view, client } = args;
    const { version: _known, ...ref } = Metadata.parse(JSON.parse(view.private_metadata));
    const message = (address: WindowAddress) =>
      deps.messages.window.message(address, { ...ref, form: form.name });
    const settled = await sayIfInterrupted(view, { name: 'task', after: inAnyCase, message }, deps);
    await args.ack({ response_action: 'update', view: page(say().wait) });
    const late = await answered;
    // The form was replaced by the waiting page, so show the errors as text.
    const shown = 'view' in late ? late.view : page(Object.values(late.errors).join('\n'));
    await client.views.update({ view_id: view.id, view: shown });
    await settled();
  };
}

async function answerTo<Entered>(args: FormArgs, form: TaskForm<Entered>, deps: PressDeps): Promise<Answer> {
  const viewer = viewerOf(args);
  const page = (said: string) => ({
    view: outcomeOf(said, say().titles[form.name]),
  });
  const read = form.read(args);
  if ('errors' in read) return read;
  const { version, ...ref } = Metadata.parse(JSON.parse(args.view.private_metadata));
  const found = await lookUp(ref, viewer, deps);
  if ('said' in found) return page(found.said);
  const { task } = found;
  if (task.done_at !== null) return page(say().said.isDone);
  if (task.version !== version) return again(task, ref.service, viewer, form);
  const errors = form.wrong(read.entered, task, viewer);
  if (errors) return { errors };
  try {
    await showLater(ref, deps.messages.update, deps);
    const saved = await form.save(read.entered, task, viewer);
    await showEverywhere({ ...ref, version: saved.task.version }, deps.messages.update, deps);
    return page(saved.said);
  } catch (error) {
    if (!isChangedMeanwhile(error)) throw error;
    const now = await lookUp(ref, viewer, deps);
    return 'said' in now ? page(now.said) : again(now.task, ref.service, viewer, form);
  }
}

/** The form again, with the task as changed by somebody else. */
function again<Entered>(task: Task, service: string, viewer: Viewer, form: TaskForm<Entered>): Answer {
  const view = form.view({ task, service, isChanged: true }, viewer);
  return {
    view: typeof view === 'string' ? outcomeOf(view, say().titles[form.name]) : view,
  };
}
