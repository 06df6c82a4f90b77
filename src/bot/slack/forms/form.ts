import type { InputBlock } from '@slack/types';
import { input, readForm } from '../views/view.ts';
import type { Field } from './field.ts';

/** Values of a form with these fields; undefined for empty fields. */
export type ValuesOf<Table> = {
  [Name in keyof Table]?: Table[Name] extends { read(...form: never): infer Value } ? Value : never;
};

export type NameIn<Table> = keyof Table & string;

/**
 * A form. All operations go over its table of fields, which is in the order of the form, so that none is forgotten.
 */
export class Form<Table extends Record<keyof Table, Field<unknown, Offered>>, Offered = undefined> {
  readonly table: Table;
  readonly names: readonly NameIn<Table>[];
  readonly #prefix: string;
  readonly #dispatches: boolean;

  /** `dispatches`: the form's state is sent on each choice and each character typed. */
  constructor(prefix: string, table: Table, { dispatches = false } = {}) {
    this.#prefix = prefix;
    this.#dispatches = dispatches;
    this.table = table;
    this.names = Object.keys(table) as NameIn<Table>[];
  }

  idOf(name: NameIn<Table>): string {
    return this.table[name].id ?? name;
  }

  actionId(name: NameIn<Table>): string {
    return `${this.#prefix}_${this.idOf(name)}`;
  }

  /** Ids of the fields with text, or of the others. */
  idsOf(which: 'chosen' | 'typed'): string[] {
    const isTyped = which === 'typed' || undefined;
    return this.names.filter((name) => this.table[name].isTyped === isTyped).map((name) => this.idOf(name));
  }

  /** Every field, filled in; `isShort` leaves out those with `isFurther`. `hints` replace those of the table. */
  blocks(
    values: ValuesOf<Table>,
    offered: Offered,
    {
      isShort = false,
      hints = {},
    }: { isShort?: boolean; hints?: Partial<Record<NameIn<Table>, string>> } = {},
  ) {
    const shown = this.names.filter((name) => !(isShort && this.table[name].isFurther));
    return shown.map((name) => ({ name, block: this.#block(name, values[name], offered, hints[name]) }));
  }

  filledIn(values: ValuesOf<Table>): NameIn<Table>[] {
    return this.names.filter((name) => {
      const [value, { preset }] = [values[name], this.table[name]];
      return value !== undefined && value !== preset && !(Array.isArray(value) && value.length === 0);
    });
  }

  hasFurther(values: ValuesOf<Table>): boolean {
    return this.filledIn(values).some((name) => this.table[name].isFurther);
  }

  #block(name: NameIn<Table>, value: unknown, offered: Offered, ownHint?: string): InputBlock {
    const field = this.table[name];
    const hint = ownHint ?? field.hint;
    const suffix = field.suffix?.(value);
    const eachLetter = { trigger_actions_on: ['on_character_entered' as const] };
    return input({
      id: suffix === undefined ? this.idOf(name) : `${this.idOf(name)}:${suffix}`,
      label: field.label,
      ...(hint !== undefined && { hint }),
      optional: !field.required,
      dispatch: this.#dispatches,
      element: {
        ...field.element(value, offered),
        action_id: this.actionId(name),
        ...(this.#dispatches && field.isTyped && { dispatch_action_config: eachLetter }),
      },
    });
  }

  /** Throws ZodError if it isn't a form's state. */
  read(state: unknown): ValuesOf<Table> {
    const form = readForm(state);
    return this.valuesFrom((name) => this.table[name].read(form, this.idOf(name)));
  }

  /** Converts errors by field into Slack's errors by block id; undefined if there are none. */
  errors(sentences: Partial<Record<NameIn<Table>, string | undefined>>): Record<string, string> | undefined {
    const said = this.names.filter((name) => sentences[name] !== undefined);
    if (said.length === 0) return undefined;
    return Object.fromEntries(said.map((name) => [this.idOf(name), sentences[name] ?? '']));
  }

  protected valuesFrom(make: (name: NameIn<Table>) => unknown): ValuesOf<Table> {
    // Each value has its own field's type, which the compiler can't follow here.
    return Object.fromEntries(this.names.map((name) => [name, make(name)])) as ValuesOf<Table>;
  }
}

/** Builds the pattern of a listener for elements with one of these action ids. */
export function anyOf(actionIds: readonly string[]): RegExp {
  return new RegExp(`^(${actionIds.join('|')})$`);
}
