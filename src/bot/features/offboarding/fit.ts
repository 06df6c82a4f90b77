import { isDay } from '../../../time/dates.ts';
import type { Snapshot } from '../../onboarding/directory/snapshot.ts';
import type { Prefill } from './form.ts';

/**
 * What of it can stand in the form: Slack refuses a whole form for one value that it does not take, and somebody or
 * something may be gone since it was sent. What cannot is given back, so that it can be said.
 */
export function fitted(
  { employee, last_day, sequences = [] }: Prefill,
  snapshot: Snapshot | undefined,
): { prefill: Prefill; unfit: string[] } {
  const isThere = employee?.value && (snapshot?.people.has(Number(employee.value)) ?? true);
  const isOffered = (id: number) =>
    snapshot?.sequences.some((sequence) => sequence.id === id && sequence.kind !== 'onboarding') ?? true;
  const offered = sequences.filter(({ value }) => isOffered(Number(value)));
  const isShown = last_day !== undefined && isDay(last_day) && last_day >= '1900-01-01';
  return {
    prefill: {
      employee: isThere ? employee : undefined,
      last_day: isShown ? last_day : undefined,
      sequences: offered,
    },
    unfit: [
      ...(employee && !isThere ? [employee.text.text] : []),
      ...(last_day !== undefined && !isShown ? [last_day] : []),
      ...sequences.filter((entry) => !offered.includes(entry)).map(({ text }) => text.text),
    ],
  };
}
