import { randomUUID } from 'node:crypto';
import { SequenceKind } from '../../../contract/sequence.ts';
import { perLanguage } from '../../../language.ts';
import {
  channelField,
  channelsField,
  dateField,
  externalSelectField,
  type FieldOptions,
  multiExternalSelectField,
  selectField,
  textField,
  tickField,
  usersField,
} from '../../slack/forms/field.ts';
import { Form } from '../../slack/forms/form.ts';
import { option } from '../../slack/views/view.ts';
import { lapseDays } from '../../storage/approvals.ts';
import { daytime, Reminder } from '../../storage/reminders.ts';
import { longestText, type TextName } from '../../storage/texts.ts';
import { say as sayApproval } from './approval/messages.ts';
import { say } from './messages.ts';
import { say as sayReminders } from './reminders/messages.ts';
import { say as sayTexts } from './texts/messages.ts';

const prefix = 'settings';

/** The settings forms. Ids and parsing don't depend on the language. */
export const settingsFields = perLanguage(() => {
  const reminders = sayReminders(),
    approval = sayApproval(),
    texts = sayTexts(),
    { connection, access, channels, organization } = say();
  return {
    connection: new Form(prefix, {
      url: textField({ label: connection.url, hint: connection.urlHint, required: true }),
      token: {
        ...textField({ label: connection.token, hint: connection.tokenHint, required: true }),
        // Random, so that Slack never fills in an earlier value.
        suffix: () => randomUUID(),
      },
    }),
    access: new Form(prefix, {
      hr: usersField({ label: access.hr }),
      hrGroups: groupsField('hr_groups', access.hrGroups),
      managers: usersField({ label: access.managers }),
      managerGroups: groupsField('manager_groups', access.managerGroups),
    }),
    channels: new Form(
      prefix,
      {
        channels: channelsField({
          label: channels.hires,
          filter: { include: ['public', 'private'], exclude_bot_users: true },
        }),
        privateChannel: channelField({
          id: 'private_channel',
          label: channels.privateChannel,
          hint: channels.privateHint,
          filter: { include: ['private'], exclude_bot_users: true, exclude_external_shared_channels: true },
        }),
      },
      { dispatches: true },
    ),
    organization: new Form(prefix, {
      timezone: externalSelectField({
        label: organization.timezone,
        hint: organization.timezoneHint,
        placeholder: organization.findZone,
        required: true,
        isOffered: () => true,
      }),
      profileUrl: textField({
        id: 'profile_url',
        label: organization.profileUrl,
        hint: organization.profileHint,
      }),
    }),
    reminders: new Form(prefix, {
      wanted: tickField({
        id: 'reminders_wanted',
        label: reminders.wanted,
        entries: Reminder.options.map((one) => option(reminders.what[one], one)),
      }),
      weeklyChannels: channelsField({
        id: 'weekly_channels',
        label: reminders.weeklyChannels,
        hint: reminders.weeklyChannelsHint,
        filter: { include: ['public', 'private'], exclude_bot_users: true },
      }),
      calendar: tickField({
        id: 'calendar_entries',
        label: reminders.calendar,
        hint: reminders.calendarHint,
        entries: [option(reminders.calendarChoice, 'yes')],
      }),
      addedElsewhere: tickField({
        id: 'added_elsewhere',
        label: reminders.addedElsewhere,
        hint: reminders.addedElsewhereHint,
        entries: [option(reminders.addedElsewhereChoice, 'yes')],
      }),
      daysBefore: textField({
        id: 'days_before',
        label: reminders.daysBefore,
        hint: reminders.daysBeforeHint,
        required: true,
        most: 40,
      }),
      hour: hourField(
        { id: 'reminder_hour', label: reminders.hour, hint: reminders.hourHint },
        0,
        reminders.hourOf,
      ),
      opens: hourField({ label: reminders.opens }, 0, reminders.hourOf),
      closes: hourField({ label: reminders.closes, hint: reminders.closesHint }, 1, reminders.hourOf),
      workdays: tickField({
        label: reminders.workdays,
        required: true,
        entries: reminders.weekdays.map((day, at) => option(day, String(at + 1))),
      }),
      holidays: textField({
        label: reminders.holidays,
        hint: reminders.holidaysHint,
        multiline: true,
        most: 3_000,
      }),
    }),
    approval: new Form(prefix, {
      required: tickField({
        id: 'offboarding_approval',
        label: approval.required,
        hint: approval.requiredHint,
        entries: [option(approval.requiredChoice, 'yes')],
      }),
      lapseDays: selectField({
        id: 'lapse_days',
        label: approval.lapse,
        hint: approval.lapseHint,
        required: true,
        entries: () => lapseDays.choices.map((days) => option(approval.daysOf(days), String(days))),
      }),
      deputies: usersField({ label: approval.deputies, hint: approval.deputiesHint }),
      from: dateField({ id: 'deputies_from', label: approval.from }),
      until: dateField({ id: 'deputies_until', label: approval.until }),
    }),
    texts: new Form(prefix, textFields(texts.labels)),
  };
});

function textFields(labels: Record<TextName, string>) {
  const fieldOf = (name: TextName) =>
    textField({ id: `text_${name}`, label: labels[name], multiline: true, most: longestText });
  return {
    headline: fieldOf('headline'),
    before: fieldOf('before'),
    day: fieldOf('day'),
    dayWithYou: fieldOf('dayWithYou'),
    week: fieldOf('week'),
  };
}

function groupsField(id: string, label: string) {
  return multiExternalSelectField({ id, label, isOffered: () => true });
}

function hourField(said: FieldOptions, later: 0 | 1, hourOf: (hour: number) => string) {
  const count = daytime.last - daytime.first;
  const hours = Array.from({ length: count }, (_, index) => daytime.first + index + later);
  return selectField({
    ...said,
    required: true,
    entries: () => hours.map((hour) => option(hourOf(hour), String(hour))),
  });
}

export function nameOf({ id }: { id: number }): string {
  return `sequence_${id}`;
}

export function sequenceFields(unsorted: readonly { id: number; name: string }[]) {
  const names = say().sequences.kinds;
  const kinds = SequenceKind.options.map((kind) => option(names[kind], kind));
  const field = (label: string) => selectField({ label, entries: () => kinds });
  return new Form(prefix, Object.fromEntries(unsorted.map((one) => [nameOf(one), field(one.name)])));
}
