import type { Day } from '../../../time/dates.ts';
import { isGroup } from '../../access/access.ts';
import {
  dateField,
  type Field,
  multiExternalSelectField,
  selectField,
  tickField,
  usersField,
} from '../../slack/forms/field.ts';
import type { UserGroup } from '../../slack/people/people.ts';
import { escapeMrkdwn } from '../../slack/views/blocks.ts';
import { type Entry as MenuEntry, option, unavailable } from '../../slack/views/view.ts';
import { daytime, type FixableName, type SettingName, type Settings } from '../../storage/settings.ts';
import { say } from './field-messages.ts';
import { say as sayPage } from './messages.ts';

export interface Shown {
  settings: Settings;
  /** User groups, as far as Slack answered in time. */
  groups: readonly UserGroup[];
  /** Today in the organization's zone, for UTC offsets. */
  day: Day;
}

export interface FieldWords {
  label: string;
  hint?: string;
  placeholder?: string;
  /** Text of the only box to tick. */
  choice?: string;
}

/** A field of a page of settings. */
export interface Entry<Value = unknown> {
  /** The setting that holds its value. */
  of: SettingName;
  field(said: FieldWords): Field<Value, undefined>;
  from(shown: Shown): Value | undefined;
  into(value: Value | undefined, settings: Settings): Partial<Settings>;
  /** A sentence about a wrong value. `after` are the settings with everything that was entered. */
  mistake?(value: Value | undefined, after: Settings): string | undefined;
}

/** A way to show a stored value in a form, and to read it back. */
interface Kind<Stored, Value> {
  field(said: FieldWords): Field<Value, undefined>;
  show(stored: Stored, shown: Shown): Value | undefined;
  /** @param before what is stored now, for a field that shows only some of it */
  store(value: Value | undefined, before: Stored): Stored;
}

/** An entry for a whole setting. */
export function whole<Of extends SettingName, Value>(
  of: Of,
  { field, show, store }: Kind<Settings[Of], Value>,
  mistake?: Entry<Value>['mistake'],
): Entry {
  const entry: Entry<Value> = {
    of,
    field,
    from: (shown) => show(shown.settings[of], shown),
    into: (value, settings) => ({ [of]: store(value, settings[of]) }),
    ...(mistake && { mistake }),
  };
  return entry;
}

/** An entry for a part of a setting that has several. */
export function part<
  Of extends 'reminders' | 'approvals' | 'texts',
  Name extends string & keyof Settings[Of],
  Value,
>(
  of: Of,
  name: Name,
  { field, show, store }: Kind<Settings[Of][Name], Value>,
  mistake?: (value: Value | undefined, after: Settings[Of]) => string | undefined,
): Entry {
  const entry: Entry<Value> = {
    of,
    field,
    from: (shown) => show(shown.settings[of][name], shown),
    into: (value, { [of]: before }) => ({ [of]: { ...before, [name]: store(value, before[name]) } }),
    mistake: (value, after) => mistake?.(value, after[of]),
  };
  return entry;
}

export function isPerson(id: string): boolean {
  return /^[UW]/.test(id);
}

export function groupOption({ id, name }: Pick<UserGroup, 'id' | 'name'>): MenuEntry {
  return option(name, id);
}

/** Shows and stores a value unchanged. */
export const unchanged = {
  show: (stored: string | undefined) => stored,
  store: (value: string | undefined) => value,
};

/** Shows and stores a list of ids. */
export const ids = {
  show: (stored: readonly string[]) => stored,
  store: (chosen: readonly string[] = []) => [...chosen],
};

/** The people in a list of people and user groups. */
export const people: Kind<readonly string[], readonly string[]> = {
  field: usersField,
  show: (stored) => stored.filter(isPerson),
  store: (chosen = [], before) => [...chosen, ...before.filter(isGroup)],
};

/** The user groups in such a list. */
export const userGroups: Kind<readonly string[], readonly MenuEntry[]> = {
  field: (said) => multiExternalSelectField({ ...said, isOffered: () => true }),
  show: (stored, { groups }) =>
    stored
      .filter(isGroup)
      .map((one) => groupOption(groups.find((group) => group.id === one) ?? { id: one, name: one })),
  store(chosen = [], before) {
    const chosenIds = chosen.map(({ value }) => value).filter((value) => value !== unavailable);
    return [...before.filter(isPerson), ...chosenIds];
  },
};

export const tick: Kind<boolean, readonly string[]> = {
  field: ({ choice = '', ...said }) => tickField({ ...said, entries: [option(choice, 'yes')] }),
  show: (is) => (is ? ['yes'] : []),
  store: (ticks = []) => ticks.includes('yes'),
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
  const known = ids.filter((id) => isPerson(id) || isGroup(id));
  return listed(known.map((id) => (isGroup(id) ? `<!subteam^${id}>` : `<@${id}>`)));
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
