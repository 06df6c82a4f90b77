import { type Day, isDay, isZone } from '../../../time/dates.ts';
import { zoneOption } from '../../menus.ts';
import { unknownIn } from '../../plan/plan.ts';
import {
  channelField,
  channelsField,
  dateField,
  externalSelectField,
  type Field,
  multiExternalSelectField,
  selectField,
  textField,
  tickField,
  usersField,
} from '../../slack/forms/field.ts';
import { isGroup, isPerson } from '../../slack/ids.ts';
import type { UserGroup } from '../../slack/people/people.ts';
import { type Entry as MenuEntry, option, unavailable } from '../../slack/views/view.ts';
import {
  daytime,
  lapseDays,
  longestText,
  mostHolidays,
  Reminder,
  type SettingName,
  type Settings,
  type TextName,
} from '../../storage/settings.ts';
import { say } from './field-messages.ts';

export interface Shown {
  settings: Settings;
  /** User groups, as far as Slack answered in time. */
  groups: readonly UserGroup[];
  /** Today in the organization's zone, for UTC offsets. */
  day: Day;
}

interface FieldWords {
  label: string;
  hint?: string;
  placeholder?: string;
  /** Text of the only box to tick. */
  choice?: string;
}

/** A field of a page of settings. */
interface Entry<Value = unknown> {
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
function whole<Of extends SettingName, Value>(
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
function part<
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

export function groupOption({ id, name }: Pick<UserGroup, 'id' | 'name'>): MenuEntry {
  return option(name, id);
}

/** Shows and stores a value unchanged. */
const unchanged = {
  show: (stored: string | undefined) => stored,
  store: (value: string | undefined) => value,
};

/** Shows and stores a list of ids. */
const ids = {
  show: (stored: readonly string[]) => stored,
  store: (chosen: readonly string[] = []) => [...chosen],
};

/** The people in a list of people and user groups. */
const people: Kind<readonly string[], readonly string[]> = {
  field: usersField,
  show: (stored) => stored.filter(isPerson),
  store: (chosen = [], before) => [...chosen, ...before.filter(isGroup)],
};

/** The user groups in such a list. */
const userGroups: Kind<readonly string[], readonly MenuEntry[]> = {
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

const tick: Kind<boolean, readonly string[]> = {
  field: ({ choice = '', ...said }) => tickField({ ...said, entries: [option(choice, 'yes')] }),
  show: (is) => (is ? ['yes'] : []),
  store: (ticks = []) => ticks.includes('yes'),
};

const day: Kind<Day | null, string> = {
  field: dateField,
  show: (chosen) => chosen ?? undefined,
  store: (chosen) => chosen ?? null,
};

/** Menu of numbers, such as hours or days. */
function numbers(all: readonly number[], nameOf: (one: number) => string): Kind<number, string> {
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
function hours(later: 0 | 1): Kind<number, string> {
  const count = daytime.last - daytime.first;
  const all = Array.from({ length: count }, (_, index) => daytime.first + index + later);
  return numbers(all, (hour) => say().hourOf(hour));
}

/** All fields of the pages that only store settings. */
export const entries = {
  hr: whole('hr', people),
  hrGroups: whole('hr', userGroups),
  managers: whole('managers', people),
  managerGroups: whole('managers', userGroups),
  channels: whole('channels', {
    field: (said) => channelsField({ ...said, filter: anyChannel }),
    ...ids,
  }),
  privateChannel: whole('privateChannel', {
    field: (said) => channelField({ ...said, filter: ownPrivateChannel }),
    ...unchanged,
  }),
  timezone: whole(
    'timezone',
    {
      field: (said) => externalSelectField({ ...said, required: true, isOffered: () => true }),
      show: (zone, shown) => zoneOption(zone, shown.day),
      store: (chosen?: MenuEntry) => chosen?.value ?? '',
    },
    (_chosen, { timezone }) => (isZone(timezone) ? undefined : say().fields.timezone.wrong),
  ),
  profileUrl: whole('profileUrl', { field: textField, ...unchanged }, (url) =>
    url === undefined || /^https?:\/\/\S+\{id\}/.test(url) ? undefined : say().fields.profileUrl.wrong,
  ),
  wanted: part('reminders', 'wanted', {
    field: (said) => {
      const { choices } = say().fields.wanted;
      return tickField({ ...said, entries: Reminder.options.map((one) => option(choices[one], one)) });
    },
    show: (wanted) => wanted,
    store: (wanted: readonly string[] = []) => Reminder.options.filter((one) => wanted.includes(one)),
  }),
  weeklyChannels: part('reminders', 'weeklyChannels', {
    field: (said) => channelsField({ ...said, filter: anyChannel }),
    ...ids,
  }),
  calendar: part('reminders', 'calendar', tick),
  addedElsewhere: part('reminders', 'addedElsewhere', tick),
  daysBefore: part(
    'reminders',
    'daysBefore',
    {
      field: (said) => textField({ ...said, required: true, most: 40 }),
      show: (days) => days.join(', '),
      store: (text?: string) => [...new Set(partsOf(text).map(Number))].toSorted((a, b) => b - a),
    },
    (text, { daysBefore }) => {
      const areDays = partsOf(text).every(
        (one) => /^\d{1,2}$/.test(one) && Number(one) >= 1 && Number(one) <= 30,
      );
      const isCount = daysBefore.length >= 1 && daysBefore.length <= mostDaysBefore;
      return areDays && isCount ? undefined : say().fields.daysBefore.wrong(mostDaysBefore);
    },
  ),
  hour: part('reminders', 'hour', hours(0), (_hour, { hour, opens, closes }) =>
    hour >= opens && hour < closes ? undefined : say().fields.hour.wrong(opens, closes - 1),
  ),
  opens: part('reminders', 'opens', hours(0)),
  closes: part('reminders', 'closes', hours(1), (_hour, { opens, closes }) =>
    closes > opens ? undefined : say().fields.closes.wrong(opens),
  ),
  workdays: part(
    'reminders',
    'workdays',
    {
      field(said) {
        const weekdays = say().fields.workdays.choices.map((name, at) => option(name, String(at + 1)));
        return tickField({ ...said, required: true, entries: weekdays });
      },
      show: (days) => days.map(String),
      store: (ticks: readonly string[] = []) => ticks.map(Number),
    },
    (_ticks, { workdays }) => (workdays.length > 0 ? undefined : say().fields.workdays.wrong),
  ),
  holidays: part(
    'reminders',
    'holidays',
    {
      field: (said) => textField({ ...said, multiline: true, most: 3_000 }),
      show: (holidays) => (holidays.length > 0 ? holidays.join('\n') : undefined),
      store: (text?: string) => [...new Set(linesOf(text).map(dayOf))].toSorted(),
    },
    (text) => {
      const lines = linesOf(text);
      const wrong = lines.find((line) => !isDay(dayOf(line)));
      if (wrong !== undefined) return say().fields.holidays.wrong(wrong.slice(0, 40));
      return lines.length > mostHolidays ? say().fields.holidays.tooMany(mostHolidays) : undefined;
    },
  ),
  offboardingApproval: whole('offboardingApproval', tick),
  lapseDays: part(
    'approvals',
    'lapseDays',
    numbers(lapseDays.choices, (days) => say().fields.lapseDays.days(days)),
  ),
  deputies: part('approvals', 'deputies', { field: usersField, ...ids }),
  from: part('approvals', 'from', day),
  until: part('approvals', 'until', day, (_day, { from, until }) =>
    from !== null && until !== null && until < from ? say().fields.until.wrong(from) : undefined,
  ),
  headline: ownText('headline'),
  before: ownText('before'),
  day: ownText('day'),
  dayWithYou: ownText('dayWithYou'),
  week: ownText('week'),
} satisfies Record<string, Entry>;

export type EntryName = keyof typeof entries;

const anyChannel = { include: ['public' as const, 'private' as const], exclude_bot_users: true };
const ownPrivateChannel = {
  include: ['private' as const],
  exclude_bot_users: true,
  exclude_external_shared_channels: true,
};

function ownText(name: TextName): Entry {
  const field = (said: FieldWords) => textField({ ...said, multiline: true, most: longestText });
  return part('texts', name, { field, ...unchanged }, (text = '') => {
    const unknown = unknownIn(text);
    return unknown === undefined ? undefined : say().unknownPlaceholder(unknown);
  });
}

const mostDaysBefore = 5;

function partsOf(text = ''): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '');
}

function linesOf(text = ''): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Date at the start of a line; users may add the holiday's name after it. */
function dayOf(line: string): Day {
  return line.slice(0, 10);
}
