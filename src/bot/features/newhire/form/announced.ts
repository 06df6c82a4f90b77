import type { KnownBlock } from '@slack/types';
import { isDay } from '../../../../time/dates.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import { say as sayElsewhere } from '../elsewhere/messages.ts';
import { say } from '../messages.ts';
import type { HireRequest } from '../request.ts';
import { type HireValues, newHireFields, newHireForms, type Offered } from './fields.ts';

/** Fields that the service has about a proposed person. */
export const broughtByProposal: readonly string[] = ['first_name', 'last_name', 'email', 'role'];

/** The fields about a proposed person: what Frontdesk announces, without what only the service needs. */
export function announcedFields() {
  const { start_day, manager, buddy, position, timezone } = newHireForms().table;
  return {
    start_day: { ...start_day, hint: sayElsewhere().form.startHint, required: true },
    manager,
    buddy,
    position,
    timezone,
  };
}

/** Checks the fields about a proposed person. The service's own data isn't checked again. */
export function parseAnnounced(values: HireValues, { payload, resultId }: HireRequest) {
  const { start_day = '', manager, buddy } = values;
  const { notThemselves } = sayElsewhere().form;
  const isThemselves = (entry: typeof manager) => entry !== undefined && entry.value === String(resultId);
  const found: Partial<Record<keyof HireValues, string | undefined>> = {
    ...newHireForms().checked({ ...values, email: undefined }),
    ...(!isDay(start_day) && { start_day: say().mistakes.start_day }),
    ...(isThemselves(manager) && { manager: notThemselves }),
    ...(isThemselves(buddy) && { buddy: notThemselves }),
  };
  const errors = Object.fromEntries(
    Object.entries(found).flatMap(([name, one]) => (one ? [[name, one]] : [])),
  );
  return Object.keys(errors).length > 0
    ? { ok: false as const, errors }
    : { ok: true as const, payload: { ...payload, ...newHireFields.sent(values) } };
}

/** Values with those of the proposal, which the form doesn't ask for. */
export function withBrought(
  typed: HireValues,
  { proposal, offered }: { proposal: HireRequest | undefined; offered: Offered },
) {
  return proposal ? { ...newHireFields.fromRequest(proposal, offered), ...typed } : typed;
}

export function aboutProposal({ context, payload }: HireRequest): KnownBlock[] {
  const { who } = sayElsewhere();
  return [paragraph(who(context.personName, payload.email))];
}
