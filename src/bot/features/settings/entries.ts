import { type Day, isDay, isZone } from '../../../time/dates.ts';
import { zoneOption } from '../../menus.ts';
import { unknownIn } from '../../plan/plan.ts';
import {
  channelField,
  channelsField,
  externalSelectField,
  textField,
  tickField,
  usersField,
} from '../../slack/forms/field.ts';
import { type Entry as MenuEntry, option } from '../../slack/views/view.ts';
import { lapseDays, longestText, mostHolidays, Reminder, type TextName } from '../../storage/settings.ts';
import {
  day,
  type Entry,
  type FieldWords,
  hours,
  ids,
  numbers,
  part,
  people,
  tick,
  unchanged,
  userGroups,
  whole,
} from './entry.ts';
import { say } from './field-messages.ts';

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
