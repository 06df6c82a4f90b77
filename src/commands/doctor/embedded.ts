import { sql } from 'kysely';
import { type Check, ok, unchecked, warning } from '../../bot/health/check.ts';
import { say } from '../../bot/health/messages.ts';
import type { Connected } from '../../bot/health/service.ts';
import type { ConnectionStore } from '../../bot/storage/connection.ts';
import type { Encryption } from '../../bot/storage/encryption.ts';
import type { BotTables } from '../../bot/storage/migrations.ts';
import { type SettingName, type Settings, settingsBefore } from '../../bot/storage/settings.ts';
import type { BotConfig } from '../../config/config.ts';
import type { Database } from '../../database/open.ts';
import type { Tables } from '../../service/storage/tables.ts';
import { fixedSettings, readStores } from '../bot-database.ts';
import type { LookedAt } from './look-at-database.ts';
import { database as databases, embedded as said } from './messages.ts';

/** Checks the built-in service. It answers only while Frontdesk runs, so a refused connection is just a warning. */
export function ownServiceCheck(check: Check, { service }: Connected): Check {
  return {
    ...check,
    async look() {
      const found = service && (await check.look());
      if (!found || found.about === 'refused') return { ...warning(() => said.notRunning), stops: true };
      if (found.state !== 'failure') return found;
      return { ...found, say: () => ({ ...found.say(), ...said.otherProgram }) };
    },
  };
}

export function embeddedCheck(database: Database<Tables> | undefined): Check {
  return {
    name: 'built-in-service',
    title: () => said.title,
    needs: ['service-database'],
    variables: ['ONBOARDING_URL'],
    async look() {
      if (!database) return unchecked(() => say().comesFirst(databases.titles.SERVICE_DATABASE_URL));
      const { people, sequences } = await counted(database);
      if (people === 0) return warning(() => said.nobody);
      return sequences === 0 ? warning(() => said.noSequences) : ok(() => said.fine(people, sequences));
    },
  };
}

async function counted({ db }: Database<Tables>): Promise<{ people: number; sequences: number }> {
  const count = sql<number>`count(*)`.as('count');
  // Program accounts aren't people: see `isNobody`.
  const people = await db
    .selectFrom('people')
    .select(count)
    .where('email', 'not like', '%.invalid')
    .executeTakeFirst();
  const sequences = await db.selectFrom('sequences').select(count).executeTakeFirst();
  return { people: Number(people?.count), sequences: Number(sequences?.count) };
}

export interface Stored {
  settings: Settings;
  unreadable: readonly SettingName[];
  connection: ConnectionStore | undefined;
  /** Whether values that the environment doesn't give are known too. */
  isKnown: boolean;
}

export async function readStored(
  config: BotConfig,
  { database, isKnown }: Pick<LookedAt<BotTables>, 'database' | 'isKnown'>,
  encryption: Encryption,
): Promise<Stored> {
  const nothing = { settings: settingsBefore(fixedSettings(config)), unreadable: [], connection: undefined };
  if (!database) return { ...nothing, isKnown };
  try {
    const { settingsStore, connection } = await readStores(database, encryption, config);
    const settings = { settings: settingsStore.current(), unreadable: settingsStore.unreadable() };
    return { ...settings, connection, isKnown };
  } catch {
    // The database is too old to have these tables.
    return { ...nothing, isKnown: false };
  }
}
