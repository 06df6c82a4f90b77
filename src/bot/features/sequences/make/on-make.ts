import { randomUUID } from 'node:crypto';
import type { FullSequence } from '../../../../contract/additions/sequences.ts';
import { SequenceKind } from '../../../../contract/sequence.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { answerForm, type FormOutcome } from '../answer-form.ts';
import { findSequence, isTrouble, type Made, makeSequence, troubleOf } from '../change.ts';
import type { SequencesDeps } from '../deps.ts';
import { type MakeValues, makeForms, nameMistake } from '../fields.ts';
import { goneList, listPage } from '../list.ts';
import { say } from '../messages.ts';
import { sequencePage, shownTo, showSequence } from '../sequence.ts';
import { showRead } from '../show-read.ts';
import { MakeMetadata, makePage } from './make-page.ts';

export function openMake(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const page = makePage({ key: randomUUID(), copied: null }, { values: {} });
    await showRead(args, () => Promise.resolve(page), deps);
  };
}

export function openCopy(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const make = ({ id, name, kind, tasks }: FullSequence) => {
      const copied = { id, name, tasks: tasks.length };
      const values = { name: say().make.copyOf(name), kind };
      return makePage({ key: randomUUID(), copied }, { values });
    };
    await showSequence(args, make, deps);
  };
}

export function receiveMake(deps: SequencesDeps) {
  return async (args: FormArgs) => {
    const { ack, view } = args;
    const form = makeForms();
    const values = form.read(view.state.values);
    const kind = SequenceKind.safeParse(values.kind).data;
    const errors = form.errors({
      name: nameMistake(values.name),
      kind: kind ? undefined : say().make.kindMissing,
    });
    if (errors || !values.name || !kind) return ack({ response_action: 'errors', errors: errors ?? {} });
    const metadata = MakeMetadata.parse(JSON.parse(view.private_metadata));
    const outcome = made({ name: values.name, kind }, metadata, deps).then((what) =>
      outcomeOf(what, { values, metadata }, deps),
    );
    await answerForm(args, outcome, deps);
  };
}

type MakeOutcome = Made | { kind: 'gone' };

/** A copy gets the original's current tasks, not those at the time of opening the form. */
async function made(
  { name, kind }: Pick<FullSequence, 'name' | 'kind'>,
  { key, copied }: MakeMetadata,
  { additions }: Pick<SequencesDeps, 'additions'>,
): Promise<MakeOutcome> {
  if (!copied) return makeSequence({ name, kind, tasks: [] }, key, additions);
  try {
    const original = await findSequence(copied.id, additions);
    if (!original) return { kind: 'gone' };
    return await makeSequence({ name, kind, tasks: original.tasks }, key, additions);
  } catch (error) {
    if (!isTrouble(error)) throw error;
    return { kind: 'failed', error };
  }
}

interface Typed {
  values: MakeValues;
  metadata: MakeMetadata;
}

async function outcomeOf(
  what: MakeOutcome,
  { values, metadata }: Typed,
  deps: SequencesDeps,
): Promise<FormOutcome> {
  const { sequence, make, list } = say();
  if (what.kind !== 'failed' && what.kind !== 'refused') void deps.directory.readAnew();
  if (what.kind === 'gone') return { view: await goneList(deps.additions), trouble: list.gone };
  if (what.kind === 'saved') {
    const said = alert('success', metadata.copied ? sequence.copied : sequence.made);
    return { view: sequencePage(what.sequence, { ...shownTo(deps), said }) };
  }
  if (what.kind === 'madeBefore') {
    const said = alert('warning', make.before);
    return { view: listPage(await deps.additions.sequences(), { said }), trouble: make.before };
  }
  const { errors, trouble, level } = troubleOf(what, { name: 'name', kind: 'kind' });
  const view = makePage(metadata, { values, said: alert(level, trouble) });
  return { view, errors: errors && makeForms().errors(errors), trouble };
}
