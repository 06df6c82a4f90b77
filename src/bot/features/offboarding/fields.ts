import { Offboarding } from '../../../contract/offboarding.ts';
import { employeeEntry, employeeField, type Offered, sequencesField } from '../../menus.ts';
import type { ValuesOf } from '../../slack/forms/form.ts';
import { type FieldsFor, RequestForm } from '../../slack/forms/request-form.ts';
import { dateField } from '../../slack/forms/typed-fields.ts';
import { type Entry, labelOf } from '../../slack/views/inputs.ts';
import { formId } from './ids.ts';
import * as messages from './messages.ts';
import { furtherMistakes, hints, labels } from './messages.ts';
import type { OffboardingContext, OffboardingRequest } from './request.ts';

const { unavailable: whenUnavailable } = furtherMistakes;

/** The form's fields, in its order, by the API's names for what they send. */
const fields = {
  user: {
    ...employeeField({
      id: 'employee',
      label: labels.user,
      required: true,
      dispatches: true,
      whenUnavailable,
    }),
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
    toRequest: (day: string) => day,
    fromRequest: (day: string) => day,
    summary: messages.lastDayLine,
  },
  sequences: {
    ...sequencesField('offboarding', { label: labels.sequences, whenUnavailable }),
    summary: messages.sequencesLine,
  },
} satisfies FieldsFor<OffboardingRequest, Offered>;

/** What the form holds. */
export type OffboardingValues = ValuesOf<typeof fields>;

export const offboardingFields = new RequestForm<typeof fields, OffboardingRequest, Offered>(
  formId,
  Offboarding,
  fields,
);
