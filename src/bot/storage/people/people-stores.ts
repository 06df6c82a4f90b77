import type { Database } from '../../../database/open.ts';
import type { ChangeTables } from '../../ledger/audit/audit-changes.ts';
import { createImports, type ImportTables } from './imports.ts';
import { createSlackPeopleStore, type SlackPeopleTables } from './slack-people.ts';

export function createPeopleStores(
  database: Database<ImportTables & SlackPeopleTables & ChangeTables>,
  now: () => Date,
) {
  return { imports: createImports(database, now), slackPeople: createSlackPeopleStore(database, now) };
}
