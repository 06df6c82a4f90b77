import type { Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { FullSequence, SequenceTask } from '../../../contract/additions/sequences.ts';
import { SequenceKind } from '../../../contract/sequence.ts';
import { employeeLabel, type MenuDeps, type Offered } from '../../menus.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import { explain } from '../../onboarding/outage.ts';
import { buttonOf } from '../../slack/button.ts';
import { type ModalServices, page } from '../../slack/modal.ts';
import { paragraph, row } from '../../slack/views/blocks.ts';
import { isNotOffered, type SequencesApi } from './changes.ts';
import { say } from './messages.ts';

export interface SequencesServices extends ModalServices, MenuDeps {
  additions: SequencesApi & Pick<ServiceAdditions, 'offered' | 'known'>;
}

/** All windows of sequences open in each other's place. */
export const family = 'sequences';

/** Ids of the windows, which have buttons for each other. */
export const ids = {
  list: family,
  sequence: 'sequences_sequence',
  task: 'sequences_task',
  make: 'sequences_make',
  rename: 'sequences_rename',
  starters: 'sequences_starters',
} as const;

export const OfList = z.object({ page: z.int().default(0) });
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

/** `again` opens the window that couldn't be shown. */
export function notReadPage(trouble: Error, again: Button): ModalView {
  const text = isNotOffered(trouble) ? say().notOffered : say().notRead(explain(trouble));
  return page(say().titles.list, [paragraph(text), ...row(again)]);
}

/** A part of a long list, and the buttons to its other parts. */
export function pageOf<Item>(all: readonly Item[], wanted: number, most: number) {
  const last = Math.max(Math.ceil(all.length / most) - 1, 0);
  const at = Math.min(Math.max(wanted, 0), last);
  return {
    items: all.slice(at * most, (at + 1) * most),
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
