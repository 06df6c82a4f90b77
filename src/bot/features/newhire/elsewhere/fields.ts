import { commonLanguage, inEachLanguage, type Language } from '../../../../language.ts';
import type { FieldOptions } from '../../../slack/forms/field.ts';
import { Form, type ValuesOf } from '../../../slack/forms/form.ts';
import { newHireForms } from '../form/fields.ts';
import type { Offered } from '../form/offered.ts';
import { words } from '../words.ts';
import { formId } from './ids.ts';

function fieldsIn(language: Language) {
  const { table } = newHireForms[language];
  const { startHint: hint } = words[language].elsewhere.form;
  return {
    start_day: { ...first(table.start_day), hint, required: true },
    manager: first(table.manager),
    buddy: first(table.buddy),
    timezone: first(table.timezone),
  };
}

/** Shows a field from the start: this form has no further ones. */
function first<F extends FieldOptions>(field: F): F {
  return { ...field, isFurther: false };
}

type Fields = ReturnType<typeof fieldsIn>;
export type ElsewhereValues = ValuesOf<Fields>;

export const elsewhereForms = inEachLanguage(
  (language) => new Form<Fields, Offered>(formId, fieldsIn(language)),
);

export const elsewhereFields = elsewhereForms[commonLanguage];
