import { Offboarding } from '../../../contract/offboarding.ts';
import type { Day } from '../../../time/dates.ts';
import { readForm, unavailable } from '../../slack/views/inputs.ts';
import type { FieldId } from './fields.ts';
import { mistakes } from './messages.ts';

/** What a submitted form holds: what to send and what messages call it, or what is wrong where. */
type ReadResult =
  | { ok: true; offboarding: Offboarding; personName: string; sequenceNames: string[] }
  | { ok: false; errors: Partial<Record<FieldId, string>> };

/** Reads the form back; everything wrong is told at once. @param today in the organization's zone */
export function readOffboarding(values: unknown, today: Day): ReadResult {
  const form = readForm(values);
  const employee = form.choice('employee');
  const lastDay = form.text('last_day');
  const sequences = form.choices('sequences');
  const errors = {
    ...(!employee && { employee: mistakes.employee }),
    ...(employee?.value === unavailable && { employee: mistakes.unavailable }),
    ...(lastDay === undefined && { last_day: mistakes.last_day }),
    ...(lastDay !== undefined && lastDay < today && { last_day: mistakes.past(today) }),
    ...(sequences.some(({ value }) => value === unavailable) && { sequences: mistakes.unavailable }),
  };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    offboarding: Offboarding.parse({
      user: Number(employee?.value),
      termination_date: lastDay,
      sequences: [...new Set(sequences.map(({ value }) => Number(value)))],
    }),
    personName: employee?.label ?? '',
    sequenceNames: sequences.map(({ label }) => label),
  };
}
