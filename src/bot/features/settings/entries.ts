import { type Day, isDay, isZone } from '../../../time/dates.ts';
import {
  channelField,
  channelsField,
  dateField,
  externalSelectField,
  selectField,
  textField,
  tickField,
  usersField,
} from '../../slack/forms/field.ts';
import { type Entry as MenuEntry, option } from '../../slack/views/view.ts';
import { lapseDays } from '../../storage/approvals.ts';
import { mostHolidays, Reminder } from '../../storage/reminders.ts';
import { zoneOption } from '../../zones.ts';
import { say as sayApproval } from './approval-messages.ts';
import {
  approvalEntry,
  type Entry,
  entry,
  groupsEntry,
  hourField,
  isTicked,
  peopleEntry,
  reminderEntry,
  textEntry,
  tick,
  ticked,
} from './entry.ts';
import { say } from './messages.ts';
import { say as sayReminders } from './reminder-messages.ts';

/** All fields of the pages that only store settings. */
export const entries = {
  hr: peopleEntry('hr'),
  hrGroups: groupsEntry('hr', 'hr_groups'),
  managers: peopleEntry('managers'),
  managerGroups: groupsEntry('managers', 'manager_groups'),
  channels: entry({
    of: 'channels',
    field: () => channelsField({ label: say().channels.hires, filter: anyChannel }),
    from: ({ settings }) => settings.channels,
    into: (channels = []) => ({ channels }),
  }),
  privateChannel: entry({
    of: 'privateChannel',
    field: () =>
      channelField({
        id: 'private_channel',
        label: say().channels.privateChannel,
        hint: say().channels.privateHint,
        filter: { include: ['private'], exclude_bot_users: true, exclude_external_shared_channels: true },
      }),
    from: ({ settings }) => settings.privateChannel,
    into: (privateChannel) => ({ privateChannel }),
  }),
  timezone: entry<MenuEntry>({
    of: 'timezone',
    field: () =>
      externalSelectField({
        label: say().organization.timezone,
        hint: say().organization.timezoneHint,
        placeholder: say().organization.findZone,
        required: true,
        isOffered: () => true,
      }),
    from: ({ settings, day }) => zoneOption(settings.timezone, day),
    into: (chosen) => ({ timezone: chosen?.value ?? '' }),
    mistake: (_chosen, { timezone }) => (isZone(timezone) ? undefined : say().organization.noZone),
  }),
  profileUrl: entry({
    of: 'profileUrl',
    field: () =>
      textField({
        id: 'profile_url',
        label: say().organization.profileUrl,
        hint: say().organization.profileHint,
      }),
    from: ({ settings }) => settings.profileUrl,
    into: (profileUrl) => ({ profileUrl }),
    mistake: (url) =>
      url === undefined || /^https?:\/\/\S+\{id\}/.test(url) ? undefined : say().organization.noProfile,
  }),
  wanted: reminderEntry({
    field: () =>
      tickField({
        id: 'reminders_wanted',
        label: sayReminders().wanted,
        entries: Reminder.options.map((one) => option(sayReminders().what[one], one)),
      }),
    from: ({ wanted }) => wanted,
    into: (wanted = []) => ({ wanted: Reminder.options.filter((one) => wanted.includes(one)) }),
  }),
  weeklyChannels: reminderEntry({
    field: () =>
      channelsField({
        id: 'weekly_channels',
        label: sayReminders().weeklyChannels,
        hint: sayReminders().weeklyChannelsHint,
        filter: anyChannel,
      }),
    from: ({ weeklyChannels }) => weeklyChannels,
    into: (chosen = []) => ({ weeklyChannels: [...chosen] }),
  }),
  calendar: reminderEntry({
    field: () =>
      tick('calendar_entries', {
        label: sayReminders().calendar,
        hint: sayReminders().calendarHint,
        choice: sayReminders().calendarChoice,
      }),
    from: ({ calendar }) => ticked(calendar),
    into: (ticks) => ({ calendar: isTicked(ticks) }),
  }),
  addedElsewhere: reminderEntry({
    field: () =>
      tick('added_elsewhere', {
        label: sayReminders().addedElsewhere,
        hint: sayReminders().addedElsewhereHint,
        choice: sayReminders().addedElsewhereChoice,
      }),
    from: ({ addedElsewhere }) => ticked(addedElsewhere),
    into: (ticks) => ({ addedElsewhere: isTicked(ticks) }),
  }),
  daysBefore: reminderEntry({
    field: () =>
      textField({
        id: 'days_before',
        label: sayReminders().daysBefore,
        hint: sayReminders().daysBeforeHint,
        required: true,
        most: 40,
      }),
    from: ({ daysBefore }) => daysBefore.join(', '),
    into: (text) => ({ daysBefore: [...new Set(partsOf(text).map(Number))].toSorted((a, b) => b - a) }),
    mistake(text, { daysBefore }) {
      const areDays = partsOf(text).every(
        (part) => /^\d{1,2}$/.test(part) && Number(part) >= 1 && Number(part) <= 30,
      );
      const isCount = daysBefore.length >= 1 && daysBefore.length <= mostDaysBefore;
      return areDays && isCount ? undefined : sayReminders().noDays(mostDaysBefore);
    },
  }),
  hour: reminderEntry({
    field: () =>
      hourField(0, { id: 'reminder_hour', label: sayReminders().hour, hint: sayReminders().hourHint }),
    from: ({ hour }) => String(hour),
    into: (hour) => ({ hour: Number(hour) }),
    mistake: (_hour, { hour, opens, closes }) =>
      hour >= opens && hour < closes ? undefined : sayReminders().notOpen(opens, closes - 1),
  }),
  opens: reminderEntry({
    field: () => hourField(0, { label: sayReminders().opens }),
    from: ({ opens }) => String(opens),
    into: (hour) => ({ opens: Number(hour) }),
  }),
  closes: reminderEntry({
    field: () => hourField(1, { label: sayReminders().closes, hint: sayReminders().closesHint }),
    from: ({ closes }) => String(closes),
    into: (hour) => ({ closes: Number(hour) }),
    mistake: (_hour, { opens, closes }) => (closes > opens ? undefined : sayReminders().wrongHours(opens)),
  }),
  workdays: reminderEntry({
    field: () =>
      tickField({
        label: sayReminders().workdays,
        required: true,
        entries: sayReminders().weekdays.map((day, at) => option(day, String(at + 1))),
      }),
    from: ({ workdays }) => workdays.map(String),
    into: (ticks = []) => ({ workdays: ticks.map(Number) }),
    mistake: (_ticks, { workdays }) => (workdays.length > 0 ? undefined : sayReminders().noWorkday),
  }),
  holidays: reminderEntry({
    field: () =>
      textField({
        label: sayReminders().holidays,
        hint: sayReminders().holidaysHint,
        multiline: true,
        most: 3_000,
      }),
    from: ({ holidays }) => (holidays.length > 0 ? holidays.join('\n') : undefined),
    into: (text) => ({ holidays: [...new Set(linesOf(text).map(dayOf))].toSorted() }),
    mistake(text) {
      const lines = linesOf(text);
      const wrong = lines.find((line) => !isDay(dayOf(line)));
      if (wrong !== undefined) return sayReminders().noHoliday(wrong.slice(0, 40));
      return lines.length > mostHolidays ? sayReminders().tooMany(mostHolidays) : undefined;
    },
  }),
  required: entry({
    of: 'offboardingApproval',
    field: () =>
      tick('offboarding_approval', {
        label: sayApproval().required,
        hint: sayApproval().requiredHint,
        choice: sayApproval().requiredChoice,
      }),
    from: ({ settings }) => ticked(settings.offboardingApproval),
    into: (ticks) => ({ offboardingApproval: isTicked(ticks) }),
  }),
  lapseDays: approvalEntry({
    field: () =>
      selectField({
        id: 'lapse_days',
        label: sayApproval().lapse,
        hint: sayApproval().lapseHint,
        required: true,
        entries: () => lapseDays.choices.map((days) => option(sayApproval().daysOf(days), String(days))),
      }),
    from: (approvals) => String(approvals.lapseDays),
    into: (days) => ({ lapseDays: Number(days) }),
  }),
  deputies: approvalEntry({
    field: () => usersField({ label: sayApproval().deputies, hint: sayApproval().deputiesHint }),
    from: ({ deputies }) => deputies,
    into: (deputies = []) => ({ deputies: [...deputies] }),
  }),
  from: approvalEntry({
    field: () => dateField({ id: 'deputies_from', label: sayApproval().from }),
    from: ({ from }) => from ?? undefined,
    into: (from) => ({ from: from ?? null }),
  }),
  until: approvalEntry({
    field: () => dateField({ id: 'deputies_until', label: sayApproval().until }),
    from: ({ until }) => until ?? undefined,
    into: (until) => ({ until: until ?? null }),
    mistake: (_day, { from, until }) =>
      from !== null && until !== null && until < from ? sayApproval().wrongDays(from) : undefined,
  }),
  headline: textEntry('headline'),
  before: textEntry('before'),
  day: textEntry('day'),
  dayWithYou: textEntry('dayWithYou'),
  week: textEntry('week'),
} satisfies Record<string, Entry>;

export type EntryName = keyof typeof entries;

const anyChannel = { include: ['public' as const, 'private' as const], exclude_bot_users: true };

const mostDaysBefore = 5;

function partsOf(text = ''): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
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
