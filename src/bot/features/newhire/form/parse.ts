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
  const form = newHireForms[language];
  const { furtherMistakes, mistakes } = words[language];
  const values = form.read(state);
  const further = areIgnored(values, makesAdministrators)
    ? { sequences: furtherMistakes.sequencesForRole }
    : {};
  return { values, ...form.parse(values, mistakes, further) };
}

/** Whether the service would ignore the chosen sequences: it assigns them to new hires alone. */
export function areIgnored({ sequences = [], role }: HireValues, makesAdministrators: boolean): boolean {
  return sequences.length > 0 && (makesAdministrators || Number(role ?? 0) !== 0);
}
