import { z } from 'zod';
import { maxLength } from '../../../../contract/new-hire.ts';
import type { Language } from '../../../../language.ts';
import type { NewRequest } from '../../../ledger/requests/request.ts';
import { employeeEntry } from '../../../menus.ts';
import { namesOf, type Person } from '../../../onboarding/directory/person.ts';
import { printable } from '../../../slack/views/blocks.ts';
import { zoneOption } from '../../../zones.ts';
import type { FormDeps } from '../deps.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { offeredNow } from '../form/offered.ts';
import { type HireContext, type HirePayload, kind, personName } from '../request.ts';
import type { ElsewhereValues } from './fields.ts';

/** What was chosen in the form, without anybody's name: it is carried from one window to the next. */
export const Chosen = z.object({
  /** The person's reference. */
  id: z.string(),
  day: z.iso.date(),
  manager: z.int().optional(),
  buddy: z.int().optional(),
  zone: z.string().optional(),
});
export type Chosen = z.infer<typeof Chosen>;

export function chosenIn(id: string, day: string, values: ElsewhereValues): Chosen {
  const { manager, buddy, timezone } = values;
  return {
    id,
    day,
    ...(manager && { manager: Number(manager.value) }),
    ...(buddy && { buddy: Number(buddy.value) }),
    ...(timezone && { zone: timezone.value }),
  };
}

/** The same as the form for a new hire would hold it, with what the list tells. */
export function valuesOf(
  person: Person,
  { day, manager, buddy, zone }: Chosen,
  deps: FormDeps,
  language: Language,
): HireValues {
  const offered = offeredNow(day, deps);
  const entry = (id: number) => employeeEntry(id, undefined, offered, language);
  const { first, last } = namesIn(person);
  return {
    first_name: first,
    last_name: last,
    email: person.email,
    start_day: day,
    ...(manager !== undefined && { manager: entry(manager) }),
    ...(buddy !== undefined && { buddy: entry(buddy) }),
    ...(zone !== undefined && { timezone: zoneOption(zone, day) }),
  };
}

/** The request that tells of somebody who is in the service already. */
export function hireOf(
  person: Person,
  chosen: Chosen,
  { requester, language }: { requester: string; language: Language },
  deps: FormDeps,
): NewRequest<HirePayload, HireContext> {
  const { id, day, manager, buddy, zone } = chosen;
  const { first, last } = namesIn(person);
  const payload: HirePayload = {
    ...{ first_name: first, last_name: last, email: person.email, role: person.role ?? 0, start_day: day },
    ...(manager !== undefined && { manager }),
    ...(buddy !== undefined && { buddy }),
    ...(zone !== undefined && { timezone: zone }),
  };
  const context: HireContext = {
    ...{ personName: personName(first, last), sequenceNames: [], viewId: '', addedElsewhere: true },
    ...newHireFields.contextOf(valuesOf(person, chosen, deps, language), offeredNow(day, deps)),
  };
  return { kind, payload, context, requester, submission: `elsewhere ${id}` };
}

/** As far as they fit: what others wrote can be anything. */
function namesIn(person: Person): { first: string; last: string } {
  const { first, last } = namesOf(person) ?? { first: person.name, last: '' };
  const cut = (name: string, most: number) => printable(name).trim().slice(0, most);
  return { first: cut(first, maxLength.first_name), last: cut(last, maxLength.last_name) };
}
