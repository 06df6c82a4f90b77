import { languages } from '../../../../contract/choices.ts';
import { mistakeInEmail } from '../../../../contract/email.ts';
import { roleLabel, roles } from '../../../../contract/employee.ts';
import { maxLength, NewHire } from '../../../../contract/new-hire.ts';
import { perLanguage } from '../../../../language.ts';
import { type Day, dayIn, isDay } from '../../../../time/dates.ts';
import {
  employeeEntry,
  employeeField,
  type MenuDeps,
  type Offered as OfferedInMenus,
  sequencesField,
} from '../../../menus.ts';
import {
  dateField,
  emailField,
  externalSelectField,
  type Fit,
  type KeptField,
  selectField,
  textField,
} from '../../../slack/forms/field.ts';
import { type FieldsFor, RequestForm, type ValuesOf } from '../../../slack/forms/form.ts';
import { type Entry, labelOf, option, unavailable } from '../../../slack/views/view.ts';
import { serviceZone, zoneOption, zonesOf } from '../../../zones.ts';
import { say } from '../messages.ts';
import type { Companion, HireContext, HireRequest } from '../request.ts';

export const formId = 'newhire';

export const checkId = 'newhire_check';

export const actions = {
  addLike: 'newhire_add_like',
  addAnother: 'newhire_add_another',
  openProfile: 'newhire_open_profile',
  correct: 'newhire_correct',
  open: 'newhire_open',
} as const;

export const draftActions = {
  resume: 'newhire_draft_resume',
  remove: 'newhire_draft_delete',
} as const;

export interface Offered extends OfferedInMenus {
  /** Day whose UTC offsets the zones show: the start day, or today. */
  day: Day;
}

/** Entries on offer now. @param startDay the one in the form */
export function offeredNow(startDay: string | undefined, { directory, clock }: MenuDeps): Offered {
  const day = startDay !== undefined && isDay(startDay) ? startDay : dayIn('UTC', clock.now());
  return { snapshot: directory.current(), day };
}

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

export interface OfferedRole {
  value: number;
  label: string;
  /** Whether the role is known, or has to be assumed, to give more rights than a new hire's. */
  givesRights: boolean;
}

const known: readonly OfferedRole[] = roles.map((role) => ({
  ...role,
  givesRights: role.value === 1 || role.value === 2,
}));

/**
 * Roles the service lists, else those of the specification. A role the specification doesn't know needs confirmation,
 * since its rights are unknown.
 */
export function offeredRoles(
  described: readonly { value: string; label: string }[] | undefined,
): readonly OfferedRole[] {
  const said = (described ?? []).filter(({ value }) => /^\d+$/.test(value));
  if (said.length === 0) return known;
  return said.slice(0, 100).map(({ value, label }) => {
    const role = known.find((one) => one.value === Number(value));
    return role ?? { value: Number(value), label, givesRights: true };
  });
}

function roleOptions({ snapshot }: Offered): Entry[] {
  const roles = offeredRoles(snapshot?.description.roles);
  return roles.map(({ label, value }) => option(label, String(value)));
}

function zoneField(): KeptField<Entry, Offered> {
  const { labels, hints, findZone, furtherMistakes } = say();
  return {
    ...externalSelectField<Offered>({
      label: labels.timezone,
      hint: hints.timezone,
      placeholder: findZone,
      isOffered: () => true,
      whenUnavailable: furtherMistakes.unavailable,
    }),
    fit,
  };
}

/** Maps to the service's zones, with the UTC offset on the start day. */
function fit(entry: Entry, { snapshot, day }: Offered): Fit<Entry> {
  if (!entry.value || entry.value === unavailable) return {};
  const zone = serviceZone(entry.value, zonesOf(snapshot));
  return zone === undefined ? { unfit: [labelOf(entry)] } : { value: zoneOption(zone, day) };
}
