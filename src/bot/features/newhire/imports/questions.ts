import { hash } from 'node:crypto';
import { z } from 'zod';
import { recordsIn } from '../../../../csv.ts';
import type { Offered as OfferedInMenus } from '../../../menus.ts';
import { type Field, selectField, textField } from '../../../slack/forms/field.ts';
import type { ValuesOf } from '../../../slack/forms/form.ts';
import { type FormReader, option } from '../../../slack/views/view.ts';
import { newHireFields, newHireForms } from '../form/fields.ts';
import { say as sayNewHire } from '../messages.ts';
import { askedColumns } from './columns.ts';
import type { DryRun } from './dry-run.ts';
import { say } from './messages.ts';
import { Choices, repairKey } from './rows.ts';
import { cellsOf, most, type Table, writeNumbered } from './table.ts';
import { type ColumnField, Repaired } from './vocabulary.ts';

/** Characters of a text field (docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element). */
const longestText = 3_000;
/** Unknown names up to which each has a field; more have one field together. */
const mostAsked = 5;

type Questions = Record<string, Field<unknown, OfferedInMenus>>;
type Answers = ValuesOf<Questions>;

interface Facts {
  table: Table;
  choices: Choices;
  run: DryRun;
}

/** Fields that repair rows with unknown names: one for each name, or one for all if there are many. */
export function repairsIn(run: DryRun) {
  return Repaired.options.flatMap((field) => {
    const unknown = run.unknown[field] ?? [];
    const each = unknown.length > mostAsked ? [unknown] : unknown.map((one) => [one]);
    return each.map((names, at) => ({
      ...{ id: repairId(field, at), field, names },
      key: repairKey(field, unknown.length > mostAsked ? undefined : names[0]?.name),
    }));
  });
}

function repairId(field: Repaired, at: number): string {
  return `${field}${at === 0 ? '' : at + 1}`;
}

/** Ids of the fields that there may be, each with the form's field that it stands for. */
export const repairFields = Repaired.options.flatMap((field) =>
  Array.from({ length: mostAsked }, (_, at) => ({ id: repairId(field, at), field })),
);

/** Fields of questions about the rows. */
export function questionsOf({ table, run }: Pick<Facts, 'table' | 'run'>): Questions {
  const { check } = say();
  const names = table.header.map((name, at) => option(name, String(at)));
  const hints: Partial<Record<ColumnField, string>> = {
    last_name: check.wholeName,
    start_day: sayNewHire().hints.start_day,
  };
  const columns = run.unclear.map((field) => {
    const hint = hints[field];
    const options = { label: check.column(field), required: field !== 'start_day', ...(hint && { hint }) };
    return [field, selectField<OfferedInMenus>({ ...options, entries: () => names.slice(0, 100) })] as const;
  });
  const order = selectField<OfferedInMenus>({
    ...{ label: check.order, hint: check.orderHint, required: true },
    entries: () => (['dayFirst', 'monthFirst'] as const).map((one) => option(check.orders[one], one)),
  });
  const { table: fields } = newHireForms();
  const repairs = repairsIn(run).map(({ id, field, names: unknown }) => {
    const options = { label: check.unknown(field, unknown), hint: check.choose[field] };
    return [id, { ...fields[field], ...options }] as const;
  });
  const faulty = {
    ...textField({ label: check.faulty, hint: check.faultyHint, multiline: true, most: longestText }),
    read: (form: FormReader, id: string) => form.untrimmed(id),
    // Slack would keep the text in a field with the same id.
    suffix: (text?: string) => (text === undefined ? undefined : hash('sha256', text).slice(0, 8)),
  };
  return Object.fromEntries<Questions[string]>([
    ...columns,
    ...(run.asksOrder ? [['order', order] as const] : []),
    ...repairs,
    ...(run.leftOut.length > 0 ? [['faulty', faulty] as const] : []),
  ]);
}

export const questions = [...askedColumns, 'order', ...repairFields.map(({ id }) => id)];

/** Choices with what the person answered; or the mistake in a field. */
export function withAnswers(
  facts: Facts,
  answers: Answers,
): { choices: Choices } | { errors: { faulty: string } } {
  const corrected = correctedIn(facts, answers.faulty);
  if (!corrected) return { errors: { faulty: say().check.badNumber } };
  const columns = Object.fromEntries(
    askedColumns.flatMap((field) => (answers[field] === undefined ? [] : [[field, Number(answers[field])]])),
  );
  const order = Choices.shape.order.safeParse(answers.order).data;
  const repairs = Object.fromEntries(
    repairsIn(facts.run).map(({ id, key, field }) => [key, newHireFields.toDraft({ [field]: answers[id] })]),
  );
  return { choices: { ...facts.choices, columns, order, repairs, corrected } };
}

/** Cells by row number; undefined if a line has no number of a row. */
function correctedIn({ table, choices }: Facts, text: unknown): Choices['corrected'] | undefined {
  const own = { ...choices.corrected };
  const numbers = new Set(table.rows.map(({ number }) => String(number)));
  for (const [at, [number = '', ...cells]] of linesIn(text, table).entries()) {
    if (numbers.has(number)) own[number] = cells;
    else if (at > 0) return undefined;
  }
  return own;
}

function linesIn(text: unknown, { delimiter }: Table): string[][] {
  try {
    return recordsIn(z.string().catch('').parse(text), delimiter, most.rows).map(({ cells }) =>
      cellsOf(cells),
    );
  } catch {
    // An open quotation mark.
    return [[], []];
  }
}

export function answersIn({ choices, run, table }: Facts): Answers {
  const { columns, order, repairs } = choices;
  const chosen = Object.fromEntries(Object.entries(columns).map(([field, at]) => [field, String(at)]));
  const repaired = repairsIn(run).map(({ id, key, field }) => [
    id,
    newHireFields.fromDraft(repairs[key])?.[field],
  ]);
  const isLeftOut = new Set(run.leftOut.map(({ number }) => number));
  const rows = table.rows.filter(({ number }) => isLeftOut.has(number));
  const faulty = writeNumbered({ ...table, rows }, say().check.number, longestText);
  return { ...chosen, order, ...Object.fromEntries(repaired), faulty };
}
