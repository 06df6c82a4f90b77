import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import {
  type FullSequence,
  type SequenceTask,
  sequenceLimits,
} from '../../../contract/additions/sequences.ts';
import type { Offered } from '../../menus.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { say as saySlack } from '../../slack/messages.ts';
import { alert, cut, header, note, paragraph, plain } from '../../slack/views/blocks.ts';
import { withTop } from '../../slack/views/view.ts';
import { archived, type Change, findSequence, isSameTask, type Saved, saveChange, whyNot } from './change.ts';
import type { SequencesDeps } from './deps.ts';
import { actions, type Place, placeIn, placeValue, views } from './fields.ts';
import { goneList } from './list.ts';
import { say } from './messages.ts';
import { pageOf, pagingRow } from './paging.ts';
import { showRead } from './show-read.ts';
import { inDayOrder, taskLine } from './task-line.ts';

export function openSequence(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { at: page } = placeIn(args.action.value);
    await showSequence(args, (sequence) => sequencePage(sequence, { ...shownTo(deps), page }), deps);
  };
}

/** The list instead, if the sequence no longer exists. */
export function showSequence(
  args: ButtonArgs,
  make: (sequence: FullSequence, place: Place) => ModalView,
  deps: SequencesDeps,
): Promise<void> {
  const place = placeIn(args.action.value);
  const read = async () => {
    const sequence = await findSequence(place.id, deps.additions);
    return sequence ? make(sequence, place) : goneList(deps.additions);
  };
  return showRead(args, read, deps);
}

export function shownTo({ directory }: Pick<SequencesDeps, 'directory'>) {
  return { offered: { snapshot: directory.current() } };
}

export function archive(isArchived: boolean, deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { archivedNow, backNow } = say().sequence;
    const wanted = { change: archived(isArchived), done: isArchived ? archivedNow : backNow, isListed: true };
    await saveAtOnce(args, placeIn(args.action.value), wanted, deps);
  };
}

interface Wanted {
  change: Change;
  done: string;
  /** Whether the menus of forms are affected, so that the directory must be read again. */
  isListed: boolean;
}

export function saveAtOnce(
  args: ButtonArgs,
  target: Pick<Place, 'id' | 'seen'>,
  { change, done, isListed }: Wanted,
  deps: SequencesDeps,
): Promise<void> {
  const { view: open } = originOf(args.body);
  const read = async () => {
    const saved = await saveChange(target, change, deps.additions);
    if (isListed && saved.kind !== 'failed') void deps.directory.readAnew();
    if (saved.kind === 'gone') return goneList(deps.additions);
    const said = saidOf(saved, done);
    if ('sequence' in saved && saved.sequence)
      return sequencePage(saved.sequence, { ...shownTo(deps), said });
    return open ? withTop(open, [said]) : goneList(deps.additions);
  };
  return showRead(args, read, deps);
}

function saidOf(saved: Exclude<Saved, { kind: 'gone' }>, done: string): AlertBlock {
  const { sequence, outcome } = say();
  if (saved.kind === 'saved') return alert('success', done);
  if (saved.kind === 'changed') return alert('warning', sequence.changed);
  if (saved.kind === 'unknown') return alert('warning', outcome.unknownButton);
  return alert('error', outcome.notSaved(whyNot(saved)));
}

const perPage = 40;

interface Shown {
  offered: Offered;
  page?: number;
  withTask?: SequenceTask;
  said?: AlertBlock | undefined;
}

export function sequencePage(sequence: FullSequence, shown: Shown): ModalView {
  const { said } = shown;
  const { titles, kinds, taskCount, sequence: sentences } = say();
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
  const { sequence: text } = say();
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
  const { sequence: text } = say();
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

function changeButton(line: string, value: string): Button {
  const { change, changeOf } = say().sequence;
  return {
    type: 'button',
    action_id: actions.changeTask,
    text: plain(change),
    value,
    accessibility_label: cut(changeOf(line), 75),
  };
}
