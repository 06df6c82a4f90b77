import { furtherMistakes, mistakes } from '../messages.ts';
import { type HireValues, newHireFields } from './fields.ts';

/**
 * Reads the form back: what it holds and what to send, or what is wrong where.
 * @param state `view.state.values`
 * @param makesAdministrators whether the service makes nothing else, whatever role is asked for
 */
export function readNewHire(state: unknown, makesAdministrators = false) {
  const values = newHireFields.read(state);
  const further = areIgnored(values, makesAdministrators)
    ? { sequences: furtherMistakes.sequencesForRole }
    : {};
  return { values, ...newHireFields.parse(values, mistakes, further) };
}

/** Whether the service would ignore the chosen sequences: it assigns them to new hires alone. */
export function areIgnored({ sequences = [], role }: HireValues, makesAdministrators: boolean): boolean {
  return sequences.length > 0 && (makesAdministrators || Number(role ?? 0) !== 0);
}
