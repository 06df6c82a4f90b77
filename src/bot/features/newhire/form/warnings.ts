import type { Language } from '../../../../language.ts';
import { type Day, isDay, isWeekend } from '../../../../time/dates.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { words } from '../words.ts';
import type { HireValues } from './fields.ts';
import { areIgnored } from './parse.ts';

/** Something that may be meant so, or not. */
export interface Warning {
  /** Tells warnings apart, also those of one field, without naming a person. */
  code: string;
  field: keyof HireValues;
  text: string;
}

interface Surroundings {
  /** The employees by address, in lower case. */
  peopleByEmail: ReadonlyMap<string, Person> | undefined;
  /** The day it is for the new hire: in the zone that the form holds, else the organization's. */
  today: () => Day;
  /** The service makes nothing else, whatever role is asked for. */
  makesAdministrators: boolean;
  language: Language;
}

/** The code of the warning that the start day is empty. In a form that was just opened it is not even left out yet. */
export const noDay = 'no-day';

/** What is worth a second look in a form, whatever state it is in. */
export function warningsFor(values: HireValues, surroundings: Surroundings): Warning[] {
  const { peopleByEmail, today, makesAdministrators, language } = surroundings;
  return [
    ...takenAddress(values.email, peopleByEmail, language),
    ...startDay(values.start_day, today, language),
    ...nobodyInCharge(values, makesAdministrators, language),
  ];
}

function takenAddress(
  email: string | undefined,
  people: Surroundings['peopleByEmail'],
  language: Language,
): Warning[] {
  const person = people?.get((email ?? '').toLowerCase());
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
  const missing = (['manager', 'buddy'] as const).filter((name) => !values[name]);
  const [who] = missing.length === 2 ? (['both'] as const) : missing;
  return who ? [{ code: `alone-${who}`, field: 'sequences', text: sentences.alone[who] }] : [];
}
