import type { Task } from '../../../../contract/additions/tasks.ts';
import type { Viewer } from '../../../feature.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { viewerOf } from '../../../slack/incoming/reader.ts';
import { employeeOf } from '../access.ts';
import type { TaskDeps } from '../deps.ts';
import { TaskRef } from '../ids.ts';
import { say } from '../messages.ts';
import { showEverywhere, showLater } from './after.ts';
import { failed, isChangedMeanwhile, lookUp } from './look-up.ts';
import type { PressDeps } from './press-deps.ts';
import { showAnswer } from './show-answer.ts';

const mostTries = 3;

interface Pressed {
  version: number | 'gone' | undefined;
  said: string;
  /** Whether the updated message shows the result already. */
  isShown: boolean;
}

/** Handles "Done" and "Undo". Safe to press twice or by two people: it is recorded once, and both see the result. */
export function onDone(action: 'done' | 'reopen', deps: PressDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const viewer = viewerOf(args);
    const ref = TaskRef.parse(JSON.parse(args.action.value ?? ''));
    const pressed = await settle(ref, action, viewer, deps).catch((error: unknown) => ({
      version: undefined,
      said: failed(error),
      isShown: false,
    }));
    const places =
      pressed.version === undefined
        ? []
        : await showEverywhere({ ...ref, version: pressed.version }, deps.messages.update, deps);
    await showAnswer(args, pressed, places, deps);
  };
}

async function settle(
  ref: TaskRef,
  action: 'done' | 'reopen',
  viewer: Viewer,
  deps: PressDeps,
  tries = 1,
): Promise<Pressed> {
  const { said } = say();
  const found = await lookUp(ref, viewer, deps);
  if ('said' in found) return { version: found.version, said: found.said, isShown: false };
  const { task } = found;
  const isSo = (task.done_at !== null) === (action === 'done');
  if (isSo)
    return { version: task.version, said: action === 'done' ? said.isDone : said.reopened, isShown: true };
  try {
    await showLater(ref, deps.messages.update, deps);
    const changed = await change(task, action, viewer, deps);
    return { version: changed.version, said: action === 'done' ? said.done : said.reopened, isShown: true };
  } catch (error) {
    if (isChangedMeanwhile(error) && tries < mostTries) return settle(ref, action, viewer, deps, tries + 1);
    throw error;
  }
}

async function change(
  task: Task,
  action: 'done' | 'reopen',
  { userId }: Viewer,
  deps: TaskDeps,
): Promise<Task> {
  const by = (await employeeOf(userId, deps)) ?? null;
  const changed = await deps.service.change({ action, id: task.id, version: task.version, by });
  const what = action === 'done' ? 'done' : 'reopened';
  await deps.taskStore.note({ by: userId, what, detail: { task: task.id, person: task.person } });
  return changed;
}
