import type { Language } from '../../../../language.ts';
import { type Day, dayIn, isDay, isWeekend, isZone } from '../../../../time/dates.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { Snapshot } from '../../../onboarding/directory/snapshot.ts';
import type { FormDeps } from '../deps.ts';
import { Companion } from '../request.ts';
import { words } from '../words.ts';
import type { HireValues } from './fields.ts';
import { areIgnored } from './parse.ts';
import { type OfferedRole, offeredRoles } from './roles.ts';

/** Something that may be meant so, or not. */
export interface Warning {
  /** Tells warnings apart, also those of one field, without naming a person. */
  code: string;
  field: keyof HireValues;
  text: string;
}

/** The code of the warning that the start day is empty. In a form that was just opened it is not even left out yet. */
export const noDay = 'no-day';

export type Advice = ReturnType<typeof adviceFor>;

/** What is worth a second look in a form, whatever state it is in: warnings, and the role where it gives something. */
export function adviceFor(values: HireValues, { directory, settings, clock }: FormDeps, language: Language) {
  const snapshot = directory.current();
  const zone = values.timezone?.value ?? '';
  // The day it is for the new hire: in the zone that the form holds, else the organization's.
  const today = () => dayIn(isZone(zone) ? zone : settings().timezone, clock.now());
  const warnings = [
    ...takenAddress(snapshot?.peopleByEmail.get((values.email ?? '').toLowerCase()), language),
    ...startDay(values.start_day, today, language),
    ...nobodyInCharge(values, snapshot?.creates === 'administrators', language),
  ];
  return { warnings, role: roleToConfirm(values, snapshot), language };
}

/** The role that the person would get, unless it is a new hire's; whatever was chosen, where the service makes only one. */
function roleToConfirm(values: HireValues, snapshot: Snapshot | undefined): OfferedRole | undefined {
  const roles = offeredRoles(snapshot?.description.roles);
  const chosen = snapshot?.creates === 'administrators' ? 1 : Number(values.role ?? 0);
  return chosen === 0 ? undefined : roles.find(({ value }) => value === chosen);
}

function takenAddress(person: Person | undefined, language: Language): Warning[] {
  if (!person) return [];
  return [{ code: `taken-${person.id}`, field: 'email', text: words[language].warnings.taken(person.name) }];
}

function startDay(day: string | undefined, todayThere: () => Day, language: Language): Warning[] {
  const { warnings: sentences } = words[language];
  const field = 'start_day';
  if (day === undefined) return [{ code: noDay, field, text: sentences.noDay }];
  if (!isDay(day)) return [];
  const today = todayThere();
  return [
    ...(day < today ? [{ code: `past-${day}`, field, text: sentences.past(day) } as const] : []),
    ...(day === today ? [{ code: `today-${day}`, field, text: sentences.today } as const] : []),
    ...(isWeekend(day) ? [{ code: `weekend-${day}`, field, text: sentences.weekend(day) } as const] : []),
  ];
}

function nobodyInCharge(values: HireValues, makesAdministrators: boolean, language: Language): Warning[] {
  if (!values.sequences?.length) return [];
  const { warnings: sentences, furtherMistakes } = words[language];
  // Said beside the field as soon as the role is chosen; submitted, it is a mistake and not a question.
  if (areIgnored(values, makesAdministrators))
    return [{ code: 'no-sequences', field: 'sequences', text: furtherMistakes.sequencesForRole }];
  const missing = Companion.options.filter((name) => !values[name]);
  const [who] = missing.length === 2 ? (['both'] as const) : missing;
  return who ? [{ code: `alone-${who}`, field: 'sequences', text: sentences.alone[who] }] : [];
}
