import type { InputBlock, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { cut, plain, printable } from './blocks.ts';
import { isBlockOf } from './view.ts';

type Element = InputBlock['element'];

interface InputOptions {
  /** The block's id and, with the form's prefix, the element's: both stay while the form is open. */
  id: string;
  label: string;
  element: Element;
  optional?: boolean;
  hint?: string;
  /** Sends the form's state when the element changes. */
  dispatch?: boolean;
}

/** One field of a form. */
export function input({
  id,
  label,
  element,
  optional = false,
  hint,
  dispatch = false,
}: InputOptions): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(label),
    element,
    optional,
    ...(hint !== undefined && { hint: plain(hint, 2000) }),
    ...(dispatch && { dispatch_action: true }),
  };
}

/** A menu's entry: Slack cuts nothing itself, it refuses. The value stays within what every client takes. */
export function option(text: string, value: string, description?: string): PlainTextOption {
  return {
    text: plain(text || ' ', 75),
    value: cut(value, 75),
    ...(description && { description: plain(description, 75) }),
  };
}

/** What a menu offers instead of entries that it does not have at the moment; refused when the form is submitted. */
export const unavailable = '__unavailable__';

const Chosen = z.object({ value: z.string(), text: z.object({ text: z.string() }) });

const ElementState = z.object({
  value: z.string().nullish(),
  selected_date: z.string().nullish(),
  selected_option: Chosen.nullish(),
  selected_options: z.array(Chosen).nullish(),
});

const FormState = z.record(z.string(), z.record(z.string(), ElementState));

/** What stands in a form's fields, by block id, whatever kind of element each has. */
export interface FormReader {
  /** The typed text or the chosen date, without spaces around it; undefined for an empty field. */
  text(id: string): string | undefined;
  /** The chosen entry. */
  choice(id: string): { value: string; label: string } | undefined;
  /** The chosen entries of a field for several. */
  choices(id: string): { value: string; label: string }[];
}

/** Reads `view.state.values`. @throws ZodError for something that is not a form's state */
export function readForm(values: unknown): FormReader {
  const state = FormState.parse(values);

  function elementOf(id: string) {
    const blockId = Object.keys(state).find((key) => isBlockOf(key, id));
    return Object.values(state[blockId ?? id] ?? {})[0];
  }

  function toChoice({ value, text }: z.infer<typeof Chosen>) {
    return { value, label: text.text };
  }

  return {
    text(id) {
      const element = elementOf(id);
      return printable(element?.value ?? element?.selected_date ?? '').trim() || undefined;
    },
    choice(id) {
      const chosen = elementOf(id)?.selected_option;
      return chosen ? toChoice(chosen) : undefined;
    },
    choices: (id) => (elementOf(id)?.selected_options ?? []).map(toChoice),
  };
}
