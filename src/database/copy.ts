import { type Kysely, sql } from 'kysely';
import type { Database } from './open.ts';

/** Rows of any table. */
export type AnySchema = Record<string, Record<string, unknown>>;

/** The database that is copied to holds something already. */
export class NotEmpty extends Error {
  override name = 'NotEmpty';
}

const batch = 200;

/**
 * Copies every row of every table into another database whose tables are there and empty, in one transaction.
 * @param first the tables that others refer to
 * @param prefilled the tables that have a row as soon as they are made, which is replaced
 * @returns how many rows of which table
 * @throws NotEmpty
 */
export async function copyDatabase(
  from: Database<AnySchema>,
  to: Database<AnySchema>,
  { first, prefilled }: { first: readonly string[]; prefilled: readonly string[] },
): Promise<Record<string, number>> {
  const tables = await tablesOf(from.db, first);
  return to.db.transaction().execute(async (tx) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      if (prefilled.includes(table)) await tx.deleteFrom(table).execute();
      counts[table] = await copyTable(from.db, tx, table);
    }
    if (to.kind === 'postgres') for (const table of tables) await countOn(tx, table);
    return counts;
  });
}

async function tablesOf(db: Kysely<AnySchema>, first: readonly string[]): Promise<string[]> {
  const found = await db.introspection.getTables();
  const names = found.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'));
  return [...first, ...names.filter((name) => !first.includes(name)).sort()];
}

async function copyTable(from: Kysely<AnySchema>, to: Kysely<AnySchema>, table: string): Promise<number> {
  const rows = await from.selectFrom(table).selectAll().execute();
  const there = await to.selectFrom(table).selectAll().limit(1).execute();
  if (there.length > 0) throw new NotEmpty(`The table ${table} of the new database is not empty.`);
  for (let start = 0; start < rows.length; start += batch) {
    await to
      .insertInto(table)
      .values(rows.slice(start, start + batch))
      .execute();
  }
  return rows.length;
}

/** PostgreSQL counts its keys on from where the copied ones end. */
async function countOn(tx: Kysely<AnySchema>, table: string): Promise<void> {
  const hasId = await sql`select 1 from information_schema.columns
    where table_name = ${table} and column_name = 'id' and data_type = 'integer'`.execute(tx);
  if (hasId.rows.length === 0) return;
  const { rows } = await sql<{ name: string | null }>`
    select pg_get_serial_sequence(${table}, 'id') as name`.execute(tx);
  const name = rows[0]?.name;
  const next = sql`coalesce((select max(id) from ${sql.table(table)}), 0) + 1`;
  if (name) await sql`select setval(${name}, ${next}, false)`.execute(tx);
}
