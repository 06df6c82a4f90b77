import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from './open.ts';

type ColumnType = 'integer' | 'text';

/** Columns of a table with their types, in the order of the insert. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: ColumnType };

/** Names of the columns, in the order of the insert. */
export function columnNames<Row>(columns: Columns<Row>): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}

/**
 * Passes rows to an insert as a single parameter: SQL with a parameter per value is several times slower, and their
 * number is limited.
 * @returns the source: `insertInto(…).columns(columnNames(…)).expression(rowsAsJson(…))`
 */
export function rowsAsJson<Row extends object>(
  kind: DatabaseKind,
  columns: Columns<Row>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const names = columnNames(columns);
  const json = JSON.stringify(rows.map((row) => names.map((name) => row[name])));
  const values = names.map((name, at) => sql`cast(value ->> ${sql.lit(at)} as ${sql.raw(columns[name])})`);
  const each = kind === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(cast(${json} as json))`;
  // Without a WHERE clause, SQLite would parse a following `on conflict` as part of a join.
  return sql`select ${sql.join(values)} from ${each} where true`;
}
