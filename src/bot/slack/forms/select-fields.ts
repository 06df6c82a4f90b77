import { z } from 'zod';
import { plain } from '../views/blocks.ts';
import { type Entry, labelOf, option, unavailable } from '../views/inputs.ts';
import type { FieldOptions, KeptField } from './field.ts';
import { asText } from './typed-fields.ts';

interface SelectOptions<Offered> extends FieldOptions {
  entries(offered: Offered): Entry[];
  preset?: string;
  /** Label of a value that the menu no longer offers. */
  nameOf?(value: string): string;
}

/** Menu with all its entries in the form; holds the value of the chosen one. */
export function selectField<Offered>(options: SelectOptions<Offered>): KeptField<string, Offered> {
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
    said(chosen, { offered }) {
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
