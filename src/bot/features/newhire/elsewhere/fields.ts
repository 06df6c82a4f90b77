import { perLanguage } from '../../../../language.ts';
import type { FieldOptions } from '../../../slack/forms/field.ts';
import { Form, type ValuesOf } from '../../../slack/forms/form.ts';
import { newHireForms } from '../form/fields.ts';
import type { Offered } from '../form/offered.ts';
import { formId } from './ids.ts';
import { say } from './messages.ts';

function fieldsIn() {
  const { table } = newHireForms();
  const { startHint: hint } = say().form;
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

export const elsewhereForms = perLanguage(() => new Form<Fields, Offered>(formId, fieldsIn()));

export const elsewhereFields = elsewhereForms();
