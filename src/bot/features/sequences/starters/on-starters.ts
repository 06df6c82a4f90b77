import { randomUUID } from 'node:crypto';
import type { Starter } from '../../../../contract/additions/sequences.ts';
import { explain } from '../../../onboarding/outage.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { answerForm, type FormOutcome } from '../answer-form.ts';
import { isTrouble, type Made, makeSequence, whyNot } from '../change.ts';
import type { SequencesApi, SequencesDeps } from '../deps.ts';
import { listPage } from '../list.ts';
import { say } from '../messages.ts';
import { shownTo } from '../sequence.ts';
import { betweenPage, showRead } from '../show-read.ts';
import {
  firstBoxes,
  StartersMetadata,
  starterPage,
  startersPage,
  stillTicked,
  tickedIn,
} from './starters-page.ts';

export function openStarters(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const metadata = { key: randomUUID() };
    const read = async () => startersPage(await deps.additions.starters(), metadata);
    await showRead(args, read, deps);
  };
}

/** Handles "See tasks": opens above the form, so that ticks are kept. */
export function openStarter(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const read = async () => {
      const starter = (await deps.additions.starters()).find(({ key }) => key === args.action.value);
      if (!starter) return betweenPage(say().starters.gone);
      return starterPage(starter, shownTo(deps).offered);
    };
    await showRead(args, read, deps, { isAbove: true });
  };
}

export function receiveStarters(deps: SequencesDeps) {
  return async (args: FormArgs) => {
    const { ack, view } = args;
    const ticked = tickedIn(view.state.values);
    const first = firstBoxes(view);
    if (ticked.length === 0 && first !== undefined) {
      const errors = { [first]: say().starters.chooseOne };
      return ack({ response_action: 'errors', errors });
    }
    const { key } = StartersMetadata.parse(JSON.parse(view.private_metadata));
    const again = (trouble: string) => ({
      view: stillTicked(view, ticked, alert('error', trouble)),
      trouble,
    });
    await answerForm(args, added({ ticked, key, again }, deps), deps);
  };
}

interface Wanted {
  ticked: readonly string[];
  key: string;
  again(trouble: string): FormOutcome;
}

async function added(wanted: Wanted, deps: SequencesDeps): Promise<FormOutcome> {
  const { outcome, starters } = say();
  try {
    const all = await deps.additions.starters();
    const chosen = all.filter(({ key }) => wanted.ticked.includes(key));
    const results = await addStarters(chosen, wanted.key, deps.additions);
    const { what } = results.at(-1) ?? {};
    const isNothing = results.length === 1 && what?.kind === 'failed';
    if (!isNothing) void deps.directory.readAnew();
    if (what?.kind === 'unknown') return wanted.again(starters.unsure);
    if (isNothing) return wanted.again(outcome.notSaved(whyNot(what)));
    if (what?.kind === 'failed') return wanted.again(starters.stuck(whyNot(what)));
    return await toldOf(results, missing(wanted.ticked, all), deps);
  } catch (error) {
    if (!isTrouble(error)) throw error;
    return wanted.again(outcome.notSaved(explain(error)));
  }
}

function missing(ticked: readonly string[], all: readonly Starter[]): number {
  return ticked.filter((one) => all.every(({ key }) => key !== one)).length;
}

async function toldOf(results: readonly Added[], gone: number, deps: SequencesDeps): Promise<FormOutcome> {
  const { starters } = say();
  const details = [
    ...results.flatMap((one) => detailOf(one) ?? []),
    ...Array.from({ length: gone }, () => starters.gone),
  ];
  const count = results.filter(({ what }) => what.kind === 'saved').length;
  const isAll = details.length === 0;
  const summary = isAll ? starters.done(count) : starters.partly(count, results.length + gone);
  const said = alert(isAll ? 'success' : 'warning', summary);
  const trouble = isAll ? undefined : [summary, ...details].join('\n');
  const list = await deps.additions.sequences().catch(() => undefined);
  const view = list ? listPage(list, { said, details }) : betweenPage([summary, ...details].join('\n'));
  return { view, trouble };
}

function detailOf({ name, what }: Added): string | undefined {
  const { starters } = say();
  if (what.kind === 'saved') return undefined;
  return starters.notAdded(name, what.kind === 'refused' ? whyNot(what) : '');
}

interface Added {
  name: string;
  what: Made;
}

/** Creates sequences from starters until one fails. Repeats with the form's idempotency key create nothing twice. */
async function addStarters(
  starters: readonly Starter[],
  key: string,
  api: Pick<SequencesApi, 'sequences' | 'addSequence'>,
): Promise<Added[]> {
  const added: Added[] = [];
  for (const { key: of, name, kind, tasks } of starters) {
    const what = await makeSequence({ name, kind, tasks }, `${key}-${of}`, api);
    added.push({ name, what });
    if (what.kind === 'failed' || what.kind === 'unknown') break;
  }
  return added;
}
