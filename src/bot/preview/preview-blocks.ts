import type { KnownBlock } from '@slack/types';
import { timeIn } from '../../time/dates.ts';
import { actionButton } from '../slack/button.ts';
import type { Viewer } from '../slack/incoming/arrival.ts';
import { timeline } from '../slack/timeline.ts';
import { alert, header, listed, note, row } from '../slack/views/blocks.ts';
import { say } from './messages.ts';
import type { Preview, Previews } from './preview.ts';
import { taskMoments } from './tasks.ts';

/** The list, and the buttons that unfold the tasks and rehearse all. @param action gives the buttons' ids */
export function previewBlocks(preview: Preview, action: (name: string) => string): KnownBlock[] {
  const { moments, tasks, notes, days } = preview;
  const { nothing, rehearsal, tasks: words } = say();
  const button = (name: string, text: string) => actionButton(action(name), { text });
  return [
    ...(moments.length > 0 ? timeline(moments, days) : [note(nothing)]),
    ...listed(notes),
    ...row(
      ...(tasks.length > 0 && tasks !== 'unknown' ? [button('tasks', words.count(tasks.length))] : []),
      button('rehearse', rehearsal.button),
    ),
  ];
}

/** Says when reminders go out, if there are any. */
export function reminderTime({ parts }: Preview): KnownBlock[] {
  const at = parts.flatMap(({ at: one, zone }) =>
    one === 'now' ? [] : [note(say().remindersAt(timeIn(zone, one), zone))],
  );
  return at.slice(0, 1);
}

export function taskBlocks({
  tasks,
  taskNotes,
  days,
}: Pick<Preview, 'tasks' | 'taskNotes' | 'days'>): KnownBlock[] {
  if (tasks === 'unknown' || tasks.length === 0) return listed(taskNotes);
  const { moments, more } = taskMoments(tasks, days.now);
  return [
    header(say().tasks.title),
    ...timeline(moments, { ...days, joinsDays: false }),
    ...listed([...more, ...taskNotes]),
  ];
}

/** Actions of a window with a preview: they unfold the tasks beneath the list, and begin the rehearsal. */
export function previewActions<Facts>(previewIn: (facts: Facts) => Preview | undefined) {
  return {
    async tasks(facts: Facts) {
      const preview = previewIn(facts);
      return { beneath: preview ? taskBlocks(preview) : [] };
    },
    async rehearse(
      facts: Facts,
      _key: object,
      _press: object,
      { previews, viewer }: { previews: Pick<Previews, 'rehearse'>; viewer: Viewer },
    ) {
      const preview = previewIn(facts);
      return { beneath: preview ? [alert('info', previews.rehearse(preview, viewer))] : [] };
    },
  };
}
