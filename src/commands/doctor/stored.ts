import { type ConnectionStore, createConnectionStore } from '../../bot/storage/connection.ts';
import type { Encryption } from '../../bot/storage/encryption.ts';
import type { BotTables } from '../../bot/storage/migrations.ts';
import {
  createSettingsStore,
  type SettingName,
  type Settings,
  settingsBefore,
} from '../../bot/storage/settings.ts';
import type { BotConfig } from '../../config/config.ts';
import { fixedConnection, fixedSettings } from '../start/start.ts';
import type { LookedAt } from './look-at-database.ts';

/** Settings and connection; the environment overrides stored values. */
export interface Stored {
  settings: Settings;
  unreadable: readonly SettingName[];
  /** Undefined when nothing is stored. */
  connection: ConnectionStore | undefined;
  /** Whether values that the environment doesn't give are known too. */
  isKnown: boolean;
}

/** Reads settings and connection, as far as they are stored. */
export async function readStored(
  config: BotConfig,
  { database, isKnown }: Pick<LookedAt<BotTables>, 'database' | 'isKnown'>,
  encryption: Encryption,
): Promise<Stored> {
  const fixed = fixedSettings(config);
  const nothing = { settings: settingsBefore(fixed), unreadable: [], connection: undefined };
  if (!database) return { ...nothing, isKnown };
  const settings = createSettingsStore(database.db, fixed);
  const connection = createConnectionStore({ database, encryption, fixed: fixedConnection(config) });
  try {
    await settings.load();
    await connection.load();
    return { settings: settings.current(), unreadable: settings.unreadable(), connection, isKnown };
  } catch {
    // The database is too old to have these tables.
    return { ...nothing, isKnown: false };
  }
}
