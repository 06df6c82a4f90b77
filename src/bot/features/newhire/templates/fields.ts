import { textField } from '../../../slack/forms/field.ts';
import { longestTemplateName } from '../../../storage/templates.ts';
import { type HireFields, type HireValues, newHireFields, newHireForms } from '../form/fields.ts';
import { say } from './messages.ts';

/** Fields that hires of a team or role have in common. */
export const templateNames = newHireFields.namesSharedBy('team');

export type TemplateValues = HireValues;

type Fields = HireFields & { name: ReturnType<typeof textField> };

export function templateTable() {
  const { table } = newHireForms();
  const { name: label, nameHint: hint } = say();
  return {
    name: textField({ label, hint, required: true, most: longestTemplateName }),
    ...Object.fromEntries(templateNames.map((name) => [name, table[name]])),
  } as Fields;
}

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
