import { commonLanguage, inEachLanguage, type Language } from '../../../../language.ts';
import { Form } from '../../../slack/forms/form.ts';
import { textField } from '../../../slack/forms/typed-fields.ts';
import { type HireValues, newHireFields, newHireForms } from '../form/fields.ts';
import type { Offered } from '../form/offered.ts';
import { words } from '../words.ts';
import { longestName, templateFormId } from './ids.ts';

/** What several people who start in a team, or in a role, have in common. */
export const templateNames = [
  'manager',
  'buddy',
  'sequences',
  'position',
  'role',
  'timezone',
  'language',
] as const;

/** What a template fills in. */
export type TemplateValues = Pick<HireValues, (typeof templateNames)[number]>;

function fieldsIn(language: Language) {
  const { table } = newHireForms[language];
  const { name: label, nameHint: hint } = words[language].templates;
  return {
    name: textField({ label, hint, required: true, most: longestName }),
    manager: table.manager,
    buddy: table.buddy,
    sequences: table.sequences,
    position: table.position,
    role: table.role,
    timezone: table.timezone,
    language: table.language,
  };
}

/** The form for a template, in each language. */
export const templateForms = inEachLanguage(
  (language) => new Form<ReturnType<typeof fieldsIn>, Offered>(templateFormId, fieldsIn(language)),
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

/** The ordinary role is what every form holds: it is nothing that a template says. */
function only(values: HireValues): TemplateValues {
  const { role, sequences = [] } = values;
  const held = Object.fromEntries(templateNames.map((name) => [name, values[name]]));
  const some = {
    ...held,
    role: role === '0' ? undefined : role,
    sequences: sequences.length > 0 ? sequences : undefined,
  };
  return Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined));
}
