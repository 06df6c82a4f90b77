import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Migrations } from '../../database/migrate.ts';
import type { Database } from '../../database/open.ts';
import { isZone } from '../../time/dates.ts';
import type { ChangeTables } from '../ledger/audit/audit-changes.ts';
import { noteSettings } from './settings-audit.ts';

/** What an admin sets in App Home, or the environment for good. */
export interface Settings {
  /** Who is HR, and who is a manager: Slack user ids (U…, W…) and user group ids (S…). */
  hr: readonly string[];
  managers: readonly string[];
  /** Channels told of created hires. */
  channels: readonly string[];
  /** The channel told of offboardings and troubles. */
  privateChannel: string | undefined;
  /** The organization's zone. */
  timezone: string;
  /** The address of a person's page in the onboarding service, with `{id}` in it, where it is known. */
  profileUrl: string | undefined;
}
export type SettingName = keyof Settings;

/** Some of the settings. */
export type SomeSettings = { [Name in SettingName]?: Settings[Name] | undefined };

const Ids = z.array(z.string());
/** Nobody has this id. A list that cannot be read is no reason to believe that nobody is named in it. */
const nobodyId = '-';

const Stored = z.object({
  hr: Ids.optional(),
  managers: Ids.optional(),
  channels: Ids.optional(),
  privateChannel: z.string().optional(),
  timezone: z
    .string()
    .refine((zone) => zone === 'UTC' || isZone(zone))
    .optional(),
  profileUrl: z.string().optional(),
});

const defaults: Settings = {
  hr: [],
  managers: [],
  channels: [],
  privateChannel: undefined,
  timezone: 'UTC',
  profileUrl: undefined,
};

interface SettingRow {
  name: string;
  /** As JSON. */
  value: string;
  set_by: string;
  set_at: string;
}

export interface SettingsTables {
  settings: SettingRow;
}

export const settingsMigrations: Migrations = {
  '010-settings': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('settings')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('set_by', 'text', (column) => column.notNull())
        .addColumn('set_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
};

interface SettingsOptions {
  database: Database<SettingsTables & ChangeTables>;
  /** What the environment gives: it wins over what is stored. */
  fixed: SomeSettings;
}

export interface SettingsStore {
  /** As they are now. Never waits: see `load`. */
  current(): Settings;
  /** Whether the environment gives it, so that nobody can change it here. */
  isFixed(name: SettingName): boolean;
  /** Reads what is stored; at start, and whenever another process may have changed it. */
  load(): Promise<void>;
  /** What is stored and cannot be read. */
  unreadable(): readonly SettingName[];
  /** Stores what was changed. Something that is fixed stays as it is. @param by a Slack user id */
  save(changed: SomeSettings, by: string, now: Date): Promise<void>;
  /** Called when something has become another. */
  onChange(listener: () => void): void;
}

/** The settings, from the environment over what is stored. */
export function createSettingsStore({ database: { db }, fixed }: SettingsOptions): SettingsStore {
  const given = present(fixed);
  const listeners: (() => void)[] = [];
  let current: Settings = { ...defaults, ...given };
  let lastRead: Partial<Settings> = {};
  let unreadable: SettingName[] = [];

  async function read(handle: Kysely<SettingsTables & ChangeTables>): Promise<StoredSetting[]> {
    const rows = await handle.selectFrom('settings').selectAll().execute();
    return rows.flatMap((row) => readRow(row) ?? []);
  }

  async function load(): Promise<void> {
    const stored = await read(db);
    const before = JSON.stringify([current, unreadable]);
    unreadable = stored.flatMap((one) =>
      one.kind === 'unreadable' && !(one.name in given) ? [one.name] : [],
    );
    lastRead = Object.assign({}, ...unreadable.map(insteadOf), ...readable(stored).map(present));
    current = { ...defaults, ...lastRead, ...given };
    if (JSON.stringify([current, unreadable]) !== before) for (const listener of listeners) listener();
  }

  /** What counts where a value cannot be read: what counted before, and after a start nobody, who is not everybody. */
  function insteadOf(name: SettingName): Partial<Settings> {
    if (lastRead[name] !== undefined) return { [name]: lastRead[name] };
    return name === 'hr' || name === 'managers' ? { [name]: [nobodyId] } : {};
  }

  return {
    current: () => current,
    unreadable: () => unreadable,
    isFixed: (name) => name in given,
    load,
    async save(changed, by, now) {
      await db.transaction().execute(async (tx) => {
        const before = Object.assign({}, defaults, ...readable(await read(tx)));
        await noteSettings(tx, { before, after: { ...before, ...changed }, actor: by }, now);
        for (const [name, value] of Object.entries(changed)) {
          const row = { value: JSON.stringify(value ?? null), set_by: by, set_at: now.toISOString() };
          await tx
            .insertInto('settings')
            .values({ name, ...row })
            .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
            .execute();
        }
      });
      await load();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

type StoredSetting = { kind: 'read'; setting: SomeSettings } | { kind: 'unreadable'; name: SettingName };

function readable(stored: readonly StoredSetting[]): SomeSettings[] {
  return stored.flatMap((one) => (one.kind === 'read' ? [one.setting] : []));
}

/** @returns undefined for a setting of another version */
function readRow({ name, value }: SettingRow): StoredSetting | undefined {
  const known = Stored.keyof().safeParse(name);
  if (!known.success) return undefined;
  const setting = Stored.safeParse({ [name]: parsed(value) });
  return setting.success ? { kind: 'read', setting: setting.data } : { kind: 'unreadable', name: known.data };
}

/** What is no JSON is something that no setting takes. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value) ?? undefined;
  } catch {
    return false;
  }
}

/** An empty list and an empty value count as not given. */
export function present(settings: SomeSettings): Partial<Settings> {
  const given = Object.entries(settings).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given);
}
