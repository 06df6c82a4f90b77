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

/** "Open" beside a sequence, another page of its tasks, and the way back to it from a form. */
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

/** What follows a button about a sequence, made from how it is now; the list where it is not there any more. */
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

/** With what a sequence is shown. */
export function shownTo(language: Language, { directory }: Pick<SequencesDeps, 'directory'>) {
  return { language, offered: { snapshot: directory.current() } };
}

/** "Archive", once it was confirmed, and "Bring back". */
export function archive(isArchived: boolean, deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { archivedNow, backNow } = words[languageIn(args.context)].sequence;
    const wanted = { change: archived(isArchived), done: isArchived ? archivedNow : backNow, isListed: true };
    await saveAtOnce(args, placeIn(args.action.value), wanted, deps);
  };
}

/** Something that a button does by itself. */
interface Wanted {
  change: Change;
  /** What is said when it is done. */
  done: string;
  /** Whether the menus of forms show the difference. */
  isListed: boolean;
}

/** Saves what a button does, and shows the sequence as it is then. */
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
