import type { Migrations } from '../../database/migrate.ts';
import type { DatabaseKind } from '../../database/open.ts';
import { type AccessChangeTables, accessChangeMigrations } from '../access/access-changes.ts';
import { type ChangeTables, changeMigrations } from '../ledger/audit/audit-changes.ts';
import { ledgerMigrations } from '../ledger/tables/migrations.ts';
import type { LedgerTables } from '../ledger/tables/schema.ts';
import { type ConnectionTables, connectionMigrations } from './connection-table.ts';
import { type DraftTables, draftMigrations } from './drafts.ts';
import { type HomeTables, homeMigrations } from './homes.ts';
import { type SequenceKindTables, sequenceKindMigrations } from './sequence-kinds.ts';
import { type SettingsTables, settingsMigrations } from './settings.ts';

/** Every table of the bot's database. */
export type BotTables = LedgerTables &
  ConnectionTables &
  SettingsTables &
  DraftTables &
  SequenceKindTables &
  AccessChangeTables &
  ChangeTables &
  HomeTables;

/** What makes them. */
export function migrations(kind: DatabaseKind): Migrations {
  return {
    ...ledgerMigrations(kind),
    ...connectionMigrations,
    ...settingsMigrations,
    ...draftMigrations,
    ...sequenceKindMigrations,
    ...accessChangeMigrations,
    ...changeMigrations(kind),
    ...homeMigrations,
  };
}
