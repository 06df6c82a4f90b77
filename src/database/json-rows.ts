import { type QueryExecutorProvider, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { DatabaseKind } from './open.ts';

export function kindOf(queries: QueryExecutorProvider): DatabaseKind {
  return queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/**
 * Makes a `select` over rows that are passed as a single parameter: SQL with a parameter per value is several
 * times slower, and their number is limited. There is at least one row, and every row has the columns of the
 * first one. Its numbers are integers; anything else is text.
 */
export function jsonRows<Row extends object>(
  queries: QueryExecutorProvider,
  rows: readonly Row[],
): { columns: (keyof Row & string)[]; select: RawBuilder<unknown> } {
  const [first = {}] = rows;
  const columns = Object.keys(first) as (keyof Row & string)[];
  const json = JSON.stringify(rows.map((row) => columns.map((name) => row[name])));
  const types = Object.values(first).map((value) => (typeof value === 'number' ? 'integer' : 'text'));
  const values = columns.map(
    (name, at) => sql`cast(value ->> ${sql.lit(at)} as ${sql.raw(types[at] ?? 'text')}) as ${sql.ref(name)}`,
  );
  const each =
    kindOf(queries) === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(cast(${json} as json))`;
  // Without a WHERE clause, SQLite would parse a following `on conflict` as part of a join.
  return { columns, select: sql`select ${sql.join(values)} from ${each} where true` };
}
