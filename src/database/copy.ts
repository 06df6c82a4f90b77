import { type Kysely, sql } from 'kysely';
import type { Database } from './open.ts';

export type AnySchema = Record<string, Record<string, unknown>>;

export class NotEmpty extends Error {
  override name = 'NotEmpty';
}

const batch = 200;

export type CopyProgress = (table: string, count: number) => void;
const tellEvery = 100_000;

interface CopyOptions {
  /** Tables with foreign key references to them; copied first. */
  first: readonly string[];
  /** Tables that migrations fill; their rows are replaced. */
  prefilled: readonly string[];
  onProgress: CopyProgress;
}

/** Copies all rows into a migrated, empty database, in one transaction. Throws NotEmpty. */
export async function copyDatabase(
  from: Database<AnySchema>,
  to: Database<AnySchema>,
  { first, prefilled, onProgress }: CopyOptions,
): Promise<Record<string, number>> {
  const tables = await tablesOf(from.db, first);
  return to.db.transaction().execute(async (tx) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      if (prefilled.includes(table)) await tx.deleteFrom(table).execute();
      counts[table] = await copyTable(from.db, tx, table, onProgress);
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

async function copyTable(
  from: Kysely<AnySchema>,
  to: Kysely<AnySchema>,
  table: string,
  onProgress: CopyProgress,
): Promise<number> {
  const there = await to.selectFrom(table).selectAll().limit(1).execute();
  if (there.length > 0) throw new NotEmpty(`The table ${table} of the new database is not empty.`);
  let count = 0;
  for await (const rows of pagesOf(from, table)) {
    await to.insertInto(table).values(rows).execute();
    count += rows.length;
    if (count % tellEvery === 0) onProgress(table, count);
  }
  return count;
}

/** Reads pages by id. Tables without an id are small and read at once. */
async function* pagesOf(from: Kysely<AnySchema>, table: string) {
  const rows = from.selectFrom(table).selectAll();
  const tables = await from.introspection.getTables();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  if (!columns.some(({ name }) => name === 'id')) {
    const all = await rows.execute();
    for (let start = 0; start < all.length; start += batch) yield all.slice(start, start + batch);
    return;
  }
  let after: unknown;
  for (let count = batch; count === batch; ) {
    const page = await rows
      .$if(after !== undefined, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(batch)
      .execute();
    if (page.length > 0) yield page;
    count = page.length;
    after = page.at(-1)?.id;
  }
}

/** Sets PostgreSQL's sequence to continue after the copied ids. */
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
