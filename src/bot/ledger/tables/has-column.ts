import type { Kysely } from 'kysely';

/**
 * Whether a table has a column. A migration that changes what is there asks first: on SQLite it is noted as done only
 * after it has been committed, and whoever is killed in between runs it once more at the next start.
 */
export async function hasColumn(db: Kysely<unknown>, table: string, column: string): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name, columns }) => name === table && columns.some((one) => one.name === column));
}
