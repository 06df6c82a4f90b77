import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import {
  type FullSequence,
  type SequenceTask,
  sequenceLimits,
} from '../../../../contract/additions/sequences.ts';
import type { Offered } from '../../../menus.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { cut, header, note, paragraph, plain } from '../../../slack/views/blocks.ts';
import { isSameTask } from '../change.ts';
import { actions, placeValue, views } from '../ids.ts';
import { say as saySequences } from '../messages.ts';
import { pageOf, pagingRow } from '../paging.ts';
import { inDayOrder, taskLine } from '../task-line.ts';

const perPage = 40;

interface Shown {
  offered: Offered;
  page?: number;
  /** Shows the page with this task instead of `page`. */
  withTask?: SequenceTask;
  /** Shown at the top: result of the previous step. */
  said?: AlertBlock | undefined;
}

/** A sequence: its tasks in order of their days, and its buttons. */
export function sequencePage(sequence: FullSequence, shown: Shown): ModalView {
  const { said } = shown;
  const { titles, kinds, taskCount, sequence: sentences } = saySequences();
  const { name, kind, tasks, in_use, archived } = sequence;
  return {
    type: 'modal',
    callback_id: views.sequence,
    title: plain(titles.sequence),
    close: plain(saySlack().close),
    blocks: [
      ...(said ? [said] : []),
      header(name),
      note(sentences.about(kinds[kind], taskCount(tasks.length))),
      ...(archived ? [paragraph(sentences.archived)] : []),
      ...(in_use > 0 ? [paragraph(sentences.inUse(in_use))] : []),
      buttonRow(sequence),
      ...taskBlocks(sequence, shown),
    ],
  };
}

function buttonRow({ id, version: seen, archived, tasks }: FullSequence): KnownBlock {
  const { sequence: text } = saySequences();
  const button = (action_id: string, label: string): Button => ({
    type: 'button',
    action_id,
    text: plain(label),
    value: placeValue({ id, seen }),
  });
  const { title, text: question, yes, no } = text.confirm;
  const confirm = { title: plain(title), text: plain(question), confirm: plain(yes), deny: plain(no) };
  return {
    type: 'actions',
    elements: [
      ...(tasks.length < sequenceLimits.tasks
        ? [{ ...button(actions.addTask, text.addTask), style: 'primary' as const }]
        : []),
      button(actions.rename, text.rename),
      button(actions.copy, text.copy),
      archived
        ? button(actions.bringBack, text.bringBack)
        : { ...button(actions.archive, text.archive), confirm },
      { type: 'button', action_id: actions.open, text: plain(text.all) },
    ],
  };
}

function taskBlocks(sequence: FullSequence, { offered, page = 0, withTask }: Shown): KnownBlock[] {
  const { sequence: text } = saySequences();
  const { id, version: seen, tasks } = sequence;
  const all = inDayOrder(sequence);
  const found = withTask ? all.findIndex(({ task }) => isSameTask(task, withTask)) : -1;
  const part = pageOf(all, found === -1 ? page : Math.floor(found / perPage), perPage);
  const place = (at: number) => placeValue({ id, seen, at: Math.max(at, 0) });
  return [
    ...(tasks.length === 0 ? [paragraph(text.none)] : []),
    ...(tasks.length >= sequenceLimits.tasks ? [paragraph(text.full)] : []),
    ...part.items.map(({ task, at }) => {
      const line = taskLine(task, sequence.kind, offered);
      return { ...paragraph(line), accessory: changeButton(line, place(at)) };
    }),
    ...pagingRow(part, {
      back: { action_id: actions.previousTasks, text: text.earlier, value: place(part.page - 1) },
      on: { action_id: actions.nextTasks, text: text.later, value: place(part.page + 1) },
    }),
  ];
}

/** @param line the task, for the accessibility label */
function changeButton(line: string, value: string): Button {
  const { change, changeOf } = saySequences().sequence;
  return {
    type: 'button',
    action_id: actions.changeTask,
    text: plain(change),
    value,
    accessibility_label: cut(changeOf(line), 75),
  };
}
