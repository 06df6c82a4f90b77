import { createHash } from 'node:crypto';
import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { within } from '../../../time/clock.ts';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { organizationZones, zonesMenu } from '../../menus.ts';
import { outcomePage } from '../../requests/result-views.ts';
import type { By } from '../../slack/button.ts';
import type { Field } from '../../slack/forms/field.ts';
import { isGroup } from '../../slack/ids.ts';
import { type Menu, modal } from '../../slack/modal.ts';
import type { UserGroup } from '../../slack/people/people.ts';
import { alert, escapeMrkdwn, markedNote, mrkdwn, paragraph, row } from '../../slack/views/blocks.ts';
import { option, unavailable } from '../../slack/views/view.ts';
import { type FixableName, fixableNames, type Settings, variableOf } from '../../storage/settings.ts';
import { type EntryName, entries, groupOption, type Shown } from './entries.ts';
import { say as sayFields } from './field-messages.ts';
import { say } from './messages.ts';
import { shownValue } from './values.ts';

type PageName = keyof ReturnType<typeof say>['formTitles'];

type Mistakes = Partial<Record<EntryName, string | undefined>>;

interface SettingsPage {
  names: readonly EntryName[];
  intro?(): string;
  /** Mistakes that only Slack can show. `after` are the settings with everything that was entered. */
  check?(after: Settings, by: By<Bot>): Promise<Mistakes>;
  /** Effects of the values in the form, in mrkdwn: as soon as they are chosen, or after a press for typed ones. */
  preview?: { when: 'chosen' | 'pressed'; lines(settings: Settings): readonly string[] };
}

/** Fingerprints of the values that the person saw: others may change some while the page is open. */
const kept = z.object({ seen: z.record(z.string(), z.string()) });

type Values = Readonly<Record<string, unknown>>;

/** A page of settings. Those that the environment fixes are notes; those left alone aren't saved. */
export function settingsPage(name: PageName, { names, intro, check, preview }: SettingsPage) {
  const title = () => say().formTitles[name];
  const free = ({ settingsStore }: Bot) => names.filter((one) => !settingsStore.isFixed(entries[one].of));
  const previewed = (settings: Settings) => (preview?.lines(settings) ?? []).map(markedNote);
  const window = modal<
    Bot,
    object,
    Shown & { free: readonly EntryName[]; fixed: readonly FixableName[] },
    z.infer<typeof kept>,
    Record<string, Field<unknown, undefined>>
  >({
    id: `settings_${name}`,
    role: 'hr',
    kept,
    async facts(by) {
      const { current, isFixed } = by.settingsStore;
      const settings = current();
      const groups = names.includes('hrGroups') ? await groupsInTime(settings, by) : [];
      const day = dayIn(settings.timezone, by.clock.now());
      const held = names.map((one) => entries[one].of);
      const fixed = fixableNames.filter((one) => held.includes(one) && isFixed(one));
      return { settings, groups, day, free: free(by), fixed };
    },
    title,
    fields: (facts) =>
      Object.fromEntries(facts.free.map((one) => [one, entries[one].field(sayFields().fields[one])])),
    menus: {
      ...(names.includes('timezone') && { timezone: zones }),
      ...(names.includes('hrGroups') && { hrGroups: groupsOf, managerGroups: groupsOf }),
    },
    open(facts, { seen }, typed) {
      const values = Object.fromEntries(facts.free.map((one) => [one, entries[one].from(facts)]));
      return {
        above: intro ? [paragraph(intro())] : [],
        values,
        below: [
          ...facts.fixed.map((one) => fixedNote(one, facts.settings)),
          ...previewed(typed ? entered(typed, facts.free, facts.settings) : facts.settings),
          ...(preview?.when === 'pressed' ? previewRow() : []),
        ],
        keep: { seen: seen ?? Object.fromEntries(facts.free.map((one) => [one, fingerprint(values[one])])) },
      };
    },
    submit: {
      text: (facts) => (facts.free.length > 0 ? say().save : undefined),
      async run(facts, { seen }, values, by) {
        const { settingsStore, clock, viewer } = by;
        const unreadable = settingsStore.unreadable();
        const changed = facts.free.filter(
          (one) => unreadable.includes(entries[one].of) || fingerprint(values[one]) !== seen[one],
        );
        const after = entered(values, changed, facts.settings);
        const errors: Mistakes = {
          ...Object.fromEntries(facts.free.map((one) => [one, entries[one].mistake?.(values[one], after)])),
          ...(await check?.(after, by)),
        };
        if (facts.free.some((one) => errors[one] !== undefined)) return { errors };
        const wanted = changed.map((one) => [entries[one].of, after[entries[one].of]]);
        await settingsStore.save(Object.fromEntries(wanted), viewer.userId, clock.now());
        return outcomePage(title(), [alert('success', say().saved), ...previewed(settingsStore.current())]);
      },
    },
    ...(preview?.when === 'chosen' && {
      changes: { of: names, run: async (_facts, _metadata, values) => ({ again: [], values }) },
    }),
    actions: {
      ...(preview?.when === 'pressed' && {
        preview: async (_facts, _metadata, { values }) => ({ again: [], values }),
      }),
    },
  });

  function previewRow(): KnownBlock[] {
    return row(window.actionButton('preview', { text: say().preview }));
  }

  /** Whether the environment leaves something to be changed. */
  return { ...window, isOpen: (bot: Bot) => free(bot).length > 0 };
}

function entered(values: Values, names: readonly EntryName[], settings: Settings): Settings {
  let after = settings;
  for (const name of names) after = { ...after, ...entries[name].into(values[name], after) };
  return after;
}

/** Ignores the labels of menu entries, and differences between no value and an empty one. */
function fingerprint(value: unknown): string {
  const ofEntry = (one: unknown) => (one instanceof Object && 'value' in one ? one.value : one);
  const parts = [value]
    .flat()
    .map(ofEntry)
    .filter((one) => one !== undefined && one !== '');
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
}

function fixedNote(name: FixableName, settings: Settings): KnownBlock {
  const label = escapeMrkdwn(say().unreadable.names[name]);
  return mrkdwn(`${label}: ${shownValue(name, settings)}\n${say().fixed(variableOf(name))}`);
}

/** How long to wait for Slack's user groups, in milliseconds: the trigger id expires after three seconds. */
const patience = 1_000;

async function groupsInTime({ hr, managers }: Settings, { groups, clock }: Bot): Promise<UserGroup[]> {
  if (![...hr, ...managers].some(isGroup)) return [];
  const all = groups.all().catch(() => []);
  return (await within(clock, patience, all)) ?? [];
}

async function groupsOf({ groups }: Bot, query: string): Promise<Menu> {
  const { unknownGroups, noGroups } = say().access;
  const all = await groups.all().catch(() => undefined);
  if (!all) return { options: [option(unknownGroups, unavailable)] };
  const wanted = query.trim().toLowerCase();
  const matching = all.filter(({ name, handle }) => `${name} ${handle}`.toLowerCase().includes(wanted));
  if (matching.length === 0) return { options: [option(noGroups, unavailable)] };
  return { options: matching.slice(0, 100).map(groupOption) };
}

function zones({ settingsStore, clock }: Bot, query: string): Menu {
  const { timezone } = settingsStore.current();
  return zonesMenu(organizationZones(timezone), query, dayIn(timezone, clock.now()));
}
