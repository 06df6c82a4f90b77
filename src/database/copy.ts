import { type Kysely, sql, type TableMetadata } from 'kysely';
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
      if (prefilled.includes(table.name)) await tx.deleteFrom(table.name).execute();
      counts[table.name] = await copyTable(from.db, tx, table, onProgress);
      if (to.kind === 'postgres' && hasId(table)) await countOn(tx, table.name);
    }
    return counts;
  });
}

async function tablesOf(db: Kysely<AnySchema>, first: readonly string[]): Promise<TableMetadata[]> {
  const found = (await db.introspection.getTables()).filter(({ name }) => !name.startsWith('sqlite_'));
  const position = ({ name }: TableMetadata) => [...first, name].indexOf(name);
  return found.sort((a, b) => position(a) - position(b) || (a.name < b.name ? -1 : 1));
}

function hasId({ columns }: TableMetadata): boolean {
  return columns.some(({ name }) => name === 'id');
}

async function copyTable(
  from: Kysely<AnySchema>,
  to: Kysely<AnySchema>,
  table: TableMetadata,
  onProgress: CopyProgress,
): Promise<number> {
  const { name } = table;
  const there = await to.selectFrom(name).selectAll().limit(1).execute();
  if (there.length > 0) throw new NotEmpty(`The table ${name} of the new database is not empty.`);
  let count = 0;
  for await (const rows of pagesOf(from, table)) {
    await to.insertInto(name).values(rows).execute();
    count += rows.length;
    if (count % tellEvery === 0) onProgress(name, count);
  }
  return count;
}

/** Reads pages by id. Tables without an id are small and read at once. */
async function* pagesOf(from: Kysely<AnySchema>, table: TableMetadata) {
  const rows = from.selectFrom(table.name).selectAll();
  if (!hasId(table)) {
    const all = await rows.execute();
    for (let start = 0; start < all.length; start += batch) yield all.slice(start, start + batch);
    return;
  }
  const next = (after?: unknown) =>
    rows
      .$if(after !== undefined, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(batch)
      .execute();
  for (let page = await next(); page.length > 0; page = await next(page.at(-1)?.id)) yield page;
}

/** Sets PostgreSQL's sequence to continue after the copied ids. */
async function countOn(tx: Kysely<AnySchema>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select pg_get_serial_sequence(${table}, 'id') as name`.execute(tx);
  const name = rows[0]?.name;
  const next = sql`coalesce((select max(id) from ${sql.table(table)}), 0) + 1`;
  if (name) await sql`select setval(${name}, ${next}, false)`.execute(tx);
}
