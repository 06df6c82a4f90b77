import { commonLanguage, inEachLanguage, type Language } from '../../../../language.ts';
import { Form } from '../../../slack/forms/form.ts';
import { textField } from '../../../slack/forms/typed-fields.ts';
import { type HireFields, type HireValues, newHireFields, newHireForms } from '../form/fields.ts';
import type { Offered } from '../form/offered.ts';
import { words } from '../words.ts';
import { longestName, templateFormId } from './ids.ts';

/** What several people who start in a team, or in a role, have in common. */
export const templateNames = newHireFields.namesSharedBy('team');

/** What a template fills in. */
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

/** The form for a template, in each language. */
export const templateForms = inEachLanguage(
  (language) => new Form<Fields, Offered>(templateFormId, fieldsIn(language)),
);

/** For its ids. */
export const templateFields = templateForms[commonLanguage];

/** A template as it is stored. */
export function toStored(values: TemplateValues): object {
  return newHireFields.toDraft(only(values));
}

/** Empty where nothing of it can be read. */
export function fromStored(content: unknown): TemplateValues {
  return only(newHireFields.fromDraft(content) ?? {});
}

/** What stands in every form by itself is nothing that a template says. */
function only(values: HireValues): TemplateValues {
  const held = newHireFields.filledIn(values).filter((name) => templateNames.includes(name));
  return Object.fromEntries(held.map((name) => [name, values[name]]));
}
