import { commonLanguage, inEachLanguage, type Language } from '../../../../language.ts';
import { Form } from '../../../slack/forms/form.ts';
import { textField } from '../../../slack/forms/typed-fields.ts';
import { type HireFields, type HireValues, newHireFields, newHireForms } from '../form/fields.ts';
import type { Offered } from '../form/offered.ts';
import { words } from '../words.ts';
import { longestName, templateFormId } from './ids.ts';

/** Fields that hires of a team or role have in common. */
export const templateNames = newHireFields.namesSharedBy('team');

export type TemplateValues = HireValues;

type Fields = HireFields & { name: ReturnType<typeof textField> };

function fieldsIn(language: Language) {
  const { table } = newHireForms[language];
  const { name: label, nameHint: hint } = words[language].templates;
  return {
    name: textField({ label, hint, required: true, most: longestName }),
    ...Object.fromEntries(templateNames.map((name) => [name, table[name]])),
  } as Fields;
}

export const templateForms = inEachLanguage(
  (language) => new Form<Fields, Offered>(templateFormId, fieldsIn(language)),
);

export const templateFields = templateForms[commonLanguage];

/** Converts a template's values for storage. */
export function toStored(values: TemplateValues): object {
  return newHireFields.toDraft(only(values));
}

/** Values of a stored template; empty if it can't be read. */
export function fromStored(content: unknown): TemplateValues {
  return only(newHireFields.fromDraft(content) ?? {});
}

/** Drops values that are equal to the form's presets. */
function only(values: HireValues): TemplateValues {
  const held = newHireFields.filledIn(values).filter((name) => templateNames.includes(name));
  return Object.fromEntries(held.map((name) => [name, values[name]]));
}
