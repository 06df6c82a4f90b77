import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { type Database, databaseKind } from '../../src/database/open.ts';
import { sqliteDialect } from '../../src/database/sqlite.ts';

export function recordingDatabase<Schema = BotTables>(
  url: string,
  tell: (query: CompiledQuery) => void,
): Database<Schema> {
  const kind = databaseKind(url);
  const dialect =
    kind === 'sqlite'
      ? sqliteDialect(url.slice('sqlite:'.length))
      : new PostgresDialect({ pool: poolOf(url) });
  const log = ({ query }: LogEvent) => tell(query);
  const db = new Kysely<Schema>({ dialect, log });
  return { kind, db, close: () => db.destroy() };
}

/** A connection ended by dropping the test's database is no failure. */
function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}
