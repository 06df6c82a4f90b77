import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { SequenceKind, type Starter } from '../../../contract/sequence.ts';
import type { Bot } from '../../bot.ts';
import type { ServiceAdditions } from '../../onboarding/additions.ts';
import { type Field, tickField } from '../../slack/forms/field.ts';
import { say as saySlack } from '../../slack/messages.ts';
import { modal, page } from '../../slack/modal.ts';
import { alert, cut, header, listed, note, paragraph, plain, row } from '../../slack/views/blocks.ts';
import { option } from '../../slack/views/view.ts';
import { known, makeSequence, readSequences, type Saved, whyNot } from './changes.ts';
import { say } from './messages.ts';
import { offeredBy } from './sequence.ts';
import { inDayOrder, listWindow, notReadPage, places, readingPage, savingPage, taskLine } from './windows.ts';

/** Limit of starters of one kind: Slack takes ten options in a checkboxes element. */
const most = 10;

const Choice = z.object({ key: z.string(), name: z.string(), kind: SequenceKind });
type Choice = z.infer<typeof Choice>;

/** Idempotency key, and the starters on offer, so that ticks can be read while the service can't. */
const kept = z.object({ key: z.string(), choices: z.array(Choice) });

/** Starters to tick, with a button to see the tasks of each. */
export const startersWindow = modal({
  ...places.starters.window,
  kept,
  async facts({ additions }: Bot, { choices }: Partial<z.infer<typeof kept>>) {
    const { starters = [], trouble } = await readStarters(additions);
    const left = starters.filter(({ added }) => added === null);
    return { starters, trouble, choices: choices ?? ofEachKind(left).map(choiceOf) };
  },
  title: () => say().titles.starters,
  fields: ({ starters, choices }) => boxes(choices, starters),
  open({ starters, trouble, choices }, { key = crypto.randomUUID() }, typed) {
    if (trouble && !typed) return notReadPage(trouble, places.starters.button({}, say().tryAgain));
    return {
      above: [paragraph(introOf(starters, choices))],
      below: [
        ...SequenceKind.options.flatMap((kind) => rows(kind, starters)),
        ...row(places.list.button({}, say().sequence.all)),
      ],
      keep: { key, choices },
    };
  },
  submit: {
    text: ({ choices }) => (choices.length > 0 ? say().starters.submit : undefined),
    waiting: savingPage,
    async run({ starters, trouble, choices }, { key }, values, by) {
      const { outcome, starters: sentences } = say();
      const again = (sentence: string) => ({ again: [alert('error', sentence)], values });
      const ticked = Object.values(values).flatMap((keys) => keys ?? []);
      const [first = ''] = Object.keys(boxes(choices, starters));
      if (ticked.length === 0) return { errors: { [first]: sentences.chooseOne } };
      if (trouble) return again(outcome.notSaved(whyNot({ kind: 'failed', error: trouble })));
      const results = await addStarters(
        starters.filter((one) => ticked.includes(one.key)),
        key,
        by.additions,
      );
      const { saved: last } = results.at(-1) ?? {};
      const isNothing = results.length === 1 && last?.kind === 'failed';
      if (!isNothing) void by.directory.readAnew();
      if (last?.kind === 'unknown') return again(sentences.unsure);
      if (isNothing) return again(outcome.notSaved(whyNot(last)));
      if (last?.kind === 'failed') return again(sentences.stuck(whyNot(last)));
      const gone = ticked.filter((one) => starters.every((starter) => starter.key !== one)).length;
      return listWindow.view(
        { ...(await readSequences(by.additions)), ...summaryOf(results, gone) },
        { page: 0 },
      );
    },
  },
});

export function choiceOf({ key, name, kind }: Starter): Choice {
  return { key, name: cut(name, 40), kind };
}

function readStarters(api: ServiceAdditions) {
  return known(async () => ({ starters: await api.starters() }));
}

function ofEachKind<One extends { kind: SequenceKind }>(all: readonly One[]): One[] {
  return SequenceKind.options.flatMap((kind) => all.filter((one) => one.kind === kind).slice(0, most));
}

function introOf(all: readonly Starter[], left: readonly Choice[]): string {
  const { intro, none, all: allAdded } = say().starters;
  if (all.length === 0) return none;
  return left.length === 0 ? allAdded : intro;
}

function boxes(choices: readonly Choice[], starters: readonly Starter[]) {
  const entryOf = ({ key, name }: Choice) => {
    const starter = starters.find((one) => one.key === key);
    return option(starter?.name ?? name, key, starter && say().taskCount(starter.tasks.length));
  };
  const fields = SequenceKind.options.flatMap((kind) => {
    const entries = choices.filter((one) => one.kind === kind).map(entryOf);
    const label = say().kinds[kind];
    return entries.length > 0 ? [[kind, tickField({ label, entries })] as const] : [];
  });
  return Object.fromEntries(fields) as Record<string, Field<readonly string[], undefined>>;
}

function rows(kind: SequenceKind, all: readonly Starter[]): KnownBlock[] {
  const { starters: sentences, list, kinds, taskCount } = say();
  const shown = ofEachKind(all.filter((one) => one.kind === kind)).map(({ key, name, tasks, added }) => {
    const about = sentences.about(taskCount(tasks.length), added !== null);
    const button = starterWindow.button({ key }, { text: sentences.look, spoken: sentences.lookAt(name) });
    return { ...paragraph(list.line(name, about)), accessory: button };
  });
  return shown.length > 0 ? [header(kinds[kind]), ...shown] : [];
}

/** The tasks of a starter: above the form, so that its ticks are kept. */
export const starterWindow = modal({
  id: 'starter',
  role: 'hr',
  metadata: z.object({ key: z.string() }),
  waiting: readingPage,
  async facts(by: Bot, { key }: { key: string }) {
    const { starters = [], trouble } = await readStarters(by.additions);
    return { starter: starters.find((one) => one.key === key), trouble, offered: offeredBy(by) };
  },
  title: () => say().titles.starter,
  open({ starter, trouble, offered }, { key }): ReturnType<typeof page> {
    if (trouble) return notReadPage(trouble, starterWindow.button({ key }, { text: say().tryAgain }));
    if (!starter) return page(say().titles.starter, [paragraph(say().starters.gone)]);
    const { name, kind, tasks } = starter;
    const lines = inDayOrder({ tasks }).map(({ task }) => taskLine(task, kind, offered));
    const blocks = [
      header(name),
      note(say().starters.ofKind(say().kinds[kind], say().taskCount(tasks.length))),
      ...listed(lines),
    ];
    return { ...page(say().titles.starter, blocks), close: plain(saySlack().back) };
  },
});

interface Added {
  name: string;
  saved: Saved | { kind: 'madeBefore' };
}

function summaryOf(results: readonly Added[], gone: number) {
  const { starters } = say();
  const details = [
    ...results.flatMap(({ name, saved }) => {
      if (saved.kind === 'saved') return [];
      return [starters.notAdded(name, saved.kind === 'refused' ? whyNot(saved) : '')];
    }),
    ...Array.from({ length: gone }, () => starters.gone),
  ];
  const count = results.filter(({ saved }) => saved.kind === 'saved').length;
  const said =
    details.length === 0
      ? alert('success', starters.done(count))
      : alert('warning', starters.partly(count, results.length + gone));
  return { said, details };
}

/** Creates sequences from starters until one fails. Repeats with the form's idempotency key create nothing twice. */
async function addStarters(
  starters: readonly Starter[],
  key: string,
  api: ServiceAdditions,
): Promise<Added[]> {
  const added: Added[] = [];
  for (const { key: of, name, kind, tasks } of starters) {
    const saved = await makeSequence({ name, kind, tasks }, `${key}-${of}`, api);
    added.push({ name, saved });
    if (saved.kind === 'failed' || saved.kind === 'unknown') break;
  }
  return added;
}
