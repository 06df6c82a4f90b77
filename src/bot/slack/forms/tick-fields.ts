import type { Entry } from '../views/inputs.ts';
import type { Field, FieldOptions } from './field.ts';

interface TickOptions extends FieldOptions {
  /** At most ten. */
  entries: readonly Entry[];
}

/** Checkboxes; the value lists the ticked ones. */
export function tickField({ entries, ...options }: TickOptions): Field<string[], unknown> {
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
