import type { ModalView } from '@slack/types';
import { type Day, isDay } from '../../../../time/dates.ts';
import type { ValuesOf } from '../../../slack/forms/form.ts';
import type { FormArgs } from '../../../slack/incoming/listeners.ts';
import { escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { isUntouched } from '../../../slack/views/view.ts';
import { mostHolidays, Reminder, type Reminders } from '../../../storage/reminders.ts';
import { mistakeIn } from '../channel-mistakes.ts';
import type { SettingsDeps } from '../deps.ts';
import { settingsFields } from '../fields.ts';
import { channelsIn, savedPage, settingsForm } from '../form.ts';
import { say } from './messages.ts';

export function remindersForm({ settingsStore }: SettingsDeps): ModalView {
  const { reminders } = settingsStore.current();
  const fields = settingsFields().reminders;
  return settingsForm('reminders', [...fields.blocks(asValues(reminders), undefined)]);
}

type RemindersForm = ReturnType<typeof settingsFields>['reminders'];
type Values = ValuesOf<RemindersForm['table']>;

function asValues(reminders: Reminders): Values {
  const { wanted, daysBefore, hour, opens, closes, workdays, holidays, weeklyChannels, calendar } = reminders;
  return {
    wanted,
    calendar: calendar ? ['yes'] : [],
    weeklyChannels,
    addedElsewhere: reminders.addedElsewhere ? ['yes'] : [],
    daysBefore: daysBefore.join(', '),
    hour: String(hour),
    opens: String(opens),
    closes: String(closes),
    workdays: workdays.map(String),
    ...(holidays.length > 0 && { holidays: holidays.join('\n') }),
  };
}

export function receiveReminders(deps: SettingsDeps) {
  const { settingsStore, clock } = deps;
  return async ({ ack, view, body, client }: FormArgs) => {
    const fields = settingsFields().reminders;
    const values = { ...asValues(settingsStore.current().reminders), ...changedIn(view, fields) };
    const wanted = read(values);
    const looking = { client, clock, mustBePrivate: false };
    const weeklyChannels = await mistakeIn(wanted.weeklyChannels, looking);
    const errors = fields.errors({ ...mistakesIn(values, wanted), weeklyChannels });
    if (errors) return ack({ response_action: 'errors', errors });
    await settingsStore.save({ reminders: wanted }, body.user.id, clock.now());
    await ack({ response_action: 'update', view: remindersSaved(deps) });
  };
}

/** Only the changed fields, so that concurrent changes by others are kept. */
function changedIn(view: FormArgs['view'], fields: RemindersForm): Values {
  const sent = fields.read(view.state.values);
  const changed = fields.names.filter((name) => !isUntouched(view, fields.idOf(name)));
  return Object.fromEntries(changed.map((name) => [name, sent[name]]));
}

function remindersSaved({ settingsStore }: SettingsDeps): ModalView {
  const { shown, shownCalendar, shownWorkdays, shownHolidays, shownWeekly, shownElsewhere, noWeekly } = say();
  const { reminders, privateChannel } = settingsStore.current();
  const { wanted, workdays, holidays, addedElsewhere } = reminders;
  const ofPeople = wanted.filter((one) => one !== 'weekly');
  const weekly = shownWeekly(
    reminders.weeklyChannels.map((id) => channelsIn([id])),
    privateChannel && channelsIn([privateChannel]),
  );
  const lines = [
    shown(ofPeople, reminders),
    shownCalendar(reminders.calendar),
    shownWorkdays(workdays),
    shownHolidays(holidays),
    shownElsewhere(addedElsewhere),
  ];
  const lastLine = wanted.includes('weekly') ? weekly : escapeMrkdwn(noWeekly);
  return savedPage('reminders', [...lines.map(escapeMrkdwn), lastLine]);
}

function read(values: Values): Reminders {
  const numbers = (texts: readonly string[]) => texts.map(Number);
  return {
    wanted: Reminder.options.filter((one) => values.wanted?.includes(one)),
    daysBefore: [...new Set(numbers(daysIn(values)))].toSorted((one, other) => other - one),
    hour: Number(values.hour),
    opens: Number(values.opens),
    closes: Number(values.closes),
    workdays: numbers(values.workdays ?? []),
    calendar: values.calendar?.includes('yes') ?? false,
    weeklyChannels: [...(values.weeklyChannels ?? [])],
    addedElsewhere: values.addedElsewhere?.includes('yes') ?? false,
    holidays: [...new Set(linesIn(values).map(dayIn))].toSorted(),
  };
}

function daysIn({ daysBefore = '' }: Values): string[] {
  return daysBefore.split(/[\s,;]+/).filter((part) => part !== '');
}

function linesIn({ holidays = '' }: Values): string[] {
  const lines = holidays.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** Date at the start of a line; users may add the holiday's name after it. */
function dayIn(line: string): Day {
  return line.slice(0, 10);
}

const mostDaysBefore = 5;

function mistakesIn(values: Values, { opens, closes, hour, daysBefore, workdays }: Reminders) {
  const { noDays, noWorkday, noHoliday, notOpen, tooMany, wrongHours } = say();
  const texts = daysIn(values);
  const areDays = texts.every((text) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 30);
  const lines = linesIn(values);
  const wrong = lines.find((line) => !isDay(dayIn(line)));
  const isCount = daysBefore.length >= 1 && daysBefore.length <= mostDaysBefore;
  return {
    daysBefore: areDays && isCount ? undefined : noDays(mostDaysBefore),
    hour: hour >= opens && hour < closes ? undefined : notOpen(opens, closes - 1),
    closes: closes > opens ? undefined : wrongHours(opens),
    workdays: workdays.length > 0 ? undefined : noWorkday,
    holidays: wrong
      ? noHoliday(wrong.slice(0, 40))
      : lines.length > mostHolidays
        ? tooMany(mostHolidays)
        : undefined,
  };
}
