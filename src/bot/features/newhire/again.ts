import type { Clock } from '../../../clock.ts';
import { dayIn } from '../../../dates.ts';
import type { RequestOf } from '../../ledger/request.ts';
import { personOption } from '../../menus.ts';
import type { Directory } from '../../onboarding/directory.ts';
import { option } from '../../slack/inputs.ts';
import type { Prefill } from './form.ts';
import { unnamedSequence } from './messages.ts';
import { zoneOption } from './zones.ts';

/** Fills the form with everything that an earlier request held, so that it can be corrected and sent again. */
export function prefillFrom(
  { payload, context }: RequestOf<'newhire'>,
  directory: Directory,
  clock: Clock,
): Prefill {
  const people = directory.current()?.people;
  const person = (id: number | undefined) => {
    const found = id === undefined ? undefined : people?.get(id);
    return found && personOption(found);
  };
  const day = payload.start_day ?? dayIn('UTC', clock.now());
  return {
    ...payload,
    manager: person(payload.manager),
    buddy: person(payload.buddy),
    sequences: payload.sequences?.map((id, index) =>
      option(context.sequenceNames[index] ?? unnamedSequence(id), String(id)),
    ),
    timezone: payload.timezone === undefined ? undefined : zoneOption(payload.timezone, day),
  };
}
