import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { FullSequence, type SequenceTask } from '../../../contract/additions/sequences.ts';
import type { Problem } from '../../../contract/problem.ts';
import { SequenceKind } from '../../../contract/sequence.ts';
import type { Offered } from '../../menus.ts';
import { say as sayOnboarding } from '../../onboarding/messages.ts';
import type { ButtonArgs, FormArgs } from '../../slack/incoming/listeners.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { say as saySlack } from '../../slack/messages.ts';
import { alert, cut, header, listed, note, plain } from '../../slack/views/blocks.ts';
import { answerForm, type FormOutcome } from './answer-form.ts';
import { hasTask, type Saved, saveChange, troubleOf, withoutTask, withTask } from './change.ts';
import type { SequencesDeps } from './deps.ts';
import {
  actions,
  type Place,
  placeValue,
  type TaskValues,
  taskFields,
  taskForms,
  toTask,
  toValues,
  views,
} from './fields.ts';
import { goneList } from './list.ts';
import { say as saySequences } from './messages.ts';
import { saveAtOnce, sequencePage, shownTo, showSequence } from './sequence.ts';
import { inDayOrder, taskLine } from './task-line.ts';

export function openNewTask(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const make = (sequence: FullSequence) =>
      taskPage(metadataOf(sequence, null), { ...shownTo(deps), values: {} });
    await showSequence(args, make, deps);
  };
}

/** Handles "Change" beside a task. Shows the sequence if it has changed since the button was shown. */
export function openTask(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const make = (sequence: FullSequence, { seen, at }: Place) => {
      const shown = shownTo(deps);
      const task = sequence.version === seen ? sequence.tasks[at] : undefined;
      const said = alert('warning', saySequences().sequence.changedSince);
      if (!task) return sequencePage(sequence, { ...shown, said });
      const values = toValues(task, { ...shown.offered, kind: sequence.kind });
      return taskPage(metadataOf(sequence, task), { ...shown, values });
    };
    await showSequence(args, make, deps);
  };
}

export function removeTask(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { view: open } = originOf(args.body);
    const { before, ...target } = TaskMetadata.parse(JSON.parse(open?.private_metadata ?? ''));
    if (!before) return;
    const done = saySequences().sequence.taskRemoved;
    await saveAtOnce(args, target, { change: withoutTask(before), done, isListed: false }, deps);
  };
}

export function receiveTask(deps: SequencesDeps) {
  return async (args: FormArgs) => {
    const { ack, view } = args;
    const values = taskForms().read(view.state.values);
    const metadata = TaskMetadata.parse(JSON.parse(view.private_metadata));
    const read = toTask(values, metadata.before);
    if ('errors' in read)
      return ack({ response_action: 'errors', errors: taskFields.errors(read.errors) ?? {} });
    const change = withTask(read.task, metadata.before);
    const outcome = saveChange(metadata, change, deps.additions).then((saved) =>
      outcomeOf(saved, { values, task: read.task, metadata }, deps),
    );
    await answerForm(args, outcome, deps);
  };
}

interface Typed {
  values: TaskValues;
  task: SequenceTask;
  metadata: TaskMetadata;
}

async function outcomeOf(
  saved: Saved,
  { values, task, metadata }: Typed,
  deps: SequencesDeps,
): Promise<FormOutcome> {
  const { sequence: done, list } = saySequences();
  const shown = shownTo(deps);
  if (saved.kind === 'gone') return { view: await goneList(deps.additions), trouble: list.gone };
  if (saved.kind === 'saved') {
    const said = alert('success', done.taskSaved);
    return { view: sequencePage(saved.sequence, { ...shown, withTask: task, said }) };
  }
  if (saved.kind === 'changed') return changedMeanwhile(saved.sequence, { values, metadata }, deps);
  const { trouble, level } = troubleOf(saved, {});
  const now = saved.kind === 'unknown' ? saved.sequence : undefined;
  const view = taskPage(metadata, { ...shown, values, said: alert(level, trouble), now });
  const errors = saved.kind === 'refused' ? atTaskFields(saved.problem) : undefined;
  return { view, errors: errors && taskFields.errors(errors), trouble };
}

const fieldNames: Record<string, keyof TaskValues> = {
  day: 'days',
  owner: 'owner',
  person: 'person',
  text: 'text',
};

/**
 * At the form's fields; undefined if there are other errors. Each sentence begins with the name of the task's
 * field.
 */
function atTaskFields({ tasks, ...others }: Problem) {
  if (!tasks || Object.keys(others).length > 0) return undefined;
  const { personGone } = saySequences().task;
  const said = tasks.map((sentence) => {
    const [, part = '', rest = sentence] = /^(\w+): (.*)$/.exec(sentence) ?? [];
    const field = fieldNames[part] ?? 'text';
    return [field, field === 'person' ? personGone : sayOnboarding().declined([rest])] as const;
  });
  return Object.fromEntries(said) as Partial<Record<keyof TaskValues, string>>;
}

/** Shows the form again, with the user's input above the sequence's current tasks. */
function changedMeanwhile(
  now: FullSequence,
  { values, metadata }: Pick<Typed, 'values' | 'metadata'>,
  deps: SequencesDeps,
): FormOutcome {
  const { changed, lost } = saySequences().task;
  const before = metadata.before && hasTask(now, metadata.before) ? metadata.before : null;
  const trouble = before === metadata.before ? changed : lost;
  const shown = { ...shownTo(deps), values, said: alert('warning', trouble), now };
  return { view: taskPage(metadataOf(now, before), shown), trouble };
}

function metadataOf(sequence: FullSequence, before: SequenceTask | null): TaskMetadata {
  const { id, version: seen, name, kind } = sequence;
  return { id, seen, name, kind, before };
}

const TaskMetadata = z.object({
  /** The sequence's id, and its version when the form was opened. */
  id: z.int(),
  seen: z.int(),
  name: z.string(),
  kind: SequenceKind,
  before: FullSequence.shape.tasks.element.nullable(),
});
type TaskMetadata = z.infer<typeof TaskMetadata>;

interface Shown {
  offered: Offered;
  values: TaskValues;
  said?: AlertBlock | undefined;
  now?: FullSequence | undefined;
}

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
