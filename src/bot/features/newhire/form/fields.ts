import { languages } from '../../../../contract/choices.ts';
import { mistakeInEmail } from '../../../../contract/email.ts';
import { roleLabel } from '../../../../contract/employee.ts';
import { maxLength, NewHire } from '../../../../contract/new-hire.ts';
import { perLanguage } from '../../../../language.ts';
import { employeeEntry, employeeField, sequencesField } from '../../../menus.ts';
import { dateField, emailField, selectField, textField } from '../../../slack/forms/field.ts';
import type { ValuesOf } from '../../../slack/forms/form.ts';
import { type FieldsFor, RequestForm } from '../../../slack/forms/request-form.ts';
import { type Entry, labelOf, option } from '../../../slack/views/view.ts';
import { zoneOption } from '../../../zones.ts';
import { say } from '../messages.ts';
import type { Companion, HireContext, HireRequest } from '../request.ts';
import { formId, type Offered } from './ids.ts';
import { roleOptions, zoneField } from './roles.ts';

/** Limit of the message field, in characters; the API sets none. */
const longestMessage = 3000;

const asIs = { toRequest: (text: string) => text, fromRequest: (sent: string) => sent };

function fieldsIn() {
  const messages = say();
  const { furtherMistakes, hints, labels } = messages;
  const phone = { label: labels.phone, hint: hints.phone, most: maxLength.phone };
  const inMenu = { whenUnavailable: furtherMistakes.unavailable };
  const sequences = sequencesField('onboarding', {
    label: labels.sequences,
    hint: hints.sequences,
    ...inMenu,
  });
  return {
    first_name: {
      sharedBy: 'nobody',
      ...textField({ label: labels.first_name, required: true, most: maxLength.first_name }),
      ...asIs,
    },
    last_name: {
      sharedBy: 'nobody',
      ...textField({ label: labels.last_name, required: true, most: maxLength.last_name }),
      ...asIs,
    },
    email: {
      sharedBy: 'nobody',
      ...emailField({
        label: labels.email,
        hint: hints.email,
        required: true,
        most: maxLength.email,
      }),
      ...asIs,
      check: (text: string) => (mistakeInEmail(text) === 'localPart' ? furtherMistakes.localPart : undefined),
      summary: ({ payload }: HireRequest) => payload.email,
    },
    start_day: {
      sharedBy: 'cohort',
      ...dateField({ label: labels.start_day, hint: hints.start_day }),
      ...asIs,
    },
    manager: companionField('manager'),
    buddy: companionField('buddy'),
    sequences: {
      ...sequences,
      toRequest: (chosen: Entry[]) => (chosen.length > 0 ? sequences.toRequest(chosen) : undefined),
      summary: messages.sequencesLine,
    },
    role: {
      isAside: true,
      ...selectField({
        label: labels.role,
        required: true,
        preset: '0',
        entries: roleOptions,
        nameOf: (value) => roleLabel(Number(value)),
      }),
      toRequest: Number,
      fromRequest: String,
      summary: messages.roleLine,
      isFurther: true,
    },
    position: {
      ...textField({ label: labels.position, most: maxLength.position }),
      ...asIs,
      summary: ({ payload }: HireRequest) => payload.position,
      isPublic: true,
      isFurther: true,
    },
    timezone: {
      ...zoneField(),
      isAside: true,
      toRequest: ({ value }: Entry) => value,
      fromRequest: (zone: string, _context: HireContext, { day }: Offered) => zoneOption(zone, day),
      isFurther: true,
    },
    language: {
      isAside: true,
      ...selectField({
        label: labels.language,
        hint: hints.language,
        entries: languageOptions,
      }),
      ...asIs,
      isFurther: true,
    },
    phone: { ...textField(phone), ...asIs, sharedBy: 'nobody', isFurther: true },
    message: {
      sharedBy: 'nobody',
      ...textField({ label: labels.message, hint: hints.message, most: longestMessage, multiline: true }),
      ...asIs,
      check: (text: string) => (hasTemplateCode(text) ? furtherMistakes.template : undefined),
      isFurther: true,
    },
  } satisfies FieldsFor<HireRequest, Offered>;
}

function companionField(as: Companion) {
  const { furtherMistakes, labels, personLine } = say();
  const [name, email] = [`${as}Name`, `${as}Email`] as const;
  const whenUnavailable = furtherMistakes.unavailable;
  return {
    ...employeeField({ label: labels[as], whenUnavailable }),
    toContext: (entry: Entry, offered: Offered) => ({
      [name]: labelOf(entry),
      [email]: emailOf(entry, offered),
    }),
    fromRequest: (id: number, context: HireContext, offered: Offered) =>
      employeeEntry(id, context[name], offered),
    summary: ({ context }: HireRequest) => personLine(as, context[name]),
    isPublic: true,
  };
}

export type HireFields = ReturnType<typeof fieldsIn>;

export type HireValues = ValuesOf<HireFields>;

export const newHireForms = perLanguage(
  () =>
    new RequestForm<HireFields, HireRequest, Offered>(formId, NewHire, fieldsIn(), {
      dispatches: true,
    }),
);

/** For ids and values, which are equal in all languages. */
export const newHireFields = newHireForms();

/** Menu of languages: the ones the service lists, else those of released deployments. */
function languageOptions({ snapshot }: Offered): Entry[] {
  const described = snapshot?.description.languages ?? [];
  if (described.length > 0) return described.slice(0, 100).map(({ value, label }) => option(label, value));
  return languages.map(({ code, label }) => option(label, code));
}

function emailOf({ value }: Entry, { snapshot }: Offered): string | undefined {
  return snapshot?.people.get(Number(value))?.email || undefined;
}

/**
 * Released deployments render the message as a template. A tag such as `{% x %}` would stop the introductions of all
 * new hires, not only of this one.
 */
function hasTemplateCode(message: string): boolean {
  const allowed = message.replaceAll(/\{\{\s*[a-z_]+\s*\}\}/g, '');
  return /\{%|%\}|\{#|\{\{|\}\}/.test(allowed);
}
