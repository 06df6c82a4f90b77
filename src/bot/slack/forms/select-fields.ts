import { z } from 'zod';
import { plain } from '../views/blocks.ts';
import { type Entry, labelOf, option, unavailable } from '../views/inputs.ts';
import type { FieldOptions, KeptField } from './field.ts';
import { asText } from './typed-fields.ts';

interface SelectOptions<Offered> extends FieldOptions {
  entries(offered: Offered): Entry[];
  /** The value of the entry that is chosen as long as nobody chooses another. */
  preset?: string;
  /** What a value is called that is not among the entries any more. */
  nameOf?(value: string): string;
}

/** A menu with a few entries, all of which the form has; it holds the value of one. */
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
    // A menu that is not shown holds what it would be shown with.
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
  /** Whether a value can be chosen; undefined while that is not known. */
  isOffered(value: string, offered: Offered): boolean | undefined;
  /** What is said of an entry that stood in the place of those that the menu did not have. */
  whenUnavailable?: string;
}

/** A menu that is filled as somebody types; it holds one entry. */
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

/** The most entries that Slack takes as chosen in advance. */
const mostChosen = 100;

/** The same for several entries. */
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
