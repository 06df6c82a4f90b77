import type { Migrations } from '../database/migrate.ts';
import type { DatabaseKind } from '../database/open.ts';
import { connectionMigrations } from './connection.ts';
import { ledgerMigrations } from './ledger/migrations.ts';

/** Every table of the bot's database. */
export function migrations(kind: DatabaseKind): Migrations {
  return { ...ledgerMigrations(kind), ...connectionMigrations };
}
