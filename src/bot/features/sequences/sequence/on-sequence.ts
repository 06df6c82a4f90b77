import type { AlertBlock, ModalView } from '@slack/types';
import type { FullSequence } from '../../../../contract/additions/sequences.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { withTop } from '../../../slack/views/view.ts';
import { archived, type Change } from '../change.ts';
import type { SequencesDeps } from '../deps.ts';
import { type Place, placeIn } from '../ids.ts';
import { goneList } from '../list/on-list.ts';
import { say } from '../messages.ts';
import { showRead } from '../show-read.ts';
import { findSequence, type Saved, saveChange } from '../submit.ts';
import { whyNot } from '../why-not.ts';
import { sequencePage } from './sequence-page.ts';

/** Handles "Open", paging through tasks, and the way back from a form. */
export function openSequence(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { at: page } = placeIn(args.action.value);
    await showSequence(args, (sequence) => sequencePage(sequence, { ...shownTo(deps), page }), deps);
  };
}

/**
 * Shows a page built from the sequence's current state, or the list if it no longer exists.
 * @param make builds the page
 */
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

/** Display options for a sequence: language and current employees. */
export function shownTo({ directory }: Pick<SequencesDeps, 'directory'>) {
  return { offered: { snapshot: directory.current() } };
}

/** Handles "Archive", after confirmation, and "Bring back". */
export function archive(isArchived: boolean, deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { archivedNow, backNow } = say().sequence;
    const wanted = { change: archived(isArchived), done: isArchived ? archivedNow : backNow, isListed: true };
    await saveAtOnce(args, placeIn(args.action.value), wanted, deps);
  };
}

/** A change made by a button without a form. */
interface Wanted {
  change: Change;
  done: string;
  /** Whether the menus of forms are affected, so that the directory must be read again. */
  isListed: boolean;
}

/** Saves a button's change, and shows the sequence's new state. */
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
