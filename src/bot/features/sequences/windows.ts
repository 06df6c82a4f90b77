import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type FullSequence, SequenceKind, type SequenceTask } from '../../../contract/sequence.ts';
import { currentLanguage } from '../../../language.ts';
import type { Bot } from '../../bot.ts';
import { employeeLabel, type Offered } from '../../menus.ts';
import { explain } from '../../onboarding/outage.ts';
import { buttonOf } from '../../slack/button.ts';
import { modal, page } from '../../slack/modal.ts';
import { alert, header, listed, paragraph, row } from '../../slack/views/blocks.ts';
import { isNotOffered, type Known, readSequences } from './changes.ts';
import { say } from './messages.ts';

/** All windows of sequences open in each other's place. */
const family = 'sequences';

/** Ids of the windows, which have buttons for each other. */
export const ids = {
  list: family,
  sequence: 'sequences_sequence',
  task: 'sequences_task',
  make: 'sequences_make',
  rename: 'sequences_rename',
  starters: 'sequences_starters',
} as const;

const OfList = z.object({ page: z.int().default(0) });
export const OfSequence = z.object({ id: z.int(), page: z.int().default(0) });
/** `seen` is the sequence's version when the button was shown, `at` the task's index; null for a new one. */
export const OfTask = z.object({
  id: z.int(),
  seen: z.int(),
  at: z.int().nullable(),
  name: z.string(),
  kind: SequenceKind,
});
export const OfName = z.object({ id: z.int(), seen: z.int() });
/** The sequence to copy; null for a new one. */
export const OfMake = z.object({ copied: OfName.nullable() });
export const OfStarters = z.object({});

function opener<About extends object>(id: string) {
  return (about: About, text: string, spoken?: string): Button =>
    buttonOf(id, about, { text, ...(spoken !== undefined && { spoken }) });
}

/** Buttons of the windows. */
export const opens = {
  list: (text: string) => buttonOf(ids.list, {}, { text }),
  sequence: opener<z.input<typeof OfSequence>>(ids.sequence),
  task: opener<z.infer<typeof OfTask>>(ids.task),
  make: opener<z.infer<typeof OfMake>>(ids.make),
  rename: opener<z.infer<typeof OfName>>(ids.rename),
  starters: (text: string) => buttonOf(ids.starters, {}, { text }),
};

export function readingPage(): ModalView {
  return page(say().titles.list, [paragraph(say().reading)]);
}

export function savingPage(): ModalView {
  return page(say().titles.list, [paragraph(say().saving)]);
}

/** Parts that all windows of the family have. */
export const common = { family, role: 'hr', waiting: readingPage } as const;

/** `again` opens the window that couldn't be shown. */
export function notReadPage(trouble: Error, again: Button): ModalView {
  const text = isNotOffered(trouble) ? say().notOffered : say().notRead(explain(trouble));
  return page(say().titles.list, [paragraph(text), ...row(again)]);
}

export const perPage = 40;

/** A part of a long list, and the buttons to its other parts. */
export function pageOf<Item>(all: readonly Item[], wanted: number) {
  const last = Math.max(Math.ceil(all.length / perPage) - 1, 0);
  const at = Math.min(Math.max(wanted, 0), last);
  return {
    items: all.slice(at * perPage, (at + 1) * perPage),
    ways: (to: (way: 'previous' | 'next', page: number) => Button): KnownBlock[] =>
      row(...(at === 0 ? [] : [to('previous', at - 1)]), ...(at === last ? [] : [to('next', at + 1)])),
  };
}

export function taskLine(task: SequenceTask, kind: SequenceKind, offered: Offered): string {
  return say().taskLine(say().dayOf(task.day, kind), ownerOf(task, kind, offered), task.text);
}

function ownerOf({ owner, person }: SequenceTask, kind: SequenceKind, offered: Offered) {
  const { owners, goneOwner } = say();
  if (owner !== 'person' || person === null) return owners(kind)[owner];
  const isGone = offered.snapshot !== undefined && !offered.snapshot.people.has(person);
  return isGone ? goneOwner(person) : employeeLabel(person, offered);
}

export function inDayOrder({ tasks }: Pick<FullSequence, 'tasks'>): { task: SequenceTask; at: number }[] {
  return tasks.map((task, at) => ({ task, at })).sort((one, other) => one.task.day - other.task.day);
}

interface Facts extends Known {
  /** Result of the previous step, at the top. */
  said?: AlertBlock;
  details?: readonly string[];
}

/** All sequences by kind, archived ones last. */
export const listWindow = modal({
  id: ids.list,
  ...common,
  metadata: OfList,
  openers: ['previous', 'next'],
  facts: ({ additions }: Bot): Promise<Facts> => readSequences(additions),
  title: () => say().titles.list,
  open({ all = [], trouble, said, details = [] }, { page }) {
    const { list } = say();
    if (trouble) return notReadPage(trouble, opens.list(say().tryAgain));
    const part = pageOf(inOrder(all), page);
    return {
      above: [
        ...(said ? [said] : []),
        ...listed(details),
        paragraph(list.intro),
        ...row(
          { ...opens.make({ copied: null }, list.make), style: 'primary' },
          opens.starters(list.starters),
        ),
        ...(all.length === 0 ? [paragraph(list.none)] : []),
        ...part.items.flatMap((one, at) => blocksOf(one, part.items[at - 1])),
        ...part.ways((way, to): Button => listWindow.opener(way)({ page: to }, { text: list[way] })),
      ],
    };
  },
});

/** The list instead of a sequence that isn't there any more. */
export function goneList({ all }: Known): ModalView {
  return listWindow.view({ ...(all && { all }), said: alert('warning', say().list.gone) }, { page: 0 });
}

function inOrder(all: readonly FullSequence[]): FullSequence[] {
  const groups = [...SequenceKind.options, undefined];
  const byName = new Intl.Collator(currentLanguage()).compare;
  return groups.flatMap((group) =>
    all.filter((one) => groupOf(one) === group).sort((one, other) => byName(one.name, other.name)),
  );
}

/** Archived sequences of both kinds share a group. */
function groupOf({ kind, archived }: FullSequence): SequenceKind | undefined {
  return archived ? undefined : kind;
}

function blocksOf(one: FullSequence, before: FullSequence | undefined): KnownBlock[] {
  const { kinds, list, summary, sequence } = say();
  const { id, name, kind, archived, tasks, in_use } = one;
  const group = groupOf(one);
  const isFirst = before === undefined || groupOf(before) !== group;
  const about = summary(tasks.length, in_use);
  const line = list.line(name, archived ? sequence.about(kinds[kind], about) : about);
  return [
    ...(isFirst ? [header(group ? kinds[group] : list.archived)] : []),
    { ...paragraph(line), accessory: opens.sequence({ id }, list.open, list.openOf(name)) },
  ];
}
