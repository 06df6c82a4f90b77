import { z } from 'zod';
import { fold } from '../../../../language.ts';
import { type Day, memoized } from '../../../../time/dates.ts';
import { personOption, serviceZone, zoneOption, zonesOf } from '../../../menus.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { type Entry, option } from '../../../slack/views/view.ts';
import { type HireValues, newHireFields, newHireForms, type Offered } from '../form/fields.ts';
import { say as sayNewHire } from '../messages.ts';
import { nameOf } from '../typed/vocabulary.ts';
import type { Columns } from './columns.ts';
import { type DateOrder, dayIn } from './dates.ts';
import { say } from './messages.ts';
import type { Table } from './table.ts';
import { type ColumnField, Repaired } from './vocabulary.ts';

/** Choices for all rows. */
export const Choices = z.object({
  columns: z.record(z.string(), z.int()).default({}),
  order: z.enum(['dayFirst', 'monthFirst']).optional(),
  /** Drafts of the form with one repaired field, by `repairKey`. */
  repairs: z.record(z.string(), z.unknown()).default({}),
  /** Cells of corrected rows by the row's number. */
  corrected: z.record(z.string(), z.array(z.string())).default({}),
  template: z.string().optional(),
});
export type Choices = z.infer<typeof Choices>;

/** @param name as in the rows; undefined for a choice for all names */
export function repairKey(field: Repaired, name?: string): string {
  return name === undefined ? field : `${field}:${name}`;
}

export function asCorrected(table: Table, { corrected }: Pick<Choices, 'corrected'>): Table {
  const rows = table.rows.map(({ number, cells }) => ({ number, cells: corrected[number] ?? cells }));
  return { ...table, rows };
}

interface Reading {
  columns: Columns;
  order: DateOrder | undefined;
  offered: Offered;
  person(text: string): Entry | undefined;
  today: Day;
  /** Values where a row has none. */
  preset: HireValues;
  /** By `repairKey`. */
  repairs: ReadonlyMap<string, HireValues>;
}

export interface RowValues {
  values: HireValues;
  /** Sentences by field. */
  errors: Partial<Record<keyof HireValues, string>>;
  /** Names that nobody or nothing has. */
  unknown: Partial<Record<Repaired, string>>;
}

/** A row as values of the form. */
export function valuesIn({ cells }: Table['rows'][number], reading: Reading): RowValues {
  const { columns, offered, person, preset, repairs } = reading;
  const cell = (field: ColumnField) => cells[columns[field] ?? -1] ?? '';
  const given: HireValues = {};
  const errors: RowValues['errors'] = {};
  const unknown: RowValues['unknown'] = {};

  function take<Name extends keyof HireValues>(name: Name, find: (text: string) => HireValues[Name]): void {
    const text = cell(name as ColumnField);
    if (text === '') return;
    const found = find(text);
    if (found !== undefined) given[name] = found;
    else if (Repaired.safeParse(name).success) {
      const field = name as Repaired;
      unknown[field] = text;
      given[name] = (repairs.get(repairKey(field, text)) ?? repairs.get(repairKey(field)))?.[name];
    } else errors[name] = name === 'start_day' ? say().notADay(text) : say().notKnown(text);
  }

  const { first, last } = namesIn(cell('full_name'));
  if (first) given.first_name = first;
  if (last) given.last_name = last;
  for (const name of ['first_name', 'last_name', 'position', 'phone', 'message'] as const) take(name, String);
  take('email', addressIn);
  take('start_day', (text) => dayIn(text, reading.order, reading.today));
  for (const name of ['manager', 'buddy'] as const) take(name, person);
  take('sequences', (text) => sequencesCalled(text, offered));
  take('language', (text) => languageCalled(text, offered));
  take('timezone', (text) => zoneCalled(text, offered));
  const { values, unfit } = newHireFields.fit({ ...preset, ...given }, offered);
  for (const { field } of unfit) errors[field] ??= sayNewHire().mistakes[field];
  return { values, errors, unknown };
}

/** `Doe, Jane` is turned round. */
function namesIn(text: string): { first: string; last: string } {
  const [family = '', given, ...more] = text.split(',').map((part) => part.trim());
  if (given && more.length === 0) return { first: given, last: family };
  return nameOf(text.split(/\s+/).filter(Boolean));
}

/** `Jane Doe <jane@acme.com>` and `mailto:jane@acme.com` are addresses too. */
function addressIn(text: string): string {
  return /[^\s<>:;,]+@[^\s<>;,]+/.exec(text)?.[0] ?? text;
}

/** Finds employees as `personCalled` does, each once: searching takes the most time, and most rows name the same ones. */
export function findingOnce(offered: Offered): Reading['person'] {
  const known = new Map<string, Entry | undefined>();
  return (text) => {
    if (!known.has(text)) {
      const person = personCalled(text, offered);
      known.set(text, person && personOption(person));
    }
    return known.get(text);
  };
}

/** Finds an employee by address, or by a full name that only one has. */
function personCalled(text: string, { snapshot }: Offered): Person | undefined {
  const address = addressIn(text).toLowerCase();
  if (address.includes('@')) return snapshot?.peopleByEmail.get(address);
  const { first, last } = namesIn(text);
  const names = [text, `${first} ${last}`].map(simple);
  const found = (snapshot?.search(`${first} ${last}`, 20) ?? []).filter(({ name }) =>
    names.includes(simple(name)),
  );
  return found.length === 1 ? found[0] : undefined;
}

function simple(name: string): string {
  return fold(name)
    .replaceAll(/['’`´]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** One or more sequences by name, with commas, semicolons or bars between them. */
function sequencesCalled(text: string, { snapshot }: Offered): Entry[] | undefined {
  const offered = (snapshot?.sequences ?? []).filter(({ kind }) => kind !== 'offboarding');
  const find = (name: string) => {
    const found = offered.filter((one) => simple(one.name) === simple(name));
    return found.length === 1 && found[0] ? option(found[0].name, String(found[0].id)) : undefined;
  };
  const whole = find(text);
  if (whole) return [whole];
  const parts = text.split(/[,;|\n]/).filter((part) => part.trim() !== '');
  const found = parts.map(find);
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** Languages in which a file may name a language, besides that language itself. */
const namingLanguages = ['en', 'de', 'nl', 'fr', 'es'];

const languageNames = memoized(100, (code: string) =>
  [...namingLanguages, code].map((one) => new Intl.DisplayNames([one], { type: 'language' }).of(code)),
);

/** By code or name, as the form's menu has them, or in another language. */
function languageCalled(text: string, offered: Offered): string | undefined {
  const { element } = newHireForms().table.language;
  const menu = element(undefined, offered);
  const entries = menu.type === 'static_select' ? (menu.options ?? []) : [];
  const is = (other: string | undefined) => simple(other ?? '') === simple(text);
  return (
    entries.find((entry) => is(entry.value) || is(entry.text.text)) ??
    entries.find(({ value = '' }) => /^[a-z]{2}$/.test(value) && languageNames(value).some(is))
  )?.value;
}

function zoneCalled(text: string, { snapshot, day }: Offered): Entry | undefined {
  const zone = serviceZone(text.trim().replaceAll(' ', '_'), zonesOf(snapshot));
  return zone === undefined ? undefined : zoneOption(zone, day);
}
