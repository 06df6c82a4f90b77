import type { Day } from '../../../time/dates.ts';
import { unknownIn } from '../../plan/plan.ts';
import {
  dateField,
  type Field,
  multiExternalSelectField,
  selectField,
  textField,
  tickField,
  usersField,
} from '../../slack/forms/field.ts';
import type { UserGroup } from '../../slack/people/people.ts';
import { escapeMrkdwn } from '../../slack/views/blocks.ts';
import { type Entry as MenuEntry, option, unavailable } from '../../slack/views/view.ts';
import {
  daytime,
  type FixableName,
  longestText,
  type SettingName,
  type Settings,
  type TextName,
} from '../../storage/settings.ts';
import { say } from './field-messages.ts';
import { say as sayPage } from './messages.ts';

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
const entry = <Value>(one: Entry<Value>): Entry => one;

interface FieldWords {
  label: string;
  hint?: string;
  placeholder?: string;
  /** Text of the only box to tick. */
  choice?: string;
}

/** A way to show a stored value in a form, and to read it back. */
interface Kind<Stored, Value> {
  field(said: FieldWords): Field<Value, undefined>;
  show(stored: Stored, shown: Shown): Value | undefined;
  store(value: Value | undefined): Stored;
}

type Words = ReturnType<typeof say>['fields'];

/** An entry for a whole setting. */
export function whole<Name extends SettingName & keyof Words, Value>(
  name: Name,
  kind: Kind<Settings[Name], Value>,
  mistake?: Entry<Value>['mistake'],
): Entry {
  return entry<Value>({
    of: name,
    field: () => kind.field(say().fields[name]),
    from: (shown) => kind.show(shown.settings[name], shown),
    into: (value) => ({ [name]: kind.store(value) }),
    ...(mistake && { mistake }),
  });
}

/** An entry for a part of a setting that has several. */
export function part<
  Of extends 'reminders' | 'approvals',
  Name extends string & keyof Settings[Of] & keyof Words,
  Value,
>(
  of: Of,
  name: Name,
  kind: Kind<Settings[Of][Name], Value>,
  mistake?: (value: Value | undefined, after: Settings[Of]) => string | undefined,
): Entry {
  return entry<Value>({
    of,
    field: () => kind.field(say().fields[name]),
    from: (shown) => kind.show(shown.settings[of][name], shown),
    into: (value, settings) => ({ [of]: { ...settings[of], [name]: kind.store(value) } }),
    mistake: (value, after) => mistake?.(value, after[of]),
  });
}

export function isGroup(id: string): boolean {
  return id.startsWith('S');
}

function isPerson(id: string): boolean {
  return /^[UW]/.test(id);
}

export function groupOption({ id, name }: Pick<UserGroup, 'id' | 'name'>): MenuEntry {
  return option(name, id);
}

/** The people in a list of people and user groups. */
export function peopleEntry(of: 'hr' | 'managers'): Entry {
  return entry({
    of,
    field: () => usersField(say().fields[of]),
    from: ({ settings }) => settings[of].filter(isPerson),
    into: (people = [], settings) => ({ [of]: [...people, ...settings[of].filter(isGroup)] }),
  });
}

/** The user groups in such a list. */
export function groupsEntry(of: 'hr' | 'managers', name: 'hrGroups' | 'managerGroups'): Entry {
  return entry<readonly MenuEntry[]>({
    of,
    field: () => multiExternalSelectField({ ...say().fields[name], isOffered: () => true }),
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

export function textEntry(name: TextName): Entry {
  return entry<string>({
    of: 'texts',
    field: () => textField({ ...say().fields[name], multiline: true, most: longestText }),
    from: ({ settings }) => settings.texts[name],
    into(text, settings) {
      const { [name]: _before, ...others } = settings.texts;
      return { texts: text === undefined ? others : { ...others, [name]: text } };
    },
    mistake(text = '') {
      const unknown = unknownIn(text);
      return unknown === undefined ? undefined : say().unknownPlaceholder(unknown);
    },
  });
}

export const tick: Kind<boolean, readonly string[]> = {
  field: ({ choice = '', ...said }) => tickField({ ...said, entries: [option(choice, 'yes')] }),
  show: (is) => (is ? ['yes'] : []),
  store: (ticks = []) => ticks.includes('yes'),
};

/** How a list of ids is shown and stored. */
export const ids = {
  show: (stored: readonly string[]) => stored,
  store: (chosen: readonly string[] = []) => [...chosen],
};

export const day: Kind<Day | null, string> = {
  field: dateField,
  show: (chosen) => chosen ?? undefined,
  store: (chosen) => chosen ?? null,
};

/** Menu of numbers, such as hours or days. */
export function numbers(all: readonly number[], nameOf: (one: number) => string): Kind<number, string> {
  return {
    field: (said) =>
      selectField({
        ...said,
        required: true,
        entries: () => all.map((one) => option(nameOf(one), String(one))),
      }),
    show: String,
    store: Number,
  };
}

/** Menu of the hours of a day, from the first or `later` by one. */
export function hours(later: 0 | 1): Kind<number, string> {
  const count = daytime.last - daytime.first;
  const all = Array.from({ length: count }, (_, index) => daytime.first + index + later);
  return numbers(all, (hour) => say().hourOf(hour));
}

/** The value of a setting, in mrkdwn. */
export function shownValue(name: FixableName, settings: Settings): string {
  const { access, channels, organization, yesOrNo } = sayPage();
  if (name === 'hr' || name === 'managers') return peopleIn(settings[name]) || access.none;
  if (name === 'channels') return channelsIn(settings.channels) || channels.none;
  if (name === 'privateChannel')
    return channelsIn(settings.privateChannel ? [settings.privateChannel] : []) || channels.noPrivate;
  if (name === 'offboardingApproval') return yesOrNo(settings.offboardingApproval);
  return escapeMrkdwn(settings[name] ?? organization.none);
}

const mostNames = 50;

function listed(mentions: readonly string[]): string {
  const more = mentions.length - mostNames;
  return [...mentions.slice(0, mostNames), ...(more > 0 ? [sayPage().more(more)] : [])].join(', ');
}

/** People and groups in mrkdwn, with a limit. Skips malformed ids, which Slack would show as raw text. */
function peopleIn(ids: readonly string[]): string {
  const known = ids.filter((id) => /^[USW]/.test(id));
  return listed(known.map((id) => (id.startsWith('S') ? `<!subteam^${id}>` : `<@${id}>`)));
}

export function channelsIn(ids: readonly string[]): string {
  return listed(ids.map((id) => `<#${id}>`));
}

/** People with access, in mrkdwn. If both lists are empty, that is the workspace's owners and admins. */
export function accessText({ hr, managers }: Pick<Settings, 'hr' | 'managers'>): string {
  const { shown, admins, none } = sayPage().access;
  const nobodyNamed = hr.length === 0 && managers.length === 0;
  return shown(peopleIn(hr) || (nobodyNamed ? admins : none), peopleIn(managers) || none);
}
