import { z } from 'zod';
import { isDay } from '../../../time/dates.ts';
import { printable } from '../views/blocks.ts';
import type { FormReader } from '../views/inputs.ts';
import type { Field, FieldOptions, Fit, KeptField } from './field.ts';

/** What the fields have in common that hold a text. */
export const asText = {
  read: (form: FormReader, id: string) => form.text(id),
  toDraft: (text: string) => text,
  fromDraft: (stored: unknown) => z.string().safeParse(stored).data,
};

interface TextOptions extends FieldOptions {
  /** The most characters. */
  most?: number;
  /** Whether it has lines. */
  multiline?: boolean;
}

/** A text that is typed. */
export function textField(options: TextOptions): KeptField<string, unknown> {
  const { most, multiline = false } = options;
  return {
    ...options,
    ...asText,
    element: (text) => ({
      type: 'plain_text_input',
      multiline,
      ...(most !== undefined && { max_length: most }),
      ...(text !== undefined && { initial_value: text }),
    }),
    fit: (text) => fitText(typeable(text, multiline), ({ length }) => length <= (most ?? length)),
  };
}

interface NumberOptions extends FieldOptions {
  least: number;
  most: number;
}

/** A whole number; it holds what was typed. */
export function numberField({ least, most, ...options }: NumberOptions): Field<string, unknown> {
  const isNumber = (text: string) =>
    /^-?\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return {
    ...options,
    read: asText.read,
    element: (text) => ({
      type: 'number_input',
      is_decimal_allowed: false,
      min_value: String(least),
      max_value: String(most),
      ...(text !== undefined && isNumber(text) && { initial_value: text }),
    }),
  };
}

interface EmailOptions extends FieldOptions {
  /** Whether it is an address, and not too long. */
  isAddress(text: string): boolean;
}

/** An address. Slack looks at it too, and is less strict. */
export function emailField(options: EmailOptions): KeptField<string, unknown> {
  return {
    ...options,
    ...asText,
    element: (text) => ({ type: 'email_text_input', ...(text !== undefined && { initial_value: text }) }),
    fit: (text) => fitText(typeable(text, false), options.isAddress),
  };
}

/** A calendar day, YYYY-MM-DD. */
export function dateField(options: FieldOptions): KeptField<string, unknown> {
  return {
    ...options,
    ...asText,
    element: (day) => ({ type: 'datepicker', ...(day !== undefined && { initial_date: day }) }),
    said: (day, how) => (isDay(day) ? how.day(day) : day),
    // Slack's calendar begins there.
    fit: (day) => fitText(day, () => isDay(day) && day >= '1900-01-01'),
  };
}

function fitText(text: string, fits: (text: string) => boolean): Fit<string> {
  if (text === '') return {};
  return fits(text) ? { value: text } : { unfit: [text] };
}

/** Without what no keyboard types. */
function typeable(text: string, hasLines: boolean): string {
  const clean = printable(text);
  return (hasLines ? clean : clean.replace(/[\n\t]/g, ' ')).trim();
}
