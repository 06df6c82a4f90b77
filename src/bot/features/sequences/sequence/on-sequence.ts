import type { AlertBlock, ModalView } from '@slack/types';
import type { FullSequence } from '../../../../contract/additions/sequences.ts';
import type { Language } from '../../../../language.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { withTop } from '../../../slack/views/view.ts';
import { archived, type Change } from '../change.ts';
import type { SequencesDeps } from '../deps.ts';
import { type Place, placeIn } from '../ids.ts';
import { goneList } from '../list/on-list.ts';
import { showRead } from '../show-read.ts';
import { findSequence, type Saved, saveChange } from '../submit.ts';
import { whyNot } from '../why-not.ts';
import { words } from '../words.ts';
import { sequencePage } from './sequence-page.ts';

/** Handles "Open", paging through tasks, and the way back from a form. */
export function openSequence(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { at: page } = placeIn(args.action.value);
    await showSequence(
      args,
      (sequence, language) => sequencePage(sequence, { ...shownTo(language, deps), page }),
      deps,
    );
  };
}

/**
 * Shows a page built from the sequence's current state, or the list if it no longer exists.
 * @param make builds the page
 */
export function showSequence(
  args: ButtonArgs,
  make: (sequence: FullSequence, language: Language, place: Place) => ModalView,
  deps: SequencesDeps,
): Promise<void> {
  const language = languageIn(args.context);
  const place = placeIn(args.action.value);
  const read = async () => {
    const sequence = await findSequence(place.id, deps.additions);
    return sequence ? make(sequence, language, place) : goneList(deps.additions, language);
  };
  return showRead(args, read, deps);
}

/** Display options for a sequence: language and current employees. */
export function shownTo(language: Language, { directory }: Pick<SequencesDeps, 'directory'>) {
  return { language, offered: { snapshot: directory.current() } };
}

/** Handles "Archive", after confirmation, and "Bring back". */
export function archive(isArchived: boolean, deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { archivedNow, backNow } = words[languageIn(args.context)].sequence;
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
  const language = languageIn(args.context);
  const { view: open } = originOf(args.body);
  const read = async () => {
    const saved = await saveChange(target, change, deps.additions);
    if (isListed && saved.kind !== 'failed') void deps.directory.readAnew();
    if (saved.kind === 'gone') return goneList(deps.additions, language);
    const said = saidOf(saved, done, language);
    if ('sequence' in saved && saved.sequence)
      return sequencePage(saved.sequence, { ...shownTo(language, deps), said });
    return open ? withTop(open, [said]) : goneList(deps.additions, language);
  };
  return showRead(args, read, deps);
}

function saidOf(saved: Exclude<Saved, { kind: 'gone' }>, done: string, language: Language): AlertBlock {
  const { sequence, outcome } = words[language];
  if (saved.kind === 'saved') return alert('success', done);
  if (saved.kind === 'changed') return alert('warning', sequence.changed);
  if (saved.kind === 'unknown') return alert('warning', outcome.unknownButton);
  return alert('error', outcome.notSaved(whyNot(saved, language)));
}
