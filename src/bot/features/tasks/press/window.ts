import type { KnownBlock } from '@slack/types';
import type { Task } from '../../../../contract/additions/tasks.ts';
import { within } from '../../../../time/clock.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { Page } from '../../../slack/modal.ts';
import { alert, mrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { say } from '../messages.ts';
import type { PressServices } from '../services.ts';
import type { TaskRef } from '../task.ts';
import { showEverywhere, showLater } from './after.ts';
import { failed, isChangedMeanwhile, lookUp } from './look-up.ts';

/** How long to wait for the service, in milliseconds, while Slack waits for a window. */
const patience = 1_800;

/** The open task of a window, or a page that says why there is none. */
export async function openTask(
  ref: TaskRef,
  title: string,
  by: By<PressServices>,
): Promise<{ task: Task } | Page> {
  const { said } = say();
  const asked = lookUp(ref, by.viewer, by).catch((error: unknown) => ({ said: failed(error) }));
  const found = (await within(by.clock, patience, asked)) ?? { said: said.slow };
  if ('said' in found) return noticeView(title, found.said);
  return found.task.done_at === null ? found : noticeView(title, said.isDone);
}

/** Blocks above the fields of a window about a task. */
export function taskBlocks(task: Task): KnownBlock[] {
  const { about, due } = say();
  return [paragraph(task.text), paragraph([about(task, false), due(task.due_day)].join('\n'))];
}

/** Last page of a window. @param sentence in mrkdwn */
export function resultPage(title: string, sentence: string): Page {
  return outcomePage(title, [mrkdwn(sentence)]);
}

interface Saving {
  title: string;
  /** The task's version when the window was opened. */
  version: number;
  /** Saves the input. @returns the updated task, and a sentence about it in mrkdwn */
  save(): Promise<{ task: Task; said: string }>;
}

/**
 * Saves a window, unless somebody else changed the task meanwhile, and updates every message about the task.
 * @returns the last page, or the window with the task's current state
 */
export async function saveTask(
  task: Task,
  { title, version, save }: Saving,
  by: By<PressServices>,
): Promise<Page | { again: KnownBlock[] }> {
  const ref = { service: by.service.name(), task: task.id };
  const again = { again: [alert('warning', say().said.changed)] };
  if (task.version !== version) return again;
  try {
    await showLater(ref, by.messages.update, by);
    const saved = await save();
    await showEverywhere({ ...ref, version: saved.task.version }, by.messages.update, by);
    return resultPage(title, saved.said);
  } catch (error) {
    return isChangedMeanwhile(error) ? again : resultPage(title, failed(error));
  }
}
