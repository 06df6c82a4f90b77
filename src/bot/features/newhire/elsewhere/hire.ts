import { z } from 'zod';
import { maxLength, NewHire } from '../../../../contract/new-hire.ts';
import type { Language } from '../../../../language.ts';
import type { Day } from '../../../../time/dates.ts';
import type { NewRequest } from '../../../ledger/requests/request.ts';
import { namesOf, type Person } from '../../../onboarding/directory/person.ts';
import { printable } from '../../../slack/views/blocks.ts';
import type { FormDeps } from '../deps.ts';
import { type HireValues, newHireFields, newHireForms } from '../form/fields.ts';
import { offeredNow } from '../form/offered.ts';
import { type HireContext, type HirePayload, kind, personName } from '../request.ts';
import type { ElsewhereValues } from './fields.ts';

/** What the service's list tells of a person. */
const told = { first_name: true, last_name: true, email: true, role: true } as const;

/** What was chosen in the form, without anybody's name: it is carried from one window to the next. */
export const Chosen = z.object({
  /** The person's reference. */
  id: z.string(),
  /** What the list doesn't tell of them, by the API's names. */
  sent: NewHire.omit(told).required({ start_day: true }),
});
export type Chosen = z.infer<typeof Chosen>;

export function chosenIn(id: string, start_day: Day, values: ElsewhereValues): Chosen {
  return { id, sent: { ...newHireFields.sent(values), start_day } };
}

/** The same as the form for a new hire would hold it, with what the list tells. */
export function valuesOf(person: Person, { sent }: Chosen, deps: FormDeps, language: Language): HireValues {
  const payload = payloadOf(person, sent);
  const context = { personName: '', sequenceNames: [], viewId: '' };
  return newHireForms[language].fromRequest({ payload, context }, offeredNow(sent.start_day, deps));
}

/** The request that tells of somebody who is in the service already. */
export function hireOf(
  person: Person,
  chosen: Chosen,
  { requester, language }: { requester: string; language: Language },
  deps: FormDeps,
): NewRequest<HirePayload, HireContext> {
  const { id, sent } = chosen;
  const payload = payloadOf(person, sent);
  const context: HireContext = {
    ...{ personName: personName(payload.first_name, payload.last_name), sequenceNames: [], viewId: '' },
    addedElsewhere: true,
    ...newHireFields.contextOf(valuesOf(person, chosen, deps, language), offeredNow(sent.start_day, deps)),
  };
  return { kind, payload, context, requester, submission: `elsewhere ${id}` };
}

function payloadOf(person: Person, sent: Chosen['sent']): HirePayload {
  return { ...namesIn(person), email: person.email, role: person.role ?? 0, ...sent };
}

/** As far as they fit: what others wrote can be anything. */
function namesIn(person: Person) {
  const { first, last } = namesOf(person) ?? { first: person.name, last: '' };
  const cut = (name: string, most: number) => printable(name).trim().slice(0, most);
  return { first_name: cut(first, maxLength.first_name), last_name: cut(last, maxLength.last_name) };
}
