import { Offboarding } from '../../../contract/employee.ts';
import { perLanguage } from '../../../language.ts';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { employeeEntry, employeeField, type Offered, sequencesField } from '../../menus.ts';
import { dateField } from '../../slack/forms/field.ts';
import { type FieldsFor, RequestForm, type ValuesOf } from '../../slack/forms/form.ts';
import { type Entry, labelOf } from '../../slack/views/view.ts';
import { say } from './messages.ts';
import type { OffboardingContext, OffboardingRequest } from './request.ts';

export const actions = {
  correct: 'offboard_correct',
  open: 'offboard_open',
  openFor: 'offboard_for',
  change: 'offboard_change',
} as const;

function fieldsIn() {
  const { labels, hints, furtherMistakes, lastDayLine, sequencesLine } = say();
  const inMenu = { whenUnavailable: furtherMistakes.unavailable };
  return {
    user: {
      ...employeeField({ id: 'employee', label: labels.user, required: true, ...inMenu }),
      toContext: (entry: Entry) => ({ personName: labelOf(entry) }),
      fromRequest: (id: number, { personName }: OffboardingContext, offered: Offered) =>
        employeeEntry(id, personName, offered),
    },
    termination_date: {
      ...dateField({
        id: 'last_day',
        label: labels.termination_date,
        hint: hints.termination_date,
        required: true,
      }),
      summary: lastDayLine,
    },
    sequences: {
      ...sequencesField('offboarding', { label: labels.sequences, ...inMenu }),
      summary: sequencesLine,
    },
  } satisfies FieldsFor<OffboardingRequest, Offered>;
}

type Fields = ReturnType<typeof fieldsIn>;

export type OffboardingValues = ValuesOf<Fields>;

export const offboardingForms = perLanguage(
  () => new RequestForm<Fields, OffboardingRequest, Offered>(Offboarding, fieldsIn()),
);

export const offboardingFields = offboardingForms();

/** A last day before today in the organization's time zone is an error. */
export function parseOffboarding(
  values: OffboardingValues,
  { settings, clock }: Pick<Bot, 'settings' | 'clock'>,
) {
  const { mistakes, furtherMistakes } = say();
  const today = dayIn(settings().timezone, clock.now());
  const isPast = values.termination_date !== undefined && values.termination_date < today;
  const tooEarly = isPast ? { termination_date: furtherMistakes.past(today) } : {};
  return offboardingForms().parse(values, mistakes, tooEarly);
}
