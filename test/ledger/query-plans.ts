import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import type { Database } from '../../src/database/open.ts';

const grows = /^(requests|messages|audit_events|request_names|request_people)$/;

/** Partial indexes that stay small however large the table is: open, held or waiting rows. */
const small = /_(open|leased|aside|subject|asked|blocked|at_once)$/;

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

/** Tables that a query scans, from the database's own `explain`. */
export async function tablesReadWhole({ db, kind }: Database<BotTables>, { sql, parameters }: CompiledQuery) {
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain (format json)';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
  if (kind === 'sqlite') return rows.flatMap((row) => readWhole(SqliteStep.parse(row).detail, sql));
  return rows.flatMap((row) => PostgresPlan.parse(row)['QUERY PLAN'].flatMap(({ Plan }) => scansIn(Plan)));
}

/**
 * Walking along an index reads the whole table unless a limit ends it. A limit doesn't help a search for a
 * person's own rows, of which there may be none.
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
