import { z } from 'zod';
import { isDay } from '../../../time/dates.ts';
import { printable } from '../views/blocks.ts';
import type { FormReader } from '../views/inputs.ts';
import type { Field, FieldOptions, Fit, KeptField } from './field.ts';

export const asText = {
  read: (form: FormReader, id: string) => form.text(id),
  toDraft: (text: string) => text,
  fromDraft: (stored: unknown) => z.string().safeParse(stored).data,
};

interface TextOptions extends FieldOptions {
  most?: number;
  multiline?: boolean;
}

/** Text input. */
export function textField(options: TextOptions): KeptField<string, unknown> {
  const { most, multiline = false } = options;
  return {
    ...options,
    ...asText,
    isTyped: true,
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

/** Whole number; its value is the typed text. */
export function numberField({ least, most, ...options }: NumberOptions): Field<string, unknown> {
  const isNumber = (text: string) =>
    /^-?\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return {
    ...options,
    isTyped: true,
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

/**
 * Whether Slack takes an address as initial value of an email field; it refuses the whole view otherwise
 * (node-slack-sdk#1580). Unlike the onboarding service it requires a dot in the domain, and is less strict otherwise.
 */
export function fitsEmailField(text: string): boolean {
  return /^[^\s@"<>()[\],;:\\]+@[^\s@"<>()[\],;:\\.]+(?:\.[^\s@"<>()[\],;:\\.]+)+$/.test(text);
}

interface EmailOptions extends FieldOptions {
  most: number;
}

/** Email input. */
export function emailField({ most, ...options }: EmailOptions): KeptField<string, unknown> {
  return {
    ...options,
    ...asText,
    isTyped: true,
    element: (text) => ({ type: 'email_text_input', ...(text !== undefined && { initial_value: text }) }),
    fit: (text) => fitText(typeable(text, false), (typed) => typed.length <= most && fitsEmailField(typed)),
  };
}

/** Date picker; its value is a calendar day, YYYY-MM-DD. */
export function dateField(options: FieldOptions): KeptField<string, unknown> {
  return {
    ...options,
    ...asText,
    element: (day) => ({ type: 'datepicker', ...(day !== undefined && { initial_date: day }) }),
    said: (day, how) => (isDay(day) ? how.day(day) : day),
    // Slack's calendar begins in 1900.
    fit: (day) => fitText(day, () => isDay(day) && day >= '1900-01-01'),
  };
}

function fitText(text: string, fits: (text: string) => boolean): Fit<string> {
  if (text === '') return {};
  return fits(text) ? { value: text } : { unfit: [text] };
}

function typeable(text: string, hasLines: boolean): string {
  const clean = printable(text);
  return (hasLines ? clean : clean.replace(/[\n\t]/g, ' ')).trim();
}
