import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { FullSequence } from '../../../../contract/additions/sequences.ts';
import { SequenceKind } from '../../../../contract/sequence.ts';
import type { Offered } from '../../../menus.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { cut, header, listed, note, plain } from '../../../slack/views/blocks.ts';
import { type TaskValues, taskForms } from '../fields.ts';
import { actions, placeValue, views } from '../ids.ts';
import { say as saySequences } from '../messages.ts';
import { inDayOrder, taskLine } from '../task-line.ts';

export const TaskMetadata = z.object({
  /** The sequence's id, and its version when the form was opened. */
  id: z.int(),
  seen: z.int(),
  name: z.string(),
  kind: SequenceKind,
  /** The task being changed; null for a new one. */
  before: FullSequence.shape.tasks.element.nullable(),
});
export type TaskMetadata = z.infer<typeof TaskMetadata>;

interface Shown {
  offered: Offered;
  values: TaskValues;
  said?: AlertBlock | undefined;
  /** Lists this sequence's current tasks below the fields. */
  now?: FullSequence | undefined;
}

/** Form for a task of a sequence. */
export function taskPage(metadata: TaskMetadata, { offered, values, said, now }: Shown): ModalView {
  const { titles, task: text } = saySequences();
  const { name, kind } = metadata;
  return {
    type: 'modal',
    callback_id: views.task,
    private_metadata: JSON.stringify(metadata),
    title: plain(titles.task),
    submit: plain(text.save),
    close: plain(saySlack().cancel),
    blocks: [
      ...(said ? [said] : []),
      note(text.of(name)),
      ...taskForms().blocks(values, { ...offered, kind }),
      buttonRow(metadata),
      ...(now ? nowBlocks(now, offered) : []),
    ],
  };
}

function buttonRow({ before, ...of }: TaskMetadata): KnownBlock {
  const { back, remove, confirm } = saySequences().task;
  const { title, text, yes, no } = confirm;
  const asks = { title: plain(title), text: plain(text), confirm: plain(yes), deny: plain(no) };
  const button = (action_id: string, label: string): Button => ({
    type: 'button',
    action_id,
    text: plain(label),
    value: placeValue(of),
  });
  const removes: Button = {
    ...button(actions.removeTask, remove),
    style: 'danger',
    confirm: { ...asks, style: 'danger' },
  };
  return { type: 'actions', elements: [button(actions.show, back), ...(before ? [removes] : [])] };
}

const longestLine = 200;

const mostLines = 100;

function nowBlocks(sequence: FullSequence, offered: Offered): KnownBlock[] {
  const { task: text, taskCount } = saySequences();
  const all = inDayOrder(sequence).map(({ task }) =>
    cut(taskLine(task, sequence.kind, offered), longestLine),
  );
  const more = all.length > mostLines ? [text.more(all.length - mostLines)] : [];
  const lines = all.length > 0 ? [...all.slice(0, mostLines), ...more] : [taskCount(0)];
  return [header(text.now), ...listed(lines)];
}
