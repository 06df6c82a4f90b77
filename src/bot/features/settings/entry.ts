import type { Day } from '../../../time/dates.ts';
import { unknownIn } from '../../plan/own-text.ts';
import {
  type Field,
  type FieldOptions,
  multiExternalSelectField,
  selectField,
  textField,
  tickField,
  usersField,
} from '../../slack/forms/field.ts';
import type { UserGroup } from '../../slack/people/groups.ts';
import { type Entry as MenuEntry, option, unavailable } from '../../slack/views/view.ts';
import type { Approvals } from '../../storage/approvals.ts';
import { daytime, type Reminders } from '../../storage/reminders.ts';
import type { SettingName, Settings } from '../../storage/settings.ts';
import { longestText, type TextName } from '../../storage/texts.ts';
import { say } from './messages.ts';
import { say as sayReminders } from './reminder-messages.ts';
import { say as sayTexts } from './text-messages.ts';

export interface Shown {
  settings: Settings;
  /** User groups, as far as Slack answered in time. */
  groups: readonly UserGroup[];
  /** Today in the organization's zone, for UTC offsets. */
  day: Day;
}

/** A field of a page of settings. */
export interface Entry<Value = unknown> {
  /** The setting that holds its value. */
  of: SettingName;
  field(): Field<Value, undefined>;
  from(shown: Shown): Value | undefined;
  into(value: Value | undefined, settings: Settings): Partial<Settings>;
  /** A sentence about a wrong value. `after` are the settings with everything that was entered. */
  mistake?(value: Value | undefined, after: Settings): string | undefined;
}

/** Checks an entry against the type of its own field. */
export const entry = <Value>(one: Entry<Value>): Entry => one;

export function isGroup(id: string): boolean {
  return id.startsWith('S');
}

function isPerson(id: string): boolean {
  return /^[UW]/.test(id);
}

export function groupOption({ id, name }: Pick<UserGroup, 'id' | 'name'>): MenuEntry {
  return option(name, id);
}

export function peopleEntry(of: 'hr' | 'managers'): Entry {
  return entry({
    of,
    field: () => usersField({ label: say().access[of] }),
    from: ({ settings }) => settings[of].filter(isPerson),
    into: (people = [], settings) => ({ [of]: [...people, ...settings[of].filter(isGroup)] }),
  });
}

export function groupsEntry(of: 'hr' | 'managers', id: string): Entry {
  return entry<readonly MenuEntry[]>({
    of,
    field: () => multiExternalSelectField({ id, label: say().access.groupsOf[of], isOffered: () => true }),
    from: ({ settings, groups }) =>
      settings[of]
        .filter(isGroup)
        .map((one) => groupOption(groups.find((group) => group.id === one) ?? { id: one, name: one })),
    into: (chosen = [], settings) => {
      const ids = chosen.map(({ value }) => value).filter((value) => value !== unavailable);
      return { [of]: [...settings[of].filter(isPerson), ...ids] };
    },
  });
}

/** A part of a setting that has several. */
interface Part<Value, Whole> {
  field(): Field<Value, undefined>;
  from(whole: Whole): Value | undefined;
  into(value: Value | undefined): Partial<Whole>;
  mistake?(value: Value | undefined, after: Whole): string | undefined;
}

export function reminderEntry<Value>({ field, from, into, mistake }: Part<Value, Reminders>): Entry {
  return entry<Value>({
    of: 'reminders',
    field,
    from: ({ settings }) => from(settings.reminders),
    into: (value, { reminders }) => ({ reminders: { ...reminders, ...into(value) } }),
    mistake: (value, { reminders }) => mistake?.(value, reminders),
  });
}

export function approvalEntry<Value>({ field, from, into, mistake }: Part<Value, Approvals>): Entry {
  return entry<Value>({
    of: 'approvals',
    field,
    from: ({ settings }) => from(settings.approvals),
    into: (value, { approvals }) => ({ approvals: { ...approvals, ...into(value) } }),
    mistake: (value, { approvals }) => mistake?.(value, approvals),
  });
}

export function textEntry(name: TextName): Entry {
  return entry<string>({
    of: 'texts',
    field: () =>
      textField({
        id: `text_${name}`,
        label: sayTexts().labels[name],
        hint: sayTexts().usually(sayTexts().usual[name]),
        multiline: true,
        most: longestText,
      }),
    from: ({ settings }) => settings.texts[name],
    into(text, settings) {
      const { [name]: _before, ...others } = settings.texts;
      return { texts: text === undefined ? others : { ...others, [name]: text } };
    },
    mistake(text = '') {
      const unknown = unknownIn(text);
      return unknown === undefined ? undefined : sayTexts().unknown(unknown);
    },
  });
}

export function tick(id: string, { choice, ...said }: { label: string; hint: string; choice: string }) {
  return tickField({ id, ...said, entries: [option(choice, 'yes')] });
}

export function ticked(is: boolean): readonly string[] {
  return is ? ['yes'] : [];
}

export function isTicked(ticks: readonly string[] = []): boolean {
  return ticks.includes('yes');
}

export function hourField(later: 0 | 1, said: FieldOptions) {
  const count = daytime.last - daytime.first;
  const hours = Array.from({ length: count }, (_, index) => daytime.first + index + later);
  return selectField({
    ...said,
    required: true,
    entries: () => hours.map((hour) => option(sayReminders().hourOf(hour), String(hour))),
  });
}
