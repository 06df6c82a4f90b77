import type { ConversationsSelect, InputBlock } from '@slack/types';
import { z } from 'zod';
import { isDay } from '../../../time/dates.ts';
import { say } from '../messages.ts';
import { plain, printable } from '../views/blocks.ts';
import { type Entry, type FormReader, labelOf, option, unavailable } from '../views/view.ts';

export interface FieldOptions {
  label: string;
  hint?: string;
  /** Block id, if it differs from the field's name in the table. */
  id?: string;
  required?: boolean;
  /** Whether it is hidden behind a button that shows more of the form. */
  isFurther?: boolean;
}

/** One field of a form. `Offered`: the choices that the form has at the moment. */
export interface Field<Value, Offered> extends FieldOptions {
  /** Whether somebody types into it. */
  isTyped?: true;
  element(value: Value | undefined, offered: Offered): InputBlock['element'];
  /** Value as long as nothing is chosen. */
  preset?: Value;
  read(form: FormReader, id: string): Value | undefined;
  /**
   * Suffix of the block id, for a field whose preset changes while the form is open: Slack keeps the input of a known
   * block id.
   */
  suffix?(value: Value | undefined): string | undefined;
}

export interface Fit<Value> {
  value?: Value;
  unfit?: readonly string[];
}

/** A field whose value outlives the form. Slack refuses the whole form for one value that a field doesn't take. */
export interface KeptField<Value, Offered> extends Field<Value, Offered> {
  toDraft(value: Value): unknown;
  /** Undefined if it can't be read any more. */
  fromDraft(stored: unknown): Value | undefined;
  fit(value: Value, offered: Offered): Fit<Value>;
  /** `cohort`: people who start together. By default a team or role shares it, so templates keep it. */
  sharedBy?: 'nobody' | 'cohort';
  /** Whether a form with nothing else isn't worth a draft. */
  isAside?: true;
  said?(value: Value, offered: Offered): string;
  /** Error that no schema can find, as a sentence that says what is right. */
  check?(value: Value): string | undefined;
}

/** A field whose value is sent unchanged. */
interface PlainField<Offered> extends KeptField<string, Offered> {
  toRequest(text: string): string;
  fromRequest(sent: string): string;
}

const asText = {
  read: (form: FormReader, id: string) => form.text(id),
  toRequest: (text: string) => text,
  fromRequest: (sent: string) => sent,
  toDraft: (text: string) => text,
  fromDraft: (stored: unknown) => z.string().safeParse(stored).data,
};

export function textField(
  options: FieldOptions & { most?: number; multiline?: boolean },
): PlainField<unknown> {
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

/** Whole number; its value is the typed text. */
export function numberField({
  least,
  most,
  ...options
}: FieldOptions & { least: number; most: number }): Field<string, unknown> {
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
 * Slack refuses a whole view with an initial value that it doesn't take for an address (node-slack-sdk#1580).
 * Unlike the onboarding service it requires a dot in the domain.
 */
export function fitsEmailField(text: string): boolean {
  return /^[^\s@"<>()[\],;:\\]+@[^\s@"<>()[\],;:\\.]+(?:\.[^\s@"<>()[\],;:\\.]+)+$/.test(text);
}

export function emailField({ most, ...options }: FieldOptions & { most: number }): PlainField<unknown> {
  return {
    ...options,
    ...asText,
    isTyped: true,
    element: (text = '') => ({
      type: 'email_text_input',
      ...(fitsEmailField(text) && { initial_value: text }),
    }),
    fit: (text) => fitText(typeable(text, false), (typed) => typed.length <= most && fitsEmailField(typed)),
  };
}

/** Date picker; its value is a calendar day, YYYY-MM-DD. */
export function dateField(options: FieldOptions): PlainField<unknown> {
  return {
    ...options,
    ...asText,
    element: (day) => ({ type: 'datepicker', ...(day !== undefined && { initial_date: day }) }),
    said: (day) => (isDay(day) ? say().dayEntered(day) : day),
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

interface SelectOptions<Offered> extends FieldOptions {
  entries(offered: Offered): Entry[];
  preset?: string;
  /** Label of a value that the menu no longer offers. */
  nameOf?(value: string): string;
}

/** Menu with all its entries in the form; holds the value of the chosen one. */
export function selectField<Offered>(options: SelectOptions<Offered>): PlainField<Offered> {
  const { entries, preset, nameOf = String } = options;
  return {
    ...options,
    ...asText,
    element(chosen = preset, offered) {
      const all = entries(offered);
      const initial = all.find(({ value }) => value === chosen);
      return { type: 'static_select', options: all, ...(initial && { initial_option: initial }) };
    },
    // A menu that isn't shown has its default.
    read: (form, id) => form.choice(id)?.value ?? preset,
    said(chosen, offered) {
      const entry = entries(offered).find(({ value }) => value === chosen);
      return entry ? labelOf(entry) : nameOf(chosen);
    },
    fit: (chosen, offered) =>
      entries(offered).some(({ value }) => value === chosen)
        ? { value: chosen }
        : { unfit: [nameOf(chosen)] },
  };
}

interface MenuOptions<Offered> extends FieldOptions {
  placeholder?: string;
  /** Whether a value can be chosen; undefined while unknown. */
  isOffered(value: string, offered: Offered): boolean | undefined;
  /** Error for the placeholder entry that was shown while the entries were unavailable. */
  whenUnavailable?: string;
}

/** Menu that loads its entries while somebody types; its value is one entry. */
export function externalSelectField<Offered>(options: MenuOptions<Offered>): KeptField<Entry, Offered> {
  return {
    ...options,
    element: (entry) => ({
      type: 'external_select',
      ...filledAsTyped(options),
      ...(entry && { initial_option: entry }),
    }),
    read: (form, id) => form.choice(id),
    toDraft,
    fromDraft: (stored) => Stored.safeParse(stored).data,
    fit: (entry, offered) =>
      canBeChosen(entry, options, offered) ? { value: entry } : { unfit: [labelOf(entry)] },
    check: ({ value }) => (value === unavailable ? options.whenUnavailable : undefined),
  };
}

/** Slack's limit of initial options. */
const mostChosen = 100;

/** Menu that loads its entries while somebody types; its value is a list of entries. */
export function multiExternalSelectField<Offered>(
  options: MenuOptions<Offered>,
): KeptField<Entry[], Offered> {
  return {
    ...options,
    element: (entries = []) => ({
      type: 'multi_external_select',
      ...filledAsTyped(options),
      ...(entries.length > 0 && { initial_options: entries }),
    }),
    read: (form, id) => form.choices(id),
    toDraft: (entries) => entries.map(toDraft),
    fromDraft: (stored) => z.array(Stored).safeParse(stored).data,
    fit(entries, offered) {
      const once = [...new Map(entries.map((entry) => [entry.value, entry])).values()];
      const value = once.filter((entry) => canBeChosen(entry, options, offered)).slice(0, mostChosen);
      const others = once.filter((entry) => !value.includes(entry) && entry.value !== unavailable);
      return { value, unfit: others.map(labelOf) };
    },
    check: (entries) =>
      entries.some(({ value }) => value === unavailable) ? options.whenUnavailable : undefined,
  };
}

function filledAsTyped({ placeholder }: { placeholder?: string }) {
  return { min_query_length: 0, ...(placeholder !== undefined && { placeholder: plain(placeholder) }) };
}

function canBeChosen<Offered>({ value }: Entry, { isOffered }: MenuOptions<Offered>, offered: Offered) {
  return value !== '' && value !== unavailable && (isOffered(value, offered) ?? true);
}

const Stored = z
  .object({ value: z.string(), label: z.string() })
  .transform(({ value, label }) => option(label, value));

function toDraft(entry: Entry) {
  return { value: entry.value, label: labelOf(entry) };
}

export function usersField(options: FieldOptions): Field<readonly string[], unknown> {
  return {
    ...options,
    element: (ids = []) => ({
      type: 'multi_users_select',
      ...(ids.length > 0 && { initial_users: [...ids] }),
    }),
    read: (form, id) => form.ids(id),
  };
}

interface ChannelOptions extends FieldOptions {
  filter: NonNullable<ConversationsSelect['filter']>;
}

export function channelField({ filter, ...options }: ChannelOptions): Field<string, unknown> {
  return {
    ...options,
    element: (id) => ({
      type: 'conversations_select',
      filter,
      ...(id !== undefined && { initial_conversation: id }),
    }),
    read: (form, id) => form.ids(id)[0],
  };
}

export function channelsField({ filter, ...options }: ChannelOptions): Field<readonly string[], unknown> {
  return {
    ...options,
    element: (ids = []) => ({
      type: 'multi_conversations_select',
      filter,
      ...(ids.length > 0 && { initial_conversations: [...ids] }),
    }),
    read: (form, id) => form.ids(id),
  };
}

export function tickField({
  entries,
  ...options
}: FieldOptions & { entries: readonly Entry[] }): Field<string[], unknown> {
  return {
    ...options,
    element(ticked = []) {
      const initial = entries.filter(({ value }) => ticked.includes(value));
      return {
        type: 'checkboxes',
        options: [...entries],
        ...(initial.length > 0 && { initial_options: initial }),
      };
    },
    read: (form, id) => form.choices(id).map(({ value }) => value),
  };
}

export type UploadedFile = NonNullable<ReturnType<FormReader['file']>>;

/** One file. Slack refuses it with `dispatch_action`. @param types extensions, such as `csv` */
export function fileField({
  types,
  ...options
}: FieldOptions & { types: readonly string[] }): Field<UploadedFile, unknown> {
  return {
    ...options,
    element: () => ({ type: 'file_input', filetypes: [...types], max_files: 1 }),
    read: (form, id) => form.file(id),
  };
}
