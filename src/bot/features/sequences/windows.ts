import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type FullSequence, SequenceKind, type SequenceTask } from '../../../contract/sequence.ts';
import { currentLanguage } from '../../../language.ts';
import type { Bot } from '../../bot.ts';
import { employeeLabel, type Offered } from '../../menus.ts';
import { Refused } from '../../onboarding/client/errors.ts';
import { explain } from '../../onboarding/outage.ts';
import { buttonOf } from '../../slack/button.ts';
import { modal, page } from '../../slack/modal.ts';
import { alert, header, listed, paragraph, row } from '../../slack/views/blocks.ts';
import { type Known, readSequences } from './changes.ts';
import { say } from './messages.ts';

/** A window of the family: all open in each other's place, and have buttons for each other. */
function place<About extends object, Given extends object>(id: string, metadata: z.ZodType<About, Given>) {
  return {
    window: { id, metadata, family, role: 'hr', waiting: readingPage } as const,
    button: (about: Given, text: string, spoken?: string): Button =>
      buttonOf(id, about, { text, ...(spoken !== undefined && { spoken }) }),
  };
}

const family = 'sequences';
const OfName = z.object({ id: z.int(), seen: z.int() });

export const places = {
  list: place(family, z.object({ page: z.int().default(0) })),
  sequence: place('sequences_sequence', z.object({ id: z.int(), page: z.int().default(0) })),
  /** `seen` is the sequence's version when the button was shown, `at` the task's index; null for a new one. */
  task: place(
    'sequences_task',
    OfName.extend({ at: z.int().nullable(), name: z.string(), kind: SequenceKind }),
  ),
  /** The sequence to copy; null for a new one. */
  make: place('sequences_make', z.object({ copied: OfName.nullable() })),
  rename: place('sequences_rename', OfName),
  starters: place('sequences_starters', z.object({})),
};

export function readingPage(): ModalView {
  return page(say().titles.list, [paragraph(say().reading)]);
}

export function savingPage(): ModalView {
  return page(say().titles.list, [paragraph(say().saving)]);
}

/** `again` opens the window that couldn't be shown. */
export function notReadPage(trouble: Error, again: Button): ModalView {
  const isNotOffered = trouble instanceof Refused && trouble.reason === 'missing';
  const text = isNotOffered ? say().notOffered : say().notRead(explain(trouble));
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
  ...places.list.window,
  openers: ['previous', 'next'],
  facts: ({ additions }: Bot): Promise<Facts> => readSequences(additions),
  title: () => say().titles.list,
  open({ all = [], trouble, said, details = [] }, { page }) {
    const { list } = say();
    if (trouble) return notReadPage(trouble, places.list.button({}, say().tryAgain));
    const part = pageOf(inOrder(all), page);
    return {
      above: [
        ...(said ? [said] : []),
        ...listed(details),
        paragraph(list.intro),
        ...row(
          { ...places.make.button({ copied: null }, list.make), style: 'primary' },
          places.starters.button({}, list.starters),
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
    { ...paragraph(line), accessory: places.sequence.button({ id }, list.open, list.openOf(name)) },
  ];
}
