import type { Clock } from '../../../time/clock.ts';
import { dayIn } from '../../../time/dates.ts';
import { personOption } from '../../menus.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { option } from '../../slack/views/inputs.ts';
import type { Prefill } from './form/form.ts';
import { zoneOption } from './form/zones.ts';
import { unnamedPerson, unnamedSequence } from './messages.ts';
import type { HireRequest } from './request.ts';

/** Fills the form with everything that an earlier request held, so that it can be corrected and sent again. */
export function prefillFrom({ payload, context }: HireRequest, directory: Directory, clock: Clock): Prefill {
  const people = directory.current()?.people;
  // Somebody who is not known any more is still named: the form says that it could not be filled in with them.
  const person = (id: number | undefined, name: string | undefined) => {
    if (id === undefined) return undefined;
    const found = people?.get(id);
    return found ? personOption(found) : option(name ?? unnamedPerson(id), String(id));
  };
  const day = payload.start_day ?? dayIn('UTC', clock.now());
  return {
    ...payload,
    manager: person(payload.manager, context.managerName),
    buddy: person(payload.buddy, context.buddyName),
    sequences: payload.sequences?.map((id, index) =>
      option(context.sequenceNames[index] ?? unnamedSequence(id), String(id)),
    ),
    timezone: payload.timezone === undefined ? undefined : zoneOption(payload.timezone, day),
  };
}
