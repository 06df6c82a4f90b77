import { z } from 'zod';
import { languages } from '../../../../contract/choices.ts';
import { roleLabel, roles } from '../../../../contract/employee.ts';
import { maxLength, mistakeInEmail, NewHire } from '../../../../contract/new-hire.ts';
import { perLanguage } from '../../../../language.ts';
import { within } from '../../../../time/clock.ts';
import { type Day, dayIn, isDay, isZone } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import {
  employeeEntry,
  employeeField,
  type MenuDeps,
  type Offered as OfferedInMenus,
  peopleMenu,
  sequencesField,
  sequencesMenu,
  serviceZone,
  zoneOption,
  zonesMenu,
  zonesOf,
} from '../../../menus.ts';
import {
  dateField,
  emailField,
  externalSelectField,
  type Fit,
  selectField,
  textField,
} from '../../../slack/forms/field.ts';
import { type FieldsFor, RequestForm, type ValuesOf } from '../../../slack/forms/form.ts';
import type { OpenView } from '../../../slack/incoming/arrival.ts';
import { alert, listed } from '../../../slack/views/blocks.ts';
import { type Entry, isBlockOf, labelOf, option, unavailable } from '../../../slack/views/view.ts';
import type { MenuOf } from '../../../slack/window.ts';
import { say } from '../messages.ts';
import type { Companion, HireContext, HireRequest } from '../request.ts';
import type { LeftOut } from '../typed/vocabulary.ts';

/** The time zone of the manager with id `of`. */
export const Proposed = z.object({ of: z.string(), name: z.string() });
export type Proposed = z.infer<typeof Proposed>;

/** Time limits for Slack to know the manager's zone, in milliseconds: while a form changes, and when it is sent. */
const patience = { change: 2_000, send: 300 };

/**
 * Proposes the manager's time zone. A person's own choice is never replaced.
 * @param shown the form: `isFull` with the zone field, or about to get it; `zone` is the earlier proposal
 */
export async function proposeZone(
  values: HireValues,
  { zone: before, isFull, open }: { zone: Proposed | undefined; isFull: true | undefined; open: OpenView },
  deps: Bot,
) {
  const manager = values.manager?.value;
  const isKnown = manager !== undefined && before?.of === manager;
  const name = isKnown ? before.name : await within(deps.clock, patience.change, managersZone(values, deps));
  const zone = manager !== undefined && name !== undefined ? { of: manager, name } : before;
  if (!isFull && !newHireFields.hasFurther(values)) return { values, zone };
  const chosen = values.timezone?.value;
  const isOwn = chosen !== undefined && chosen !== before?.name;
  const isNews = !isKnown || open.blocks.every(({ block_id = '' }) => !isBlockOf(block_id, 'timezone'));
  const wanted = isOwn || !isNews ? chosen : (name ?? chosen);
  return { values: wanted === undefined ? values : inZone(values, wanted, deps), zone };
}

/** Adds the proposed zone to the values of a form without the field. */
export async function withUnseenZone(
  values: HireValues,
  { zone, isFull }: { zone?: Proposed | undefined; isFull?: true | undefined },
  deps: Bot,
): Promise<HireValues> {
  const { manager, timezone } = values;
  if (isFull || timezone || !manager) return values;
  if (zone?.of === manager.value) return inZone(values, zone.name, deps);
  const name = await within(deps.clock, patience.send, managersZone(values, deps));
  return name === undefined ? values : inZone(values, name, deps);
}

/** Sets the zone, with its offset on the start day. */
function inZone(values: HireValues, zone: string, deps: MenuDeps): HireValues {
  if (!isZone(zone)) return values;
  return { ...values, timezone: zoneOption(zone, offeredNow(values.start_day, deps).day) };
}

async function managersZone({ manager }: HireValues, { directory, people }: Bot) {
  const snapshot = directory.current();
  const email = snapshot?.people.get(Number(manager?.value))?.email;
  if (!email) return undefined;
  // A suggestion is optional, so ignore Slack's errors.
  const person = await people.byEmail(email).catch(() => undefined);
  return person?.timezone === undefined ? undefined : serviceZone(person.timezone, zonesOf(snapshot));
}

/** The fields' menus. Zones have their offsets on the start day in the form. */
export const menus = {
  manager: peopleMenu,
  buddy: peopleMenu,
  sequences: (deps, query) => sequencesMenu(deps, query, 'onboarding'),
  timezone(deps, query, view) {
    const { start_day } = newHireFields.read(view?.state?.values ?? {});
    const { snapshot, day } = offeredNow(start_day, deps);
    return zonesMenu(zonesOf(snapshot), query, day);
  },
} satisfies Record<string, MenuOf<MenuDeps>>;

export const actions = {
  addLike: 'newhire_add_like',
  addAnother: 'newhire_add_another',
  openProfile: 'newhire_open_profile',
  correct: 'newhire_correct',
  open: 'newhire_open',
  resume: 'newhire_draft_resume',
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

function fieldsIn() {
  const messages = say();
  const { furtherMistakes, hints, labels } = messages;
  const whenUnavailable = furtherMistakes.unavailable;
  const sequences = sequencesField('onboarding', { label: labels.sequences, whenUnavailable });
  return {
    first_name: nameField('first_name'),
    last_name: nameField('last_name'),
    email: {
      sharedBy: 'nobody',
      ...emailField({
        label: labels.email,
        hint: hints.email,
        required: true,
        most: maxLength.email,
      }),
      check: (text: string) => (mistakeInEmail(text) === 'localPart' ? furtherMistakes.localPart : undefined),
      summary: ({ payload }: HireRequest) => payload.email,
    },
    start_day: {
      sharedBy: 'cohort',
      ...dateField({ label: labels.start_day, hint: hints.start_day }),
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
        entries: (offered: Offered) =>
          offeredRoles(offered).map(({ label, value }) => option(label, String(value))),
        nameOf: (value) => roleLabel(Number(value)),
      }),
      toRequest: Number,
      fromRequest: String,
      summary: messages.roleLine,
      isFurther: true,
    },
    position: {
      ...textField({ label: labels.position, most: maxLength.position }),
      summary: ({ payload }: HireRequest) => payload.position,
      isPublic: true,
      isFurther: true,
    },
    timezone: {
      ...externalSelectField<Offered>({
        label: labels.timezone,
        hint: hints.timezone,
        placeholder: messages.findZone,
        isOffered: () => true,
        whenUnavailable,
      }),
      fit,
      isAside: true,
      toRequest: ({ value }: Entry) => value,
      fromRequest: (zone: string, _context: HireContext, { day }: Offered) => zoneOption(zone, day),
      isFurther: true,
    },
    language: {
      isAside: true,
      ...selectField({ label: labels.language, hint: hints.language, entries: languageOptions }),
      isFurther: true,
    },
    phone: {
      sharedBy: 'nobody',
      ...textField({ label: labels.phone, hint: hints.phone, most: maxLength.phone }),
      isFurther: true,
    },
    message: {
      sharedBy: 'nobody',
      ...textField({ label: labels.message, hint: hints.message, most: longestMessage, multiline: true }),
      check: (text: string) => (hasTemplateCode(text) ? furtherMistakes.template : undefined),
      isFurther: true,
    },
  } satisfies FieldsFor<HireRequest, Offered>;
}

function nameField(as: 'first_name' | 'last_name') {
  const field = textField({ label: say().labels[as], required: true, most: maxLength[as] });
  return { sharedBy: 'nobody' as const, ...field };
}

function companionField(as: Companion) {
  const { furtherMistakes, labels, personLine } = say();
  const [name, email] = [`${as}Name`, `${as}Email`] as const;
  return {
    ...employeeField({ label: labels[as], whenUnavailable: furtherMistakes.unavailable }),
    toContext: (entry: Entry, { snapshot }: Offered) => ({
      [name]: labelOf(entry),
      [email]: snapshot?.people.get(Number(entry.value))?.email || undefined,
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
  () => new RequestForm<HireFields, HireRequest, Offered>(NewHire, fieldsIn()),
);

/** For ids and values, which are equal in all languages. */
export const newHireFields = newHireForms();

/** Values that fit the form, and a notice at its top: `more`, `left` of a text, and values that don't fit. */
export function fitted(
  values: HireValues,
  offered: Offered,
  { left = [], more }: { left?: readonly LeftOut[] | undefined; more?: string | undefined } = {},
) {
  const fit = newHireFields.fit(values, offered);
  const [sentence, ...lines] = say().noticeOf(left, fit.unfit, more);
  const notice = sentence === undefined ? [] : [alert('info', sentence), ...listed(lines)];
  return { values: fit.values, notice };
}

/** Menu of languages: the ones the service lists, else those of released deployments. */
function languageOptions({ snapshot }: Offered): Entry[] {
  const described = snapshot?.description.languages ?? [];
  if (described.length > 0) return described.slice(0, 100).map(({ value, label }) => option(label, value));
  return languages.map(({ code, label }) => option(label, code));
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
export function offeredRoles({ snapshot }: OfferedInMenus): readonly OfferedRole[] {
  const described = snapshot?.description.roles ?? [];
  const said = described.filter(({ value }) => /^\d+$/.test(value));
  if (said.length === 0) return known;
  return said.slice(0, 100).map(({ value, label }) => {
    const role = known.find((one) => one.value === Number(value));
    return role ?? { value: Number(value), label, givesRights: true };
  });
}

/** Maps to the service's zones, with the UTC offset on the start day. */
function fit(entry: Entry, { snapshot, day }: Offered): Fit<Entry> {
  if (!entry.value || entry.value === unavailable) return {};
  const zone = serviceZone(entry.value, zonesOf(snapshot));
  return zone === undefined ? { unfit: [labelOf(entry)] } : { value: zoneOption(zone, day) };
}
