import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from './open.ts';

type ColumnType = 'integer' | 'text';

/** Columns of a table, each with its type, in the order in which an insert names them. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: ColumnType };

/** Their names, in that order. */
export function columnNames<Row>(columns: Columns<Row>): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}

/**
 * Rows to insert as one parameter, however many they are: building SQL for every value of them costs several times
 * what storing them does, and either database ends the number of parameters of a statement.
 * @returns what is inserted: `insertInto(…).columns(columnNames(…)).expression(rowsAsJson(…))`
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
  // Without a condition SQLite would take an `on conflict` behind it for one of a join.
  return sql`select ${sql.join(values)} from ${each} where true`;
}
