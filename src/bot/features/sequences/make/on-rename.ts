import type { FullSequence } from '../../../../contract/additions/sequences.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { answerForm, type FormOutcome } from '../answer-form.ts';
import { named, type Saved, saveChange, troubleOf } from '../change.ts';
import type { SequencesDeps } from '../deps.ts';
import { nameMistake, renameForms } from '../fields.ts';
import { goneList } from '../list.ts';
import { say } from '../messages.ts';
import { sequencePage, shownTo, showSequence } from '../sequence.ts';
import { RenameMetadata, renamePage } from './make-page.ts';

export function openRename(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const make = ({ id, version: seen, name }: FullSequence) =>
      renamePage({ id, seen }, { values: { name } });
    await showSequence(args, make, deps);
  };
}

export function receiveRename(deps: SequencesDeps) {
  return async (args: FormArgs) => {
    const { ack, view } = args;
    const form = renameForms();
    const { name } = form.read(view.state.values);
    const errors = form.errors({ name: nameMistake(name) });
    if (errors || name === undefined) return ack({ response_action: 'errors', errors: errors ?? {} });
    const target = RenameMetadata.parse(JSON.parse(view.private_metadata));
    const outcome = saveChange(target, named(name), deps.additions).then((saved) =>
      outcomeOf(saved, { target, name }, deps),
    );
    await answerForm(args, outcome, deps);
  };
}

async function outcomeOf(
  saved: Saved,
  { target, name }: { target: { id: number; seen: number }; name: string },
  deps: SequencesDeps,
): Promise<FormOutcome> {
  const { sequence: done, list, rename } = say();
  if (saved.kind !== 'failed' && saved.kind !== 'refused') void deps.directory.readAnew();
  if (saved.kind === 'gone') return { view: await goneList(deps.additions), trouble: list.gone };
  if (saved.kind === 'saved') {
    const said = alert('success', done.renamed);
    return { view: sequencePage(saved.sequence, { ...shownTo(deps), said }) };
  }
  if (saved.kind === 'changed') {
    const { id, version: seen, name: theirs } = saved.sequence;
    const trouble = rename.changed(theirs);
    const said = alert('warning', trouble);
    return { view: renamePage({ id, seen }, { values: { name }, said }), trouble };
  }
  const { errors, trouble, level } = troubleOf(saved, { name: 'name' });
  const view = renamePage(target, { values: { name }, said: alert(level, trouble) });
  return { view, errors: errors && renameForms().errors(errors), trouble };
}
