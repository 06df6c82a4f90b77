import { type Day, isDay, isWeekend } from '../../../../time/dates.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { FormReader } from '../../../slack/views/inputs.ts';
import { furtherMistakes, warnings as sentences } from '../messages.ts';
import type { FieldId } from './fields.ts';
import { getsSequences } from './parse.ts';

/** Something that may be meant so, or not. */
export interface Warning {
  /** Tells warnings apart, also those of one field, without naming a person. */
  code: string;
  field: FieldId;
  text: string;
}

interface Surroundings {
  /** The employees by address, in lower case. */
  peopleByEmail: ReadonlyMap<string, Person> | undefined;
  /** The day it is for the new hire: in the zone that the form holds, else the organization's. */
  today: () => Day;
  /** The service makes nothing else, whatever role is asked for. */
  makesAdministrators: boolean;
}

/** The code of the warning that the start day is empty. In a form that was just opened it is not even left out yet. */
export const noDay = 'no-day';

/** What is worth a second look in a form, whatever state it is in. */
export function warningsFor(form: FormReader, surroundings: Surroundings): Warning[] {
  const { peopleByEmail, today, makesAdministrators } = surroundings;
  return [
    ...takenAddress(form.text('email'), peopleByEmail),
    ...startDay(form.text('start_day'), today),
    ...nobodyInCharge(form, makesAdministrators),
  ];
}

function takenAddress(email: string | undefined, people: Surroundings['peopleByEmail']): Warning[] {
  const person = people?.get((email ?? '').toLowerCase());
  if (!person) return [];
  return [{ code: `taken-${person.id}`, field: 'email', text: sentences.taken(person.name) }];
}

function startDay(day: string | undefined, todayThere: () => Day): Warning[] {
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

/** Said beside the field as soon as the role is chosen; submitted, it is a mistake and not a question. */
const ignored: Warning = {
  code: 'no-sequences',
  field: 'sequences',
  text: furtherMistakes.sequencesForRole,
};

function nobodyInCharge(form: FormReader, makesAdministrators: boolean): Warning[] {
  if (form.choices('sequences').length === 0) return [];
  if (!getsSequences(form, makesAdministrators)) return [ignored];
  const missing = (['manager', 'buddy'] as const).filter((id) => !form.choice(id));
  const [who] = missing.length === 2 ? (['both'] as const) : missing;
  return who ? [{ code: `alone-${who}`, field: 'sequences', text: sentences.alone[who] }] : [];
}
