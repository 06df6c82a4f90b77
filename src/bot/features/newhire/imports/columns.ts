import type { Table } from './table.ts';
import { type ColumnField, fieldIn } from './vocabulary.ts';

/** Index of each field's column. */
export type Columns = Partial<Record<ColumnField, number>>;

/** Fields that a person is asked about if no column has their name. */
export const askedColumns = ['email', 'first_name', 'last_name', 'start_day'] as const;
type AskedColumn = (typeof askedColumns)[number];

/** Columns by their names, or by addresses in them; `chosen` by a person come first. */
export function columnsOf({ header, rows }: Table, chosen: Columns): Columns {
  const found: Columns = {};
  for (const [at, name] of header.entries()) {
    const field = fieldIn(name);
    if (field) found[field] ??= at;
  }
  // Beside “Vorname”, “Name” is the last name.
  const hasFirst = (chosen.first_name ?? found.first_name) !== undefined;
  if (hasFirst && found.last_name === undefined && found.full_name !== undefined) {
    found.last_name = found.full_name;
    delete found.full_name;
  }
  const taken = new Set(Object.values(found));
  const isOfAddresses = (at: number) =>
    !taken.has(at) && rows.slice(0, 20).every(({ cells }) => (cells[at] ?? '').includes('@'));
  const withAddresses = header.map((_, at) => at).filter(isOfAddresses);
  if (found.email === undefined && withAddresses.length === 1) found.email = withAddresses[0] ?? 0;
  const columns = { ...found, ...chosen };
  const { first_name, last_name, ...others } = columns;
  // One column for both has the whole name.
  const isWhole = first_name !== undefined && first_name === last_name;
  return isWhole ? { ...others, full_name: first_name } : columns;
}

/** Fields whose column only a person can tell. */
export function unclearColumns({ header }: Table, columns: Columns): AskedColumn[] {
  const isMore = header.length > new Set(Object.values(columns)).size;
  return askedColumns.filter((field) => {
    if (columns[field] !== undefined) return false;
    if (field === 'start_day') return isMore;
    return field === 'email' || columns.full_name === undefined;
  });
}
