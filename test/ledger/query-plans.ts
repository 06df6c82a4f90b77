import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import type { Database } from '../../src/database/open.ts';

/** What grows with the years. */
const grows = /^(requests|messages|audit_events|request_names|request_people)$/;

/** Few rows stand in them, however many there are in the table: what has not ended, is held, or waits for somebody. */
const small = /_(open|leased|aside|subject|asked|blocked|tried|at_once)$/;

const SqliteStep = z.object({ detail: z.string() });

interface PostgresNode {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  Plans?: PostgresNode[] | undefined;
}
const PostgresNode: z.ZodType<PostgresNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(PostgresNode).optional();
  },
});
const PostgresPlan = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: PostgresNode })) });

/** The tables that a query reads as a whole, as the database itself says. */
export async function tablesReadWhole({ db, kind }: Database<BotTables>, { sql, parameters }: CompiledQuery) {
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain (format json)';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
  if (kind === 'sqlite') return rows.flatMap((row) => readWhole(SqliteStep.parse(row).detail, sql));
  return rows.flatMap((row) => PostgresPlan.parse(row)['QUERY PLAN'].flatMap(({ Plan }) => scansIn(Plan)));
}

/**
 * Walking along an index is reading the whole table, but where it ends after so many rows: never where somebody's own
 * are looked for, who may have none.
 */
function readWhole(step: string, sql: string): string[] {
  const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
  const isBounded =
    index !== undefined && (small.test(index) || (/\blimit\b/i.test(sql) && !/requester"? = /.test(sql)));
  return grows.test(table) && !isBounded ? [table] : [];
}

function scansIn(node: PostgresNode): string[] {
  const table = node['Relation Name'] ?? '';
  const own = node['Node Type'] === 'Seq Scan' && grows.test(table) ? [table] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}
