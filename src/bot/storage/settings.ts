import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { type Database, transactAgain } from '../../database/open.ts';
import { key, putRow, type TablesOf, table, text } from '../../database/table.ts';
import { parsedJson } from '../../json.ts';
import { isDay, isZone } from '../../time/dates.ts';
import { createChanges } from '../changes.ts';
import {
  type ChangeKind,
  type ChangeTables,
  differences,
  noteChange,
} from '../ledger/audit/audit-changes.ts';

export const textNames = ['headline', 'before', 'day', 'dayWithYou', 'week'] as const;
export type TextName = (typeof textNames)[number];

export const longestText = 500;

/** Custom texts with placeholders; absent ones use the defaults. */
export const Texts = z.partialRecord(z.enum(textNames), z.string().max(longestText));
export type Texts = z.infer<typeof Texts>;

/** Deadline of an approval, in days. */
export const lapseDays = { least: 2, usual: 7, choices: [2, 3, 5, 7, 14, 30] } as const;

const Day = z.string().refine(isDay);

export const Approvals = z.object({
  lapseDays: z.int().min(lapseDays.least).max(60),
  /** Slack user ids of people who may decide instead of HR. */
  deputies: z.array(z.string()),
  from: Day.nullable(),
  until: Day.nullable(),
});
export type Approvals = z.infer<typeof Approvals>;

const usualApprovals: Approvals = {
  lapseDays: lapseDays.usual,
  deputies: [],
  from: null,
  until: null,
};

/** `day` is YYYY-MM-DD. */
export function deputiesOn(day: string, { deputies, from, until }: Approvals): readonly string[] {
  const isIn = (from === null || from <= day) && (until === null || day <= until);
  return isIn ? deputies : [];
}

export const Reminder = z.enum(['before', 'startDay', 'firstWeek', 'leaving', 'weekly']);
export type Reminder = z.infer<typeof Reminder>;

export const mostHolidays = 300;

/** First hour that can be chosen, and last hour at which anything ends; no reminders at night. */
export const daytime = { first: 6, last: 22 } as const;

const Hour = z
  .int()
  .min(daytime.first)
  .max(daytime.last - 1);

/** Reminder settings. Hours are in the person's local time. */
export const Reminders = z.object({
  wanted: z.array(Reminder),
  /** Working days before the day. */
  daysBefore: z.array(z.int().min(1).max(30)),
  hour: Hour,
  /** Messages are only sent from `opens` until before `closes`. */
  opens: Hour,
  closes: z
    .int()
    .min(daytime.first + 1)
    .max(daytime.last),
  /** ISO 8601 weekdays: Monday is 1, Sunday 7. */
  workdays: z.array(z.int().min(1).max(7)).min(1),
  holidays: z.array(z.string().refine(isDay)).max(mostHolidays),
  weeklyChannels: z.array(z.string()).default([]),
  calendar: z.boolean().default(true),
  /** Whether HR is asked about people added directly in the onboarding service. */
  addedElsewhere: z.boolean().default(true),
});
export type Reminders = z.infer<typeof Reminders>;

export const usualReminders = Reminders.parse({
  wanted: Reminder.options,
  daysBefore: [5, 1],
  hour: 9,
  opens: 8,
  closes: 18,
  workdays: [1, 2, 3, 4, 5],
  holidays: [],
});

const Ids = z.array(z.string()).readonly();

/** Everything that HR can set. A `variable` of the environment overrides what is stored. */
const definitions = {
  hr: { schema: Ids, usual: [], variable: 'FRONTDESK_HR' },
  managers: { schema: Ids, usual: [], variable: 'FRONTDESK_MANAGERS' },
  channels: { schema: Ids, usual: [], variable: 'FRONTDESK_CHANNELS' },
  privateChannel: { schema: z.string().optional(), usual: undefined, variable: 'FRONTDESK_PRIVATE_CHANNEL' },
  /** IANA time zone of the organization. */
  timezone: {
    schema: z.string().refine((zone) => zone === 'UTC' || isZone(zone)),
    usual: 'UTC',
    variable: 'FRONTDESK_TIMEZONE',
  },
  profileUrl: { schema: z.string().optional(), usual: undefined, variable: 'ONBOARDING_PROFILE_URL' },
  offboardingApproval: {
    schema: z.boolean(),
    usual: false,
    variable: 'FRONTDESK_OFFBOARDING_APPROVAL',
  },
  reminders: { schema: Reminders, usual: usualReminders },
  approvals: { schema: Approvals, usual: usualApprovals },
  texts: { schema: Texts, usual: {} },
  /** Whether people in the service are synced from Slack. */
  peopleInStep: {
    schema: z.object({ on: z.boolean(), since: z.string() }),
    usual: { on: false, since: '' },
  },
} as const;

type Table = typeof definitions;
export type SettingName = keyof Table;
export type Settings = { [Name in SettingName]: z.output<Table[Name]['schema']> };
export type SomeSettings = { [Name in SettingName]?: Settings[Name] | undefined };

/** Settings that the environment can fix. */
export type FixableName = {
  [Name in SettingName]: Table[Name] extends { variable: string } ? Name : never;
}[SettingName];

const names = Object.keys(definitions) as SettingName[];
export const fixableNames = names.filter((name): name is FixableName => 'variable' in definitions[name]);

export function variableOf<Name extends FixableName>(name: Name): Table[Name]['variable'] {
  return definitions[name].variable;
}

const defaults = Object.fromEntries(names.map((name) => [name, definitions[name].usual])) as Settings;

/** Matches no user. Used for an unreadable list, since an empty list could mean that nobody is configured yet. */
const nobodyId = '-';

export const settingsTables = {
  settings: table({
    name: key,
    value: text,
    set_by: text,
    set_at: text,
  }),
};
type SettingsTables = TablesOf<typeof settingsTables>;

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
          await putRow(tx, 'settings', { name }, row);
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
    const known = names.find((one) => one === name);
    if (!known) continue;
    const setting = definitions[known].schema.optional().safeParse(parsed(value));
    if (setting.success) Object.assign(settings, { [known]: setting.data });
    else unreadable.push(known);
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

type Values = Readonly<Record<string, unknown>>;
type Handle = Kysely<ChangeTables> | Transaction<ChangeTables>;

/** Settings that concern access or the connection; all others are of kind `settings`. */
const kinds: Record<string, ChangeKind> = {
  hr: 'access',
  managers: 'access',
  url: 'connection',
  token: 'connection',
};

/** Adds changed settings to the audit log, one line per kind. @param actor a Slack user id, or `environment` */
async function noteSettings(
  tx: Handle,
  { before, after, actor }: { before: Values; after: Values; actor: string },
  now: Date,
): Promise<void> {
  const changed = Object.entries(differences(before, after) ?? {});
  for (const kind of ['access', 'connection', 'settings'] as const) {
    const detail = Object.fromEntries(changed.filter(([name]) => (kinds[name] ?? 'settings') === kind));
    if (Object.keys(detail).length === 0) continue;
    await noteChange(tx, { actor, kind, what: `${kind} changed`, detail }, now);
  }
}

const Detail = z.record(z.string(), z.object({ after: z.unknown() }));

/**
 * Records values of the environment that changed since the last start; they override settings from Slack.
 * `given`: for a token, only whether there is one.
 */
export async function noteEnvironment(
  { db }: Database<ChangeTables>,
  given: Values,
  now: Date,
): Promise<void> {
  const actor = 'environment';
  await transactAgain(db, async (tx) => {
    const noted = await tx
      .selectFrom('audit_changes')
      .select('detail')
      .where('actor', '=', actor)
      .orderBy('id')
      .execute();
    const before: Record<string, unknown> = {};
    for (const { detail } of noted)
      for (const [name, { after }] of Object.entries(Detail.safeParse(parsedJson(detail ?? '{}')).data ?? {}))
        before[name] = after;
    await noteSettings(tx, { before, after: given, actor }, now);
  });
}
