import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DatabaseKind, hasColumn, type Migrations, sqlMigration } from '../../database/open.ts';
import { createTables, type TablesOf } from '../../database/table.ts';
import { changeTables } from '../ledger/audit/audit-changes.ts';
import { nextMoment } from '../ledger/tables/next-moment.ts';
import { ledgerIndexes, ledgerTables } from '../ledger/tables/schema.ts';
import { type WebhookTables, webhookIndexes, webhookTables } from '../ledger/tables/webhook-tables.ts';
import { checkupTables } from './checkups.ts';
import { connectionTables } from './connection.ts';
import { draftTables } from './drafts.ts';
import { type HireImportTables, hireImportTables } from './hire-imports.ts';
import { homeTables } from './homes.ts';
import { settingsTables } from './settings.ts';
import { slackPeopleTables } from './slack-people.ts';
import { type StarterTables, starterTables } from './starter-events.ts';
import { accessChangeTables, sequenceKindTables, setupMarkTables } from './tables.ts';
import { taskTables } from './tasks.ts';
import { templateTables } from './templates.ts';

const botTables = {
  ...ledgerTables,
  ...changeTables,
  ...connectionTables,
  ...settingsTables,
  ...draftTables,
  ...templateTables,
  ...sequenceKindTables,
  ...accessChangeTables,
  ...homeTables,
  ...setupMarkTables,
  ...checkupTables,
  ...slackPeopleTables,
  ...taskTables,
};

export type BotTables = TablesOf<typeof botTables> & WebhookTables & StarterTables & HireImportTables;

const botIndexes = `
create index if not exists drafts_owner on drafts (owner, saved_at);
create index if not exists homes_opened on homes (opened_at);
create index if not exists slack_people_state on slack_people (state, told_at, changed_at);
insert into circuit_breaker (id, probes, told) values (1, 0, 0) on conflict do nothing;
`;

const starterIndex = 'create index if not exists starter_events_source on starter_events (source, state, id)';
const importIndex =
  'create index if not exists hire_imports_open on hire_imports (created_at) where ended_at is null';

/** Drops what nothing reads any more. */
const dropUnused: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['waiting', 'version'])
      if (await hasColumn(db, 'elsewhere_marks', column))
        await db.schema.alterTable('elsewhere_marks').dropColumn(column).execute();
    await db.schema.dropTable('people_imports').ifExists().execute();
  },
};

/**
 * Migrations by name. Each creates tables as they are now; a change of one needs a migration of its own too, for
 * databases that have the table, by a name that no other program uses.
 */
export function migrations(kind: DatabaseKind): Migrations {
  return {
    '001-bot': sqlMigration(createTables(botTables, kind) + ledgerIndexes + botIndexes),
    '002-next-moment': nextMoment,
    '003-requests-about': sqlMigration('create index if not exists requests_about on requests (subject)'),
    '004-search': sqlMigration('drop index if exists requests_listed'),
    '005-unused': dropUnused,
    '006-webhooks': sqlMigration(createTables({ ...webhookTables, ...taskTables }, kind) + webhookIndexes),
    '007-starters': sqlMigration(createTables(starterTables, kind) + starterIndex),
    '008-imports': sqlMigration(createTables(hireImportTables, kind) + importIndex),
  };
}
