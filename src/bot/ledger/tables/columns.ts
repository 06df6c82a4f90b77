import type { ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';

type Columns = (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>;

/** Adds columns, each of which has a value in every row. */
export function required(type: 'text' | 'integer', ...names: string[]): Columns {
  return (table) =>
    names.reduce((made, name) => made.addColumn(name, type, (column) => column.notNull()), table);
}

/** Adds columns of text, whose value may be null. */
export function optional(...names: string[]): Columns {
  return (table) => names.reduce((made, name) => made.addColumn(name, 'text'), table);
}

/** Adds a primary key that the database counts up; SQLite must be told not to use a number again. */
export function countingId(kind: DatabaseKind): Columns {
  const build = (column: ColumnDefinitionBuilder) =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey();
  return (table) => table.addColumn('id', kind === 'sqlite' ? 'integer' : 'serial', build);
}
