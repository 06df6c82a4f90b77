import { z } from 'zod';
import { maxLength, NewHire } from '../../../../contract/new-hire.ts';
import type { Day } from '../../../../time/dates.ts';
import type { NewRequest } from '../../../ledger/requests/request.ts';
import { namesOf, type Person } from '../../../onboarding/directory/person.ts';
import { printable } from '../../../slack/views/blocks.ts';
import type { FormDeps } from '../deps.ts';
import { type HireValues, newHireFields, newHireForms } from '../form/fields.ts';
import { offeredNow } from '../form/offered.ts';
import { type HireContext, type HirePayload, kind, personName } from '../request.ts';
import type { ElsewhereValues } from './fields.ts';

/** Fields that the service's list has. */
const told = { first_name: true, last_name: true, email: true, role: true } as const;

/** Choices in the form, without names: carried between windows. */
export const Chosen = z.object({
  id: z.string(),
  /** Fields missing from the list, by the API's names. */
  sent: NewHire.omit(told).required({ start_day: true }),
});
export type Chosen = z.infer<typeof Chosen>;

export function chosenIn(id: string, start_day: Day, values: ElsewhereValues): Chosen {
  return { id, sent: { ...newHireFields.sent(values), start_day } };
}

/** Values as the new-hire form would hold them, from the list and the choices. */
export function valuesOf(person: Person, { sent }: Chosen, deps: FormDeps): HireValues {
  const payload = payloadOf(person, sent);
  const context = { personName: '', sequenceNames: [], viewId: '' };
  return newHireForms().fromRequest({ payload, context }, offeredNow(sent.start_day, deps));
}

/** Request about a person who is already in the service. */
export function hireOf(
  person: Person,
  chosen: Chosen,
  { requester }: { requester: string },
  deps: FormDeps,
): NewRequest<HirePayload, HireContext> {
  const { id, sent } = chosen;
  const payload = payloadOf(person, sent);
  const context: HireContext = {
    ...{ personName: personName(payload.first_name, payload.last_name), sequenceNames: [], viewId: '' },
    addedElsewhere: true,
    ...newHireFields.contextOf(valuesOf(person, chosen, deps), offeredNow(sent.start_day, deps)),
  };
  return { kind, payload, context, requester, submission: `elsewhere ${id}` };
}

function payloadOf(person: Person, sent: Chosen['sent']): HirePayload {
  return { ...namesIn(person), email: person.email, role: person.role ?? 0, ...sent };
}

/** Cut to the form's limits, since others may have entered any text. */
function namesIn(person: Person) {
  const { first, last } = namesOf(person) ?? { first: person.name, last: '' };
  const cut = (name: string, most: number) => printable(name).trim().slice(0, most);
  return { first_name: cut(first, maxLength.first_name), last_name: cut(last, maxLength.last_name) };
}
