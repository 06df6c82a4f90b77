import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Migrations } from '../../database/migrate.ts';
import type { DatabaseKind } from '../../database/open.ts';
import type { AccessChangeTables } from '../access/access-changes.ts';
import { type ChangeTables, changeMigrations } from '../ledger/audit/audit-changes.ts';
import { hasColumn } from '../ledger/tables/has-column.ts';
import { ledgerMigrations } from '../ledger/tables/migrations.ts';
import type { LedgerTables } from '../ledger/tables/schema.ts';
import { createSetupMarksTable, type SetupMarkTables } from '../setup/marks.ts';
import { type CheckupTables, createCheckupsTable } from './checkups.ts';
import type { ConnectionTables } from './connection.ts';
import type { DraftTables } from './drafts.ts';
import type { HomeTables } from './homes.ts';
import { createImportsTable, type ImportTables } from './people/imports.ts';
import { createSlackPeopleTables, type SlackPeopleTables } from './people/slack-people-tables.ts';
import type { SequenceKindTables } from './sequence-kinds.ts';
import type { SettingsTables } from './settings.ts';
import { type TaskTables, taskMigrations } from './tasks/tables.ts';
import { createTemplatesTable, type TemplateTables } from './templates.ts';

/** Every table of the bot's database. */
export type BotTables = LedgerTables &
  ConnectionTables &
  SettingsTables &
  DraftTables &
  SequenceKindTables &
  AccessChangeTables &
  ChangeTables &
  HomeTables &
  TemplateTables &
  ImportTables &
  SlackPeopleTables &
  SetupMarkTables &
  CheckupTables &
  TaskTables;

/** What makes them. */
export function migrations(kind: DatabaseKind): Migrations {
  return {
    ...ledgerMigrations(kind),
    ...changeMigrations(kind),
    ...taskMigrations,
    '002-connection': newTable('connection', ['url', 'sealed_token', 'key_id', 'set_by', 'set_at'], {
      key: ['id', 'integer'],
    }),
    '010-settings': newTable('settings', ['value', 'set_by', 'set_at'], { key: ['name', 'text'] }),
    '011-drafts': newTable('drafts', ['owner', 'title', 'content', 'saved_at'], {
      key: ['id', 'text'],
      index: ['drafts_owner', 'owner', 'saved_at'],
    }),
    '190-draft-states': {
      async up(db: Kysely<unknown>) {
        if (await hasColumn(db, 'drafts', 'offered_at')) return;
        const add = (column: string) => db.schema.alterTable('drafts').addColumn(column, 'text').execute();
        for (const column of ['entered_at', 'saved_by', 'offered_at']) await add(column);
      },
    },
    '320-draft-windows': {
      async up(db: Kysely<unknown>) {
        if (await hasColumn(db, 'drafts', 'root_view')) return;
        await db.schema.alterTable('drafts').addColumn('root_view', 'text').execute();
      },
    },
    '200-templates': { up: createTemplatesTable },
    '230-people-imports': { up: createImportsTable },
    '231-slack-people': { up: createSlackPeopleTables },
    '250-setup-marks': { up: createSetupMarksTable },
    '310-checkups': { up: createCheckupsTable },
    '012-sequence-kinds': { up: createKindsTable },
    '105-sequence-kinds-seen': {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('sequence_kinds').addColumn('seen_at', 'text').execute();
      },
    },
    '130-access-changes': newTable('access_changes', ['version', 'changed_at'], { key: ['subject', 'text'] }),
    '131-homes': newTable('homes', ['team_id', 'shows', 'version', 'opened_at'], {
      key: ['user_id', 'text'],
      index: ['homes_opened', 'opened_at'],
    }),
  };
}

interface Keys {
  /** Its name and type. */
  key: [string, 'integer' | 'text'];
  /** The name of one, and its columns. */
  index?: [string, ...string[]];
}

/** Makes a table of texts, none of which may be missing. */
function newTable(name: string, texts: readonly string[], { key, index }: Keys): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const keyed = db.schema.createTable(name).addColumn(...key, (column) => column.primaryKey());
      await texts
        .reduce((table, text) => table.addColumn(text, 'text', (column) => column.notNull()), keyed)
        .execute();
      if (!index) return;
      const [indexName, ...columns] = index;
      await db.schema.createIndex(indexName).on(name).columns(columns).execute();
    },
  };
}

async function createKindsTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sequence_kinds')
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('sequence_id', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('set_by', 'text', (column) => column.notNull())
    .addColumn('set_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sequence_kinds_key', ['service', 'sequence_id'])
    .execute();
}
