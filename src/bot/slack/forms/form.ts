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
  #blank: { isFor(offered: Offered): boolean; blocks: readonly InputBlock[] } | undefined;

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

  elements(which: 'chosen' | 'typed'): RegExp {
    const names = this.names.filter((name) => this.table[name].isTyped === (which === 'typed' || undefined));
    return anyOf(names.map((name) => this.actionId(name)));
  }

  /** Every field, filled in. Blocks of an empty form are cached for as long as the same is offered. */
  blocks(values: ValuesOf<Table>, offered: Offered): readonly InputBlock[] {
    if (this.names.some((name) => values[name] !== undefined)) return this.#filledIn(values, offered);
    if (!this.#blank?.isFor(offered))
      this.#blank = { isFor: samenessWith(offered), blocks: this.#filledIn(values, offered) };
    return this.#blank.blocks;
  }

  part(values: ValuesOf<Table>, offered: Offered, which: 'first' | 'further'): InputBlock[] {
    const isWanted = (name: NameIn<Table>) => (this.table[name].isFurther === true) === (which === 'further');
    return this.blocks(values, offered).filter((_block, at) => isWanted(this.names[at] as NameIn<Table>));
  }

  #filledIn(values: ValuesOf<Table>, offered: Offered): InputBlock[] {
    return this.names.map((name) => this.block(name, values[name], offered));
  }

  block<Name extends NameIn<Table>>(name: Name, value: ValuesOf<Table>[Name], offered: Offered): InputBlock {
    const field = this.table[name];
    const suffix = field.suffix?.(value);
    const eachLetter = { trigger_actions_on: ['on_character_entered' as const] };
    return input({
      id: suffix === undefined ? this.idOf(name) : `${this.idOf(name)}:${suffix}`,
      label: field.label,
      ...(field.hint !== undefined && { hint: field.hint }),
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

/** Returns a shallow comparison that holds its parts weakly: they may be a whole company's data. */
function samenessWith(one: unknown): (other: unknown) => boolean {
  if (!isObject(one)) return (other) => other === one;
  const parts = Object.entries(one).map(([name, part]) => ({
    name,
    part: isObject(part) ? new WeakRef(part) : part,
  }));
  function isIn(other: object, { name, part }: (typeof parts)[number]): boolean {
    const held: unknown = Reflect.get(other, name);
    return isObject(held) ? part instanceof WeakRef && part.deref() === held : part === held;
  }
  return (other) =>
    isObject(other) && Object.keys(other).length === parts.length && parts.every((part) => isIn(other, part));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Builds the pattern of a listener for elements with one of these action ids. */
export function anyOf(actionIds: readonly string[]): RegExp {
  return new RegExp(`^(${actionIds.join('|')})$`);
}
