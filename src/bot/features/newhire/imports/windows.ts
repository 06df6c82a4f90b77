import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { dayIn } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import {
  employeeField,
  noEmployees,
  type Offered as OfferedInMenus,
  peopleMenu,
  sequencesField,
  sequencesMenu,
} from '../../../menus.ts';
import { say as sayPreview } from '../../../preview/messages.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { selectField } from '../../../slack/forms/field.ts';
import type { ValuesOf } from '../../../slack/forms/form.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal, page } from '../../../slack/modal.ts';
import { timeline } from '../../../slack/timeline.ts';
import { alert, cut, header, listed, note, paragraph } from '../../../slack/views/blocks.ts';
import { option } from '../../../slack/views/view.ts';
import { newHireFields } from '../form/fields.ts';
import { say as sayNewHire } from '../messages.ts';
import { kind, startDayOf } from '../request.ts';
import { contextOf } from '../send.ts';
import { askedColumns } from './columns.ts';
import { type DryRun, dryRun, type Group } from './dry-run.ts';
import { say } from './messages.ts';
import { Choices } from './rows.ts';
import { Table } from './table.ts';
import { type ColumnField, Repaired } from './vocabulary.ts';

/** More hires than these are confirmed a second time. */
const mostAtOnce = 20;

export interface ImportServices extends Bot {
  /** Looks for imports to go on with. */
  wakeImports(): void;
}

const OfImport = z.object({ import: z.string() });
type OfImport = z.infer<typeof OfImport>;

interface Facts {
  table: Table;
  choices: Choices;
  run: DryRun;
  plan: ReturnType<Bot['previews']['ofSeveral']>;
  snapshot: OfferedInMenus['snapshot'];
}

/** Everything about an import that isn't started; or a page that says why there is nothing to check. */
async function factsOf(by: By<ImportServices>, { import: id }: OfImport): Promise<Facts | ModalView> {
  const found = await by.imports.find(id);
  const table = Table.safeParse(found?.content).data;
  const choices = Choices.safeParse(found?.choices).data;
  if (!found || !table || !choices || found.owner !== by.viewer.userId)
    return noticeView(say().title, say().gone);
  if (found.state !== 'draft') return outcomePage(say().title, [alert('info', say().startedBefore)]);
  const run = await dryRun(table, choices, by);
  // Without the employees nobody could be found.
  if (!by.directory.current()) return noticeView(say().title, noEmployees());
  const today = dayIn(by.settings().timezone, by.clock.now());
  const entered = run.ready.map(({ looked }) => {
    const day = startDayOf(looked.payload, today);
    return {
      kind,
      requester: by.viewer.userId,
      payload: looked.payload,
      context: contextOf(looked, '', by),
      day,
    };
  });
  const leftOut = [...new Set(run.ready.flatMap(({ looked }) => looked.leftOut))];
  const plan = by.previews.ofSeveral(entered, by.viewer, leftOut);
  return { table, choices, run, plan, snapshot: by.directory.current() };
}

/** Fields of questions about all rows. */
function questionTable({ table, run }: Pick<Facts, 'table' | 'run'>) {
  const { check } = say();
  const names = table.header.map((name, at) => option(name, String(at)));
  const entries = () => names.slice(0, 100);
  const column = (field: ColumnField, hint?: string) =>
    selectField<OfferedInMenus>({
      label: check.column(field),
      required: true,
      entries,
      ...(hint !== undefined && { hint }),
    });
  const whenUnavailable = sayNewHire().furtherMistakes.unavailable;
  const repair = (field: Repaired) => {
    const { names: unknown, rows } = run.unknown[field] ?? { names: [], rows: [] };
    return { label: check.unknown(field, unknown, rows), hint: check.choose(field), whenUnavailable };
  };
  return {
    email: column('email'),
    first_name: column('first_name'),
    last_name: column('last_name', check.wholeName),
    start_day: { ...column('start_day', sayNewHire().hints.start_day), required: false },
    order: selectField<OfferedInMenus>({
      ...{ label: check.order, hint: check.orderHint, required: true },
      entries: () => (['dayFirst', 'monthFirst'] as const).map((one) => option(check.orders[one], one)),
    }),
    manager: employeeField(repair('manager')),
    buddy: employeeField(repair('buddy')),
    sequences: sequencesField('onboarding', repair('sequences')),
  };
}

type Questions = ReturnType<typeof questionTable>;
type Answers = ValuesOf<Questions>;

const questions: readonly string[] = [...askedColumns, 'order', ...Repaired.options];

/** The dry run: what is added and what is left out, with questions that repair all rows at once. */
export const checkImport = modal({
  id: 'newhire_import_check',
  role: 'hr',
  metadata: OfImport,
  /** Digest of what the person saw. */
  kept: z.object({ digest: z.string() }),
  facts: factsOf,
  title: (_facts: Facts) => say().check.title,
  fields(facts: Facts): Partial<Questions> {
    const { unclear, asksOrder, unknown } = facts.run;
    const asked = [...unclear, ...(asksOrder ? ['order'] : []), ...Object.keys(unknown)];
    const all = Object.entries(questionTable(facts)).filter(([name]) => asked.includes(name));
    return Object.fromEntries(all) as Partial<Questions>;
  },
  offered: ({ snapshot }: Facts): OfferedInMenus => ({ snapshot }),
  menus: {
    manager: peopleMenu,
    buddy: peopleMenu,
    sequences: (by, query) => sequencesMenu(by, query, 'onboarding'),
  },
  open: (facts) => ({
    above: summaryBlocks(facts),
    values: answersIn(facts.choices),
    below: detailBlocks(facts),
    keep: { digest: facts.run.digest },
  }),
  changes: {
    of: questions,
    async run({ choices }, { import: id }, answers, by) {
      await by.imports.choose(id, withAnswers(choices, answers));
      return {};
    },
  },
  submit: {
    text: ({ run }) => (run.ready.length > 0 ? say().check.add(run.ready.length) : say().check.again),
    waiting: () => page(say().check.title, [paragraph(say().reading)]),
    async run(facts, { import: id, digest }, answers, by) {
      await by.imports.choose(id, withAnswers(facts.choices, answers));
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
  const rows = [
    ...run.ready.map(({ number, looked }) => ({
      number,
      request: { payload: looked.payload, context: { ...contextOf(looked, '', by), importId: id } },
    })),
    ...run.leftOut.map(({ number, problems }) => ({ number, reasons: problems.map(({ reason }) => reason) })),
  ];
  const isNew = await by.imports.begin(id, rows);
  by.wakeImports();
  const said = isNew ? say().started(run.ready.length) : say().startedBefore;
  return outcomePage(say().title, [alert('success', said)]);
}

function withAnswers(choices: Choices, answers: Answers): Choices {
  const columns = Object.fromEntries(
    askedColumns.flatMap((field) => (answers[field] === undefined ? [] : [[field, Number(answers[field])]])),
  );
  const { manager, buddy, sequences } = answers;
  const order = Choices.shape.order.safeParse(answers.order).data;
  const repairs = newHireFields.toDraft({ manager, buddy, sequences });
  return { ...choices, columns, order, repairs };
}

function answersIn({ columns, order, repairs }: Choices): Answers {
  const { manager, buddy, sequences } = newHireFields.fromDraft(repairs) ?? {};
  const chosen = Object.fromEntries(Object.entries(columns).map(([field, at]) => [field, String(at)]));
  return { ...chosen, order, manager, buddy, sequences };
}

function summaryBlocks({ run, table }: Facts): KnownBlock[] {
  const [first = '', ...lines] = summaryLines(table, run);
  return [paragraph(first), ...(lines.length > 0 ? listed(lines) : [])];
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
    ...Object.entries(run.unknown).map(([field, { names, rows }]) =>
      check.unknown(field as Repaired, names, rows),
    ),
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
    ...groupBlocks(check.leftOut, run.problems),
    ...groupBlocks(check.look, run.points),
    ...(moments.length > 0
      ? [
          header(sayPreview().title),
          ...(run.ready.length > 1 ? [note(check.each)] : []),
          ...timeline(moments.slice(0, mostMoments), days),
        ]
      : []),
    ...(moments.length > mostMoments ? [paragraph(check.more(moments.length - mostMoments))] : []),
  ];
}

function groupBlocks(title: string, groups: readonly Group[]): KnownBlock[] {
  return groups.length === 0 ? [] : listed(groupLines(title, groups));
}

function groupLines(title: string, groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  const lines = groups
    .slice(0, mostLines)
    .map(({ text, rows }) => say().check.group(cut(text, longestLine), rows));
  const more = groups.length - mostLines;
  return [title, ...lines, ...(more > 0 ? [say().check.more(more)] : [])];
}
