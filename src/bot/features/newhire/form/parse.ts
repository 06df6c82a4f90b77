import { commonLanguage, type Language } from '../../../../language.ts';
import { words } from '../words.ts';
import { type HireValues, newHireForms } from './fields.ts';

/**
 * Reads the form: its values and the payload, or its errors.
 * @param state `view.state.values`
 * @param makesAdministrators whether the service creates administrators only, regardless of the role
 */
export function readNewHire(
  state: unknown,
  makesAdministrators = false,
  language: Language = commonLanguage,
) {
  return parseNewHire(newHireForms[language].read(state), makesAdministrators, language);
}

/** Like `readNewHire`, for values that were read already. */
export function parseNewHire(values: HireValues, makesAdministrators: boolean, language: Language) {
  const { furtherMistakes, mistakes } = words[language];
  const further = areIgnored(values, makesAdministrators)
    ? { sequences: furtherMistakes.sequencesForRole }
    : {};
  return { values, ...newHireForms[language].parse(values, mistakes, further) };
}

/** Whether the service would ignore the chosen sequences: only new hires get them. */
export function areIgnored({ sequences = [], role }: HireValues, makesAdministrators: boolean): boolean {
  return sequences.length > 0 && (makesAdministrators || Number(role ?? 0) !== 0);
}
