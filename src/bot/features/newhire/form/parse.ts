import { commonLanguage, type Language } from '../../../../language.ts';
import { words } from '../words.ts';
import { type HireValues, newHireForms } from './fields.ts';

/**
 * Reads the form back: what it holds and what to send, or what is wrong where.
 * @param state `view.state.values`
 * @param makesAdministrators whether the service makes nothing else, whatever role is asked for
 */
export function readNewHire(
  state: unknown,
  makesAdministrators = false,
  language: Language = commonLanguage,
) {
  return parseNewHire(newHireForms[language].read(state), makesAdministrators, language);
}

/** The same of what a form held. */
export function parseNewHire(values: HireValues, makesAdministrators: boolean, language: Language) {
  const { furtherMistakes, mistakes } = words[language];
  const further = areIgnored(values, makesAdministrators)
    ? { sequences: furtherMistakes.sequencesForRole }
    : {};
  return { values, ...newHireForms[language].parse(values, mistakes, further) };
}

/** Whether the service would ignore the chosen sequences: it assigns them to new hires alone. */
export function areIgnored({ sequences = [], role }: HireValues, makesAdministrators: boolean): boolean {
  return sequences.length > 0 && (makesAdministrators || Number(role ?? 0) !== 0);
}
