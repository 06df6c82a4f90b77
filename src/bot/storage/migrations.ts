import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DatabaseKind, hasColumn, type Migrations, sqlMigration } from '../../database/open.ts';
import type { AccessChangeTables } from '../access/follow-access.ts';
import type { SetupMarkTables } from '../health/setup-step.ts';
import type { ChangeTables } from '../ledger/audit/audit-changes.ts';
import { nextMoment } from '../ledger/tables/next-moment.ts';
import type { LedgerTables } from '../ledger/tables/schema.ts';
import { schemaOfWebhooks } from '../ledger/tables/webhook-tables.ts';
import type { CheckupTables } from './checkups.ts';
import type { ConnectionTables } from './connection.ts';
import type { DraftTables } from './drafts.ts';
import type { HireImportTables } from './hire-imports.ts';
import type { HomeTables } from './homes.ts';
import { schemaOfImports } from './imports-schema.ts';
import { schema, schemaOfPeople, schemaOfSearch } from './schema.ts';
import type { SequenceKindTables } from './sequence-kinds.ts';
import type { SettingsTables } from './settings.ts';
import type { SlackPeopleTables } from './slack-people.ts';
import { addStarterTables, type StarterTables } from './starter-tables.ts';
import type { TaskTables } from './tasks.ts';
import type { TemplateTables } from './templates.ts';

/** Drops what nothing reads any more. */
const dropUnused: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['waiting', 'version'])
      if (await hasColumn(db, 'elsewhere_marks', column))
        await db.schema.alterTable('elsewhere_marks').dropColumn(column).execute();
    await db.schema.dropTable('people_imports').ifExists().execute();
  },
};

export type BotTables = LedgerTables &
  ConnectionTables &
  SettingsTables &
  DraftTables &
  HireImportTables &
  SequenceKindTables &
  AccessChangeTables &
  ChangeTables &
  HomeTables &
  TemplateTables &
  SlackPeopleTables &
  SetupMarkTables &
  CheckupTables &
  StarterTables &
  TaskTables;

/** Migrations by name. A released one is never edited; add another, by a name that no other program uses. */
export function migrations(kind: DatabaseKind): Migrations {
  return {
    '001-bot': sqlMigration(schema(kind)),
    '002-next-moment': nextMoment,
    '003-requests-about': sqlMigration(schemaOfPeople),
    '004-search': sqlMigration(schemaOfSearch),
    '005-unused': dropUnused,
    '006-webhooks': sqlMigration(schemaOfWebhooks(kind)),
    '007-starters': addStarterTables,
    '008-imports': sqlMigration(schemaOfImports),
  };
}
