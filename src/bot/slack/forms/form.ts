import type { InputBlock } from '@slack/types';
import { input, readForm } from '../views/inputs.ts';
import type { Field } from './field.ts';

/** What a form with these fields holds; undefined where nothing was typed or chosen. */
export type ValuesOf<Table> = {
  [Name in keyof Table]?: Table[Name] extends { read(...form: never): infer Value } ? Value : never;
};

export type NameIn<Table> = keyof Table & string;

/**
 * A form. Whatever is done with it goes over the table of its fields, so that none can be forgotten: they stand there
 * under their names, in the order of the form.
 */
export class Form<Table extends Record<keyof Table, Field<unknown, Offered>>, Offered = undefined> {
  readonly table: Table;
  readonly names: readonly NameIn<Table>[];
  readonly #prefix: string;
  readonly #dispatches: boolean;
  #blank: { isFor(offered: Offered): boolean; blocks: readonly InputBlock[] } | undefined;

  /**
   * @param prefix of the action ids, which tells the elements of this form from those of others
   * @param dispatches whether the form's state is sent as soon as something is chosen in it, and with each letter typed
   */
  constructor(prefix: string, table: Table, { dispatches = false } = {}) {
    this.#prefix = prefix;
    this.#dispatches = dispatches;
    this.table = table;
    this.names = Object.keys(table) as NameIn<Table>[];
  }

  /** The id of a field's block. */
  idOf(name: NameIn<Table>): string {
    return this.table[name].id ?? name;
  }

  /** The id of a field's element. */
  actionId(name: NameIn<Table>): string {
    return `${this.#prefix}_${this.idOf(name)}`;
  }

  /** The elements in which something is chosen, or those that are typed letter by letter. */
  elements(which: 'chosen' | 'typed'): RegExp {
    const names = this.names.filter((name) => this.table[name].isTyped === (which === 'typed' || undefined));
    return anyOf(names.map((name) => this.actionId(name)));
  }

  /** Every field, filled in. With nothing in them they are the same for everybody, for as long as the same is offered. */
  blocks(values: ValuesOf<Table>, offered: Offered): readonly InputBlock[] {
    if (this.names.some((name) => values[name] !== undefined)) return this.#filledIn(values, offered);
    if (!this.#blank?.isFor(offered))
      this.#blank = { isFor: samenessWith(offered), blocks: this.#filledIn(values, offered) };
    return this.#blank.blocks;
  }

  /** Those of them that stand behind a button, or the others. */
  part(values: ValuesOf<Table>, offered: Offered, which: 'first' | 'further'): InputBlock[] {
    const isWanted = (name: NameIn<Table>) => (this.table[name].isFurther === true) === (which === 'further');
    return this.blocks(values, offered).filter((_block, at) => isWanted(this.names[at] as NameIn<Table>));
  }

  #filledIn(values: ValuesOf<Table>, offered: Offered): InputBlock[] {
    return this.names.map((name) => this.block(name, values[name], offered));
  }

  /** One field, filled in. */
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

  /** Reads `view.state.values`. @throws ZodError for something that is not a form's state */
  read(state: unknown): ValuesOf<Table> {
    const form = readForm(state);
    return this.valuesFrom((name) => this.table[name].read(form, this.idOf(name)));
  }

  /** Sentences at the blocks of their fields, as Slack takes errors; undefined where there are none. */
  errors(sentences: Partial<Record<NameIn<Table>, string | undefined>>): Record<string, string> | undefined {
    const said = this.names.filter((name) => sentences[name] !== undefined);
    if (said.length === 0) return undefined;
    return Object.fromEntries(said.map((name) => [this.idOf(name), sentences[name] ?? '']));
  }

  /** What the form holds, with a value for each field. */
  protected valuesFrom(make: (name: NameIn<Table>) => unknown): ValuesOf<Table> {
    // Each is of the type that its own field has, which only the table as a whole knows.
    return Object.fromEntries(this.names.map((name) => [name, make(name)])) as ValuesOf<Table>;
  }
}

/** Tells whether something else has the same parts, and keeps none of them alive: they may be a whole company. */
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

/** The elements with one of these action ids, as a listener is registered for them. */
export function anyOf(actionIds: readonly string[]): RegExp {
  return new RegExp(`^(${actionIds.join('|')})$`);
}
