import { say } from '../messages.ts';
import { type HireValues, newHireForms } from './fields.ts';

/**
 * Reads the form: its values and the payload, or its errors.
 * @param state `view.state.values`
 * @param makesAdministrators whether the service creates administrators only, regardless of the role
 */
export function readNewHire(state: unknown, makesAdministrators = false) {
  return parseNewHire(newHireForms().read(state), makesAdministrators);
}

/** Like `readNewHire`, for values that were read already. */
export function parseNewHire(values: HireValues, makesAdministrators: boolean) {
  const { furtherMistakes, mistakes } = say();
  const further = areIgnored(values, makesAdministrators)
    ? { sequences: furtherMistakes.sequencesForRole }
    : {};
  return { values, ...newHireForms().parse(values, mistakes, further) };
}

/** Whether the service would ignore the chosen sequences: only new hires get them. */
export function areIgnored({ sequences = [], role }: HireValues, makesAdministrators: boolean): boolean {
  return sequences.length > 0 && (makesAdministrators || Number(role ?? 0) !== 0);
}
