import type { Kysely } from 'kysely';
import { z } from 'zod';
import { transactAgain } from '../../database/transact.ts';
import { isZone } from '../../time/dates.ts';
import { createChanges } from '../changes.ts';
import type { ChangeTables } from '../ledger/audit/audit-changes.ts';
import { Approvals, usualApprovals } from './approvals.ts';
import { Reminders, usualReminders } from './reminders.ts';
import { noteSettings } from './settings-audit.ts';
import { Texts } from './texts.ts';

export interface Settings {
  hr: readonly string[];
  managers: readonly string[];
  channels: readonly string[];
  privateChannel: string | undefined;
  /** IANA time zone of the organization. */
  timezone: string;
  profileUrl: string | undefined;
  reminders: Reminders;
  offboardingApproval: boolean;
  approvals: Approvals;
  texts: Texts;
  /** Whether people in the service are synced from Slack. */
  peopleInStep: PeopleInStep;
}

const PeopleInStep = z.object({ on: z.boolean(), since: z.string() });
type PeopleInStep = z.infer<typeof PeopleInStep>;

export type SettingName = keyof Settings;
export type FixableName = Exclude<SettingName, 'reminders' | 'approvals' | 'texts' | 'peopleInStep'>;

export type SomeSettings = { [Name in SettingName]?: Settings[Name] | undefined };

const Ids = z.array(z.string());
/** Matches no user. Used for an unreadable list, since an empty list could mean that nobody is configured yet. */
const nobodyId = '-';

const Stored = z
  .object({
    hr: Ids,
    managers: Ids,
    channels: Ids,
    privateChannel: z.string(),
    timezone: z.string().refine((zone) => zone === 'UTC' || isZone(zone)),
    profileUrl: z.string(),
    reminders: Reminders,
    offboardingApproval: z.boolean(),
    approvals: Approvals,
    texts: Texts,
    peopleInStep: PeopleInStep,
  })
  .partial();

const defaults: Settings = {
  hr: [],
  managers: [],
  channels: [],
  privateChannel: undefined,
  timezone: 'UTC',
  profileUrl: undefined,
  reminders: usualReminders,
  offboardingApproval: false,
  approvals: usualApprovals,
  texts: {},
  peopleInStep: { on: false, since: '' },
};

interface SettingRow {
  name: string;
  value: string;
  set_by: string;
  set_at: string;
}

export interface SettingsTables {
  settings: SettingRow;
}

type SettingsDatabase = Kysely<SettingsTables & ChangeTables>;

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Values of the environment (`fixed`) override stored ones, which override defaults. */
export function createSettingsStore(db: SettingsDatabase, fixed: SomeSettings) {
  const given = present(fixed);
  const changes = createChanges();
  let current = settingsBefore(fixed);
  let lastRead: Partial<Settings> = {};
  let unreadable: readonly SettingName[] = [];

  /** Reads the stored settings: at start, and when another process may have changed them. */
  async function load(): Promise<void> {
    const stored = await read(db);
    const before = JSON.stringify([current, unreadable]);
    unreadable = stored.unreadable.filter((name) => !(name in given));
    lastRead = Object.assign({}, ...unreadable.map(insteadOf), present(stored.settings));
    current = { ...defaults, ...lastRead, ...given };
    if (JSON.stringify([current, unreadable]) !== before) changes.tell();
  }

  /** The last readable value or, after a restart, no access and required approval. */
  function insteadOf(name: SettingName): Partial<Settings> {
    if (lastRead[name] !== undefined) return { [name]: lastRead[name] };
    if (name === 'hr' || name === 'managers') return { [name]: [nobodyId] };
    return name === 'offboardingApproval' ? { [name]: true } : {};
  }

  return {
    current: () => current,
    unreadable: () => unreadable,
    /** Whether the environment fixes a setting, so that it can't be changed here. */
    isFixed: (name: SettingName) => name in given,
    load,
    /** Stores changed settings; fixed ones are skipped. @param by a Slack user id */
    async save(wanted: SomeSettings, by: string, now: Date): Promise<void> {
      const free = Object.entries(wanted).filter(([name]) => !(name in given));
      const changed: SomeSettings = Object.fromEntries(free);
      await transactAgain(db, async (tx) => {
        const before = { ...defaults, ...(await read(tx)).settings };
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
    onChange: changes.listen,
  };
}

export function settingsBefore(fixed: SomeSettings): Settings {
  return { ...defaults, ...present(fixed) };
}

/** Reads stored settings and the names of unreadable ones. Unknown names, from another version, are skipped. */
async function read(db: SettingsDatabase): Promise<{ settings: SomeSettings; unreadable: SettingName[] }> {
  const settings: SomeSettings = {};
  const unreadable: SettingName[] = [];
  for (const { name, value } of await db.selectFrom('settings').selectAll().execute()) {
    const known = Stored.keyof().safeParse(name);
    if (!known.success) continue;
    const setting = Stored.safeParse({ [name]: parsed(value) });
    if (setting.success) Object.assign(settings, setting.data);
    else unreadable.push(known.data);
  }
  return { settings, unreadable };
}

/** @returns undefined for null, and for invalid JSON NaN, which no setting accepts */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value) ?? undefined;
  } catch {
    return Number.NaN;
  }
}

export function present(settings: SomeSettings): Partial<Settings> {
  const given = Object.entries(settings).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given);
}
