import { type By, button } from '../../../slack/button.ts';
import { answerPrivately } from '../../../slack/incoming/answer.ts';
import { originOf } from '../../../slack/incoming/arrival.ts';
import type { ButtonArgs } from '../../../slack/incoming/listeners.ts';
import { listWindow } from '../lists/list-window.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { buttonIds, TaskRef } from '../task.ts';
import { changeTask, failed, isChangedMeanwhile, lookUp, showEverywhere } from './window.ts';

const mostTries = 3;

interface Pressed {
  version: number | 'gone' | undefined;
  said: string;
  /** Whether the updated message shows the result already. */
  isShown: boolean;
}

/** "Done". Safe to press twice or by two people: it is recorded once, and both see the result. */
export const done = stateButton('done');

export const reopen = stateButton('reopen');

function stateButton(action: 'done' | 'reopen') {
  return button({
    id: buttonIds[action],
    role: 'members',
    value: TaskRef,
    async press(ref, by: By<TaskServices>, args) {
      const pressed = await settle(ref, action, by).catch((error: unknown) => ({
        version: undefined,
        said: failed(error),
        isShown: false,
      }));
      const { version } = pressed;
      const places = version === undefined ? [] : await showEverywhere({ ...ref, version }, by);
      await showAnswer(args, pressed, places, by);
    },
  });
}

async function settle(
  ref: TaskRef,
  action: 'done' | 'reopen',
  by: By<TaskServices>,
  tries = 1,
): Promise<Pressed> {
  const { said } = say();
  const found = await lookUp(ref, by);
  if ('said' in found) return { version: found.version, said: found.said, isShown: false };
  const { task } = found;
  const isSo = (task.done_at !== null) === (action === 'done');
  if (isSo)
    return { version: task.version, said: action === 'done' ? said.isDone : said.reopened, isShown: true };
  try {
    const what = action === 'done' ? 'done' : 'reopened';
    const changed = await changeTask(task, { action }, { what }, by);
    return { version: changed.version, said: action === 'done' ? said.done : said.reopened, isShown: true };
  } catch (error) {
    if (isChangedMeanwhile(error) && tries < mostTries) return settle(ref, action, by, tries + 1);
    throw error;
  }
}

async function showAnswer(
  args: ButtonArgs,
  { said, isShown }: Pressed,
  places: readonly { channel: string; ts: string }[],
  by: By<TaskServices>,
): Promise<void> {
  const { view } = originOf(args.body);
  if (await listWindow.showAgain(args, by, isShown ? undefined : said)) return;
  const { channel, message } = args.body;
  const isWrittenOver = places.some((place) => place.channel === channel?.id && place.ts === message?.ts);
  // App Home updates on its own.
  if (isShown && (isWrittenOver || view?.type === 'home')) return;
  await answerPrivately(args, say().titles.task, said);
}
