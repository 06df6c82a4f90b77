import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { type FullSequence, type SequenceTask, sequenceLimits } from '../../../contract/sequence.ts';
import type { Bot } from '../../bot.ts';
import type { Offered } from '../../menus.ts';
import type { ActionButton, By } from '../../slack/button.ts';
import { modal } from '../../slack/modal.ts';
import { alert, header, note, paragraph, row } from '../../slack/views/blocks.ts';
import { archived, type Known, placeOf, readSequences, type Saved, saveChange, whyNot } from './changes.ts';
import { say } from './messages.ts';
import { goneList, inDayOrder, notReadPage, pageOf, perPage, places, taskLine } from './windows.ts';

interface Facts extends Known {
  offered: Offered;
  /** Result of the previous step, at the top. */
  said?: AlertBlock;
  /** Shows the part of the list with this task. */
  task?: SequenceTask;
}

/** A sequence: its tasks in order of their days, and its buttons. */
export const sequenceWindow = modal({
  ...places.sequence.window,
  openers: ['previous', 'next'],
  facts: async (by: Bot): Promise<Facts> => ({
    ...(await readSequences(by.additions)),
    offered: offeredBy(by),
  }),
  title: () => say().titles.sequence,
  open(facts, { id, page }) {
    if (facts.trouble)
      return notReadPage(facts.trouble, places.sequence.button({ id, page }, say().tryAgain));
    const sequence = facts.all?.find((one) => one.id === id);
    if (!sequence) return goneList(facts);
    const { kinds, taskCount, sequence: sentences } = say();
    const { name, kind, tasks, in_use } = sequence;
    return {
      above: [
        ...(facts.said ? [facts.said] : []),
        header(name),
        note(sentences.about(kinds[kind], taskCount(tasks.length))),
        ...(sequence.archived ? [paragraph(sentences.archived)] : []),
        ...(in_use > 0 ? [paragraph(sentences.inUse(in_use))] : []),
        ...buttonRow(sequence),
        ...taskBlocks(sequence, page, facts),
      ],
    };
  },
  actions: {
    archive: (facts, { id }, { value }, by) => archive(facts, { id, seen: Number(value) }, true, by),
    bring_back: (facts, { id }, { value }, by) => archive(facts, { id, seen: Number(value) }, false, by),
  },
});

export function offeredBy({ directory }: Bot): Offered {
  return { snapshot: directory.current() };
}

interface Attempt<Values> {
  /** Facts of the window; their list is shown if the sequence is gone. */
  facts: Known;
  /** Sentence about the saved change. */
  done: string;
  /** Sentence for an outcome without an answer. */
  unknown?: string;
  /** A task to show, in a long sequence. */
  task?: SequenceTask;
  /** Values of the form, which stay in it. */
  values?: Values;
}

/** The sequence after it was saved; otherwise the same window, with the reason. */
export function shownAfter<Values extends object = never>(
  saved: Saved | { kind: 'gone' },
  { facts, done, unknown = say().outcome.unknown, task, values }: Attempt<Values>,
  by: Bot,
): ModalView | { again: AlertBlock[]; values?: Values } {
  if (saved.kind === 'saved') {
    const said = saved.wasChanged ? alert('warning', say().outcome.changed(done)) : alert('success', done);
    const shown = { all: [saved.sequence], offered: offeredBy(by), said, ...(task && { task }) };
    return sequenceWindow.view(shown, { id: saved.sequence.id, page: 0 });
  }
  if (saved.kind === 'gone') return goneList(facts);
  const trouble =
    saved.kind === 'unknown'
      ? alert('warning', unknown)
      : alert('error', say().outcome.notSaved(whyNot(saved)));
  return { again: [trouble], ...(values && { values }) };
}

async function archive(facts: Facts, target: { id: number; seen: number }, isArchived: boolean, by: By<Bot>) {
  const { archivedNow, backNow } = say().sequence;
  const saved = await saveChange(target, archived(isArchived), facts, by.additions);
  // Never rejects. The menus of forms leave archived sequences out.
  void by.directory.readAnew();
  const { unknownButton: unknown } = say().outcome;
  return shownAfter(saved, { facts, done: isArchived ? archivedNow : backNow, unknown }, by);
}

function buttonRow({
  id,
  version: seen,
  name,
  kind,
  archived: isArchived,
  tasks,
}: FullSequence): KnownBlock[] {
  const { sequence: text } = say();
  const action = (name: string, look: ActionButton): Button =>
    sequenceWindow.actionButton(name, { value: String(seen), ...look });
  const adds = places.task.button({ id, seen, at: null, name, kind }, text.addTask);
  return row(
    ...(tasks.length < sequenceLimits.tasks ? [{ ...adds, style: 'primary' as const }] : []),
    places.rename.button({ id, seen }, text.rename),
    places.make.button({ copied: { id, seen } }, text.copy),
    isArchived
      ? action('bring_back', { text: text.bringBack })
      : action('archive', { text: text.archive, asks: text.confirm }),
    places.list.button({}, text.all),
  );
}

function taskBlocks(sequence: FullSequence, page: number, { offered, task }: Facts): KnownBlock[] {
  const { sequence: text } = say();
  const { id, version: seen, name, kind, tasks } = sequence;
  const all = inDayOrder(sequence);
  const found = task ? all.findIndex(({ at }) => at === placeOf(sequence, task)) : -1;
  const part = pageOf(all, found === -1 ? page : Math.floor(found / perPage));
  return [
    ...(tasks.length >= sequenceLimits.tasks ? [paragraph(text.full)] : []),
    ...part.items.map(({ task: one, at }) => {
      const line = taskLine(one, kind, offered);
      const button = places.task.button({ id, seen, at, name, kind }, text.change, text.changeOf(line));
      return { ...paragraph(line), accessory: button };
    }),
    ...part.ways((way, to) => sequenceWindow.opener(way)({ id, page: to }, { text: text[way] })),
  ];
}

/** The sequence instead of a task that isn't as the person saw it any more. */
export function changedSequence(facts: Facts, id: number): ModalView {
  return sequenceWindow.view(
    { ...facts, said: alert('warning', say().sequence.changedSince) },
    { id, page: 0 },
  );
}
