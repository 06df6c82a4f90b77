import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Bot } from '../../../bot.ts';
import { noEmployees, type Offered as OfferedInMenus } from '../../../menus.ts';
import { say as sayPreview } from '../../../preview/messages.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal, page } from '../../../slack/modal.ts';
import { timeline } from '../../../slack/timeline.ts';
import { alert, cut, header, listed, note, paragraph } from '../../../slack/views/blocks.ts';
import { menus } from '../form/fields.ts';
import { shortened } from '../result/result.ts';
import { contextOf, enteredIn } from '../send.ts';
import { type DryRun, dryRun, type Group } from './dry-run.ts';
import { say } from './messages.ts';
import { answersIn, questions, questionsOf, repairFields, repairsIn, withAnswers } from './questions.ts';
import { asCorrected, Choices } from './rows.ts';
import { Table } from './table.ts';
import type { ColumnField } from './vocabulary.ts';

/** More hires than these are confirmed a second time. */
const mostAtOnce = 20;

export interface ImportServices extends Bot {
  /** Looks for imports to go on with. */
  wakeImports(): void;
}

const OfImport = z.object({ import: z.string() });
type OfImport = z.infer<typeof OfImport>;

/** Everything about an import that isn't started; or a page that says why there is nothing to check. */
async function factsOf(by: By<ImportServices>, { import: id }: OfImport) {
  const found = await by.imports.findWhole(id);
  const content = Table.safeParse(found?.content).data;
  const choices = Choices.safeParse(found?.choices).data;
  if (!found || !content || !choices || found.owner !== by.viewer.userId)
    return noticeView(say().title, say().gone);
  if (found.state !== 'draft') return outcomePage(say().title, [alert('info', say().startedBefore)]);
  const table = asCorrected(content, choices);
  const run = await dryRun(table, choices, by);
  // Without the employees nobody could be found.
  if (!by.directory.current()) return noticeView(say().title, noEmployees());
  const entered = run.ready.map(({ looked }) => enteredIn(looked, by));
  const leftOut = [...new Set(run.ready.flatMap(({ looked }) => looked.leftOut))];
  const plan = by.previews.ofSeveral(entered, by.viewer, leftOut);
  return { table, choices, run, plan, snapshot: by.directory.current() };
}

type Facts = Exclude<Awaited<ReturnType<typeof factsOf>>, ModalView>;

/** The dry run: what is added and what is left out, with questions that repair all rows at once. */
export const checkImport = modal({
  id: 'newhire_import_check',
  role: 'hr',
  metadata: OfImport,
  /** Digest of what the person saw. */
  kept: z.object({ digest: z.string() }),
  facts: factsOf,
  title: (_facts: Facts) => say().check.title,
  fields: (facts: Facts) => questionsOf(facts),
  offered: ({ snapshot }: Facts): OfferedInMenus => ({ snapshot }),
  menus: Object.fromEntries(repairFields.map(({ id, field }) => [id, menus[field]])),
  open: (facts) => ({
    above: summaryBlocks(facts),
    values: answersIn(facts),
    below: detailBlocks(facts),
    keep: { digest: facts.run.digest },
  }),
  changes: {
    of: questions,
    async run(facts, { import: id }, answers, by) {
      const choices = withAnswers(facts, answers);
      if ('choices' in choices) await by.imports.choose(id, choices.choices);
      return {};
    },
  },
  submit: {
    text: ({ run }) => (run.ready.length > 0 ? say().check.add(run.ready.length) : say().check.again),
    waiting: () => page(say().check.title, [paragraph(say().reading)]),
    async run(facts, { import: id, digest }, answers, by) {
      const read = withAnswers(facts, answers);
      if ('errors' in read) return read;
      await by.imports.choose(id, read.choices);
      const now = await factsOf(by, { import: id });
      if ('type' in now) return now;
      const isSame = now.run.digest === digest;
      if (!isSame || now.run.ready.length === 0) {
        const said = alert('info', isSame ? say().check.nobody : say().check.changed);
        const shown: ModalView = checkImport.view(now, { import: id }, { again: [said] });
        return shown;
      }
      const asks: ModalView = confirmImport.view(now, { import: id, digest });
      return now.run.ready.length > mostAtOnce ? asks : start(id, now, by);
    },
  },
});

/** Asks a second time, with the number. */
export const confirmImport = modal({
  id: 'newhire_import_confirm',
  role: 'hr',
  metadata: OfImport.extend({ digest: z.string() }),
  facts: factsOf,
  title: ({ run }) => say().confirm.title(run.ready.length),
  open: ({ run }) => ({ above: [paragraph(say().confirm.text(run.ready.length))] }),
  submit: {
    text: ({ run }) => say().check.add(run.ready.length),
    waiting: () => page(say().check.title, [paragraph(say().reading)]),
    async run(facts, { import: id, digest }, _values, by) {
      if (facts.run.digest === digest) return start(id, facts, by);
      return checkImport.view(facts, { import: id }, { again: [alert('info', say().check.changed)] });
    },
  },
  back: ({ import: id }, by) => checkImport.current({ import: id }, by),
});

async function start(id: string, { run }: Facts, by: By<ImportServices>): Promise<ModalView> {
  const isNew = await beginImport(id, run, by);
  const said = isNew ? say().started(run.ready.length) : say().startedBefore;
  return outcomePage(say().title, [alert('success', said)]);
}

/** Starts an import with the rows of its check. @returns false if it was started before */
export async function beginImport(
  id: string,
  { ready, leftOut }: Pick<DryRun, 'ready' | 'leftOut'>,
  by: ImportServices,
): Promise<boolean> {
  const rows = [
    ...ready.map(({ number, looked }) => ({
      number,
      request: { payload: looked.payload, context: { ...contextOf(looked, '', by), importId: id } },
    })),
    ...leftOut.map(({ number, problems }) => ({ number, reasons: problems.map(({ reason }) => reason) })),
  ];
  const isNew = await by.imports.begin(id, rows);
  by.wakeImports();
  return isNew;
}

function summaryBlocks({ run, table }: Facts): KnownBlock[] {
  const [first = '', ...lines] = summaryLines(table, run);
  return [paragraph(first), ...listed(lines)];
}

function summaryLines(table: Table, { columns, ready, leftOut, unused }: DryRun): string[] {
  const { check } = say();
  const pairs = Object.entries(columns).flatMap(([field, at]): [ColumnField, string][] => {
    const name = table.header[at];
    return name === undefined ? [] : [[field as ColumnField, name]];
  });
  return [
    ready.length > 0 ? check.summary(ready.length, leftOut.length) : check.nobody,
    ...(pairs.length > 0 ? [check.columns(pairs)] : []),
    ...(unused.length > 0 ? [check.unused(unused)] : []),
  ];
}

/** Lines of the check for a terminal. `isWhole`: nothing is left out or asked. */
export function dryRunLines(table: Table, run: DryRun): { lines: string[]; isWhole: boolean } {
  const { check } = say();
  const asked = [
    ...run.unclear.map(check.noColumn),
    ...(run.asksOrder ? [check.orderHint] : []),
    ...repairsIn(run).map(({ field, names }) => check.unknown(field, names)),
  ];
  const groups = [...groupLines(check.leftOut, run.problems), ...groupLines(check.look, run.points)];
  return {
    lines: [...summaryLines(table, run), ...asked, ...groups],
    isWhole: run.leftOut.length + asked.length === 0,
  };
}

/** Lines of a list and their characters, and moments of the plan, that are shown. */
const mostLines = 15;
const longestLine = 300;
const mostMoments = 20;

function detailBlocks({ run, plan }: Facts): KnownBlock[] {
  const { check } = say();
  const { moments, days } = plan;
  return [
    ...listed(groupLines(check.leftOut, run.problems)),
    ...listed(groupLines(check.look, run.points)),
    ...(moments.length > 0
      ? [
          header(sayPreview().title),
          ...(run.ready.length > 1 ? [note(check.noTasks)] : []),
          ...timeline(moments.slice(0, mostMoments), days),
        ]
      : []),
    ...(moments.length > mostMoments ? [paragraph(check.more(moments.length - mostMoments))] : []),
  ];
}

function groupLines(title: string, groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(({ text, rows }) => say().check.group(cut(text, longestLine), rows));
  return [title, ...shortened(lines, mostLines)];
}
