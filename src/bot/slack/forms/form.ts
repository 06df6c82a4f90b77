import type { InputBlock } from '@slack/types';
import { z } from 'zod';
import { plain } from '../views/blocks.ts';
import { type Entry, labelOf, readForm } from '../views/view.ts';
import type { Field, Fit, KeptField } from './field.ts';

/** Values of a form with these fields; undefined for empty fields. */
export type ValuesOf<Table> = {
  [Name in keyof Table]?: Table[Name] extends { read(...form: never): infer Value } ? Value : never;
};

export type NameIn<Table> = keyof Table & string;

interface Drawing<Table> {
  actionId(field: string): string;
  isShort: boolean;
  /** Ids of the fields that send the form's state on each choice and each character typed. */
  heard: ReadonlySet<string>;
  /** Replace those of the table. */
  hints: Partial<Record<NameIn<Table>, string>>;
}

/**
 * A form. All operations go over its table of fields, which is in the order of the form, so that none is forgotten.
 */
export class Form<Table extends Record<keyof Table, Field<unknown, Offered>>, Offered = undefined> {
  readonly table: Table;
  readonly names: readonly NameIn<Table>[];

  constructor(table: Table) {
    this.table = table;
    this.names = Object.keys(table) as NameIn<Table>[];
  }

  idOf(name: NameIn<Table>): string {
    return this.table[name].id ?? name;
  }

  /** Ids of the fields with text, or of the others. */
  idsOf(which: 'chosen' | 'typed'): string[] {
    const isTyped = which === 'typed' || undefined;
    return this.names.filter((name) => this.table[name].isTyped === isTyped).map((name) => this.idOf(name));
  }

  /** Every field, filled in; `isShort` leaves out those with `isFurther`. */
  blocks(values: ValuesOf<Table>, offered: Offered, how: Drawing<Table>) {
    const shown = this.names.filter((name) => !(how.isShort && this.table[name].isFurther));
    return shown.map((name) => ({ name, block: this.#block(name, values[name], offered, how) }));
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

  #block(
    name: NameIn<Table>,
    value: unknown,
    offered: Offered,
    { actionId, heard, hints }: Drawing<Table>,
  ): InputBlock {
    const field = this.table[name];
    const hint = hints[name] ?? field.hint;
    const suffix = field.suffix?.(value);
    const id = this.idOf(name);
    const isHeard = heard.has(id);
    const eachLetter = { trigger_actions_on: ['on_character_entered' as const] };
    return {
      type: 'input',
      block_id: suffix === undefined ? id : `${id}:${suffix}`,
      label: plain(field.label),
      element: {
        ...field.element(value, offered),
        action_id: actionId(id),
        ...(isHeard && field.isTyped && { dispatch_action_config: eachLetter }),
      },
      optional: !field.required,
      ...(hint !== undefined && { hint: plain(hint, 2000) }),
      ...(isHeard && { dispatch_action: true }),
    };
  }

  /** Throws ZodError if it isn't a form's state. */
  read(state: unknown): ValuesOf<Table> {
    const form = readForm(state);
    return this.valuesFrom((name) => this.table[name].read(form, this.idOf(name)));
  }

  /** Converts errors by field into Slack's errors by block id. */
  errors(
    sentences: Partial<Record<NameIn<Table>, string | undefined>>,
    blockIdOf: (field: string) => string,
  ): Record<string, string> {
    const said = this.names.filter((name) => sentences[name] !== undefined);
    return Object.fromEntries(said.map((name) => [blockIdOf(this.idOf(name)), sentences[name] ?? '']));
  }

  protected valuesFrom(make: (name: NameIn<Table>) => unknown): ValuesOf<Table> {
    // Each value has its own field's type, which the compiler can't follow here.
    return Object.fromEntries(this.names.map((name) => [name, make(name)])) as ValuesOf<Table>;
  }
}

interface Kept {
  payload: object;
  context: object;
}

interface SentField<Value, Sent, R extends Kept, Offered> extends KeptField<Value, Offered> {
  toRequest(value: Value): Sent | undefined;
  toContext?(value: Value, offered: Offered): Partial<R['context']>;
  fromRequest(sent: Sent, context: R['context'], offered: Offered): Value | undefined;
  summary?(request: R): string | undefined;
  /** Whether everyone who is informed of the request may see it. */
  isPublic?: boolean;
}

/** One field for each part of the payload, by its name there: a table that lacks one doesn't compile. */
export type FieldsFor<R extends Kept, Offered> = {
  readonly [Key in keyof R['payload']]-?: SentField<unknown, NonNullable<R['payload'][Key]>, R, Offered>;
};

type Parsed<Payload, Table> =
  | { ok: true; payload: Payload }
  | { ok: false; errors: Partial<Record<NameIn<Table>, string>> };

export interface Entered {
  label: string;
  value: string;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : labelOf(value as Entry);
}

const Draft = z.record(z.string(), z.unknown());

export class RequestForm<
  Table extends Record<keyof Table, SentField<unknown, unknown, R, Offered>>,
  R extends Kept,
  Offered,
> extends Form<Table, Offered> {
  readonly #schema: z.ZodType<R['payload']>;

  constructor(schema: z.ZodType<R['payload']>, table: Table) {
    super(table);
    this.#schema = schema;
  }

  toDraft(values: ValuesOf<Table>): object {
    return this.#made(values, (field, value) => field.toDraft(value));
  }

  /** Reads a draft; undefined if it isn't one. Parts that can't be read any more are dropped. */
  fromDraft(stored: unknown): ValuesOf<Table> | undefined {
    const { data } = Draft.safeParse(stored);
    return data && this.valuesFrom((name) => this.table[name].fromDraft(data[name]));
  }

  /**
   * Splits values into those that fit the form and the texts of those that don't, so that people can be shown them.
   */
  fit(values: ValuesOf<Table>, offered: Offered) {
    const fits = this.#made(values, (field, value): Fit<unknown> => field.fit(value, offered));
    const unfit = this.names.flatMap((field) => {
      const texts = (fits[field]?.unfit ?? []).filter((text) => text.trim() !== '');
      return texts.length > 0 ? [{ field, texts }] : [];
    });
    return { values: this.valuesFrom((name) => fits[name]?.value), unfit };
  }

  /** Values of a request in the refused fields that are no longer offered, by their name in the payload. */
  gone(request: R, refused: object, offered: Offered): Record<string, readonly string[]> {
    const { unfit } = this.fit(this.fromRequest(request, offered), offered);
    return Object.fromEntries(
      unfit.flatMap(({ field, texts }) => (field in refused ? [[field, texts]] : [])),
    );
  }

  /**
   * Checks all fields, so that all errors are shown at once. `mistakes` are sentences for values that the
   * schema refuses.
   */
  parse(
    values: ValuesOf<Table>,
    mistakes: Record<NameIn<Table>, string>,
    further: Partial<Record<NameIn<Table>, string>> = {},
  ): Parsed<R['payload'], Table> {
    const parsed = this.#schema.safeParse(this.#made(values, (field, value) => field.toRequest(value)));
    const refused = new Set(parsed.error?.issues.map(({ path }) => path[0]));
    const checked = this.checked(values);
    const errors: Partial<Record<NameIn<Table>, string>> = {};
    for (const name of this.names) {
      const sentence = further[name] ?? checked[name] ?? (refused.has(name) ? mistakes[name] : undefined);
      if (sentence !== undefined) errors[name] = sentence;
    }
    return parsed.success && Object.keys(errors).length === 0
      ? { ok: true, payload: parsed.data }
      : { ok: false, errors };
  }

  /** Mistakes that no schema can find. */
  checked(values: ValuesOf<Table>): Partial<Record<NameIn<Table>, string>> {
    const said = Object.entries(this.#made(values, (field, value) => field.check?.(value)));
    const mistakes = Object.fromEntries(said.filter(([, sentence]) => sentence !== undefined));
    return mistakes as Partial<Record<NameIn<Table>, string>>;
  }

  contextOf(values: ValuesOf<Table>, offered: Offered): Partial<R['context']> {
    const parts = this.#made(values, (field, value) => field.toContext?.(value, offered));
    return Object.assign({}, ...Object.values(parts));
  }

  fromRequest({ payload, context }: Pick<R, 'payload' | 'context'>, offered: Offered): ValuesOf<Table> {
    const sent = new Map(Object.entries(payload));
    return this.valuesFrom((name) => {
      const value = sent.get(name);
      return value === undefined ? undefined : this.table[name].fromRequest(value, context, offered);
    });
  }

  /** Values that people who start together share, or a whole team; without those equal to the form's presets. */
  shared(values: ValuesOf<Table>, of: 'cohort' | 'team'): ValuesOf<Table> {
    const names = this.namesSharedBy(of);
    const shared = this.filledIn(values).filter((name) => names.includes(name));
    return Object.fromEntries(shared.map((name) => [name, values[name]])) as ValuesOf<Table>;
  }

  namesSharedBy(of: 'cohort' | 'team'): NameIn<Table>[] {
    return this.names.filter((name) => {
      const { sharedBy = 'team' } = this.table[name];
      return sharedBy === 'team' || sharedBy === of;
    });
  }

  sent(values: ValuesOf<Table>): Partial<R['payload']> {
    const sent = Object.entries(this.#made(values, (field, value) => field.toRequest(value)));
    const some = sent.filter(([, value]) => value !== undefined && !Number.isNaN(value));
    return Object.fromEntries(some) as Partial<R['payload']>;
  }

  /** `everybody` omits fields that aren't public. */
  summary(request: R, toWhom?: 'everybody'): string[] {
    const fields = this.names.map((name) => this.table[name]);
    const told = fields.filter(({ isPublic }) => isPublic || toWhom !== 'everybody');
    return told.flatMap((field) => field.summary?.(request) ?? []);
  }

  /** Labels and values in the order of the fields. `everybody` omits fields that aren't public. */
  entered(request: R, offered: Offered, toWhom?: 'everybody'): Entered[] {
    return this.entriesOf(this.fromRequest(request, offered), offered, toWhom);
  }

  entriesOf(values: ValuesOf<Table>, offered: Offered, toWhom?: 'everybody'): Entered[] {
    const told = this.names.filter((name) => this.table[name].isPublic || toWhom !== 'everybody');
    return told.flatMap((name) => {
      const [field, value] = [this.table[name], values[name]];
      const text = value === undefined ? '' : (field.said?.(value, offered) ?? textOf(value));
      return text === '' ? [] : [{ label: field.label, value: text }];
    });
  }

  #made<Made>(values: ValuesOf<Table>, make: (field: Table[NameIn<Table>], value: unknown) => Made) {
    const held = this.names.filter((name) => values[name] !== undefined);
    return Object.fromEntries(held.map((name) => [name, make(this.table[name], values[name])]));
  }
}
