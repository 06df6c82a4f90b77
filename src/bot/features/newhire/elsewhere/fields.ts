import { commonLanguage, inEachLanguage, type Language } from '../../../../language.ts';
import type { FieldOptions } from '../../../slack/forms/field.ts';
import { Form, type ValuesOf } from '../../../slack/forms/form.ts';
import { newHireForms } from '../form/fields.ts';
import type { Offered } from '../form/offered.ts';
import { words } from '../words.ts';
import { formId } from './ids.ts';

/** What the service's list does not tell of somebody. */
function fieldsIn(language: Language) {
  const { table } = newHireForms[language];
  const { startHint: hint } = words[language].elsewhere.form;
  return {
    start_day: { ...quiet(table.start_day), hint, required: true },
    manager: quiet(table.manager),
    buddy: quiet(table.buddy),
    timezone: quiet(table.timezone),
  };
}

/** Nothing follows a change here, and there is nothing else to fill in. */
function quiet<F extends FieldOptions>(field: F): F {
  return { ...field, dispatches: false, isFurther: false };
}

type Fields = ReturnType<typeof fieldsIn>;
export type ElsewhereValues = ValuesOf<Fields>;

/** The form, in each language. */
export const elsewhereForms = inEachLanguage(
  (language) => new Form<Fields, Offered>(formId, fieldsIn(language)),
);

/** For its ids. */
export const elsewhereFields = elsewhereForms[commonLanguage];
