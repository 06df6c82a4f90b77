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
  /** When people are reminded, and of what. */
  reminders: Reminders;
  /** Whether HR has to approve a manager's offboarding. */
  offboardingApproval: boolean;
  /** How that goes. */
  approvals: Approvals;
  /** What is said in the organization's own words. */
  texts: Texts;
  /** Whether the people of the service follow those of Slack. */
  peopleInStep: PeopleInStep;
}

/** A switch, and the instant at which it was turned: whoever was in Slack before that is left alone. */
const PeopleInStep = z.object({ on: z.boolean(), since: z.string() });
type PeopleInStep = z.infer<typeof PeopleInStep>;

export type SettingName = keyof Settings;
/** What the environment can give. */
export type FixableName = Exclude<SettingName, 'reminders' | 'approvals' | 'texts' | 'peopleInStep'>;

/** Some of the settings. */
export type SomeSettings = { [Name in SettingName]?: Settings[Name] | undefined };

const Ids = z.array(z.string());
/** Nobody has this id. A list that cannot be read is no reason to believe that nobody is named in it. */
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
  /** As JSON. */
  value: string;
  set_by: string;
  set_at: string;
}

export interface SettingsTables {
  settings: SettingRow;
}

type SettingsDatabase = Kysely<SettingsTables & ChangeTables>;

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/**
 * The settings, from the environment over what is stored.
 * @param fixed what the environment gives: it wins over what is stored
 */
export function createSettingsStore(db: SettingsDatabase, fixed: SomeSettings) {
  const given = present(fixed);
  const changes = createChanges();
  let current = settingsBefore(fixed);
  let lastRead: Partial<Settings> = {};
  let unreadable: readonly SettingName[] = [];

  /** Reads what is stored; at start, and whenever another process may have changed it. */
  async function load(): Promise<void> {
    const stored = await read(db);
    const before = JSON.stringify([current, unreadable]);
    unreadable = stored.unreadable.filter((name) => !(name in given));
    lastRead = Object.assign({}, ...unreadable.map(insteadOf), present(stored.settings));
    current = { ...defaults, ...lastRead, ...given };
    if (JSON.stringify([current, unreadable]) !== before) changes.tell();
  }

  /** What counts where a value cannot be read: what counted before, and after a start nobody, and with HR's approval. */
  function insteadOf(name: SettingName): Partial<Settings> {
    if (lastRead[name] !== undefined) return { [name]: lastRead[name] };
    if (name === 'hr' || name === 'managers') return { [name]: [nobodyId] };
    return name === 'offboardingApproval' ? { [name]: true } : {};
  }

  return {
    /** As they are now. Never waits: see `load`. */
    current: () => current,
    /** What is stored and cannot be read. */
    unreadable: () => unreadable,
    /** Whether the environment gives it, so that nobody can change it here. */
    isFixed: (name: SettingName) => name in given,
    load,
    /** Stores what was changed. Something that is fixed stays as it is. @param by a Slack user id */
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
    /** Called when something has become another. */
    onChange: changes.listen,
  };
}

/** What applies where nothing is stored. */
export function settingsBefore(fixed: SomeSettings): Settings {
  return { ...defaults, ...present(fixed) };
}

/** What is stored, and the names of what cannot be read; settings of another version are left out. */
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
