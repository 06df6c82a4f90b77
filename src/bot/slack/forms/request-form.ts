import { z } from 'zod';
import { type Entry, labelOf } from '../views/inputs.ts';
import type { Fit, KeptField, Telling } from './field.ts';
import { Form, type NameIn, type ValuesOf } from './form.ts';

/** What a request keeps of its form: what is sent, and what messages call that. */
interface Kept {
  payload: object;
  context: object;
}

/** A field for something that is sent. */
interface SentField<Value, Sent, R extends Kept, Offered> extends KeptField<Value, Offered> {
  /** As it is sent; undefined where it is left out. */
  toRequest(value: Value): Sent | undefined;
  toContext?(value: Value, offered: Offered): Partial<R['context']>;
  /** As it stands in the form in which an earlier request is corrected. */
  fromRequest(sent: Sent, context: R['context'], offered: Offered): Value | undefined;
  /** Its line in what is said of a request. */
  summary?(request: R): string | undefined;
  /** Whether that line is for everybody who hears of the request. */
  isPublic?: boolean;
}

/** A field for each thing that is sent, under its name there: a table without one of them does not compile. */
export type FieldsFor<R extends Kept, Offered> = {
  readonly [Key in keyof R['payload']]-?: SentField<unknown, NonNullable<R['payload'][Key]>, R, Offered>;
};

/** What to send, or what is wrong, in sentences by block id. */
type Parsed<Payload> = { ok: true; payload: Payload } | { ok: false; errors: Record<string, string> };

/** What was entered in a field, as it is told. */
export interface Entered {
  label: string;
  value: string;
}

/** As it stands in the form: a text, an entry of a menu, or several. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : labelOf(value as Entry);
}

const Draft = z.record(z.string(), z.unknown());

/** A form that makes a request. */
export class RequestForm<
  Table extends Record<keyof Table, SentField<unknown, unknown, R, Offered>>,
  R extends Kept,
  Offered,
> extends Form<Table, Offered> {
  readonly #schema: z.ZodType<R['payload']>;

  /** @param schema of what is sent */
  constructor(
    prefix: string,
    schema: z.ZodType<R['payload']>,
    table: Table,
    options?: { dispatches: boolean },
  ) {
    super(prefix, table, options);
    this.#schema = schema;
  }

  /** The block's id for something that is sent, by its name there; undefined when the form has no field for it. */
  readonly fieldOf = (sent: string): string | undefined => {
    const name = this.names.find((one) => one === sent);
    return name && this.idOf(name);
  };

  /** Sentences at the blocks of their fields; what belongs to none is left out. @param about what is sent, by name */
  atFields<Said>(
    about: Record<string, Said>,
    say: (said: Said, name: string) => string,
  ): Record<string, string> {
    const found = Object.entries(about).filter(([name]) => this.fieldOf(name) !== undefined);
    return Object.fromEntries(found.map(([name, said]) => [this.fieldOf(name), say(said, name)]));
  }

  /** What a form holds as it is stored. */
  toDraft(values: ValuesOf<Table>): object {
    return this.#made(values, (field, value) => field.toDraft(value));
  }

  /** Undefined for what is no draft. A part that cannot be read any more does not take the rest with it. */
  fromDraft(stored: unknown): ValuesOf<Table> | undefined {
    const { data } = Draft.safeParse(stored);
    return data && this.valuesFrom((name) => this.table[name].fromDraft(data[name]));
  }

  /** What of it can stand in the form. What cannot is given back, so that it can be said. */
  fit(values: ValuesOf<Table>, offered: Offered) {
    const fits = this.#made(values, (field, value): Fit<unknown> => field.fit(value, offered));
    const unfit = this.names.flatMap((field) => {
      const texts = (fits[field]?.unfit ?? []).filter((text) => text.trim() !== '');
      return texts.length > 0 ? [{ field, texts }] : [];
    });
    return { values: this.valuesFrom((name) => fits[name]?.value), unfit };
  }

  /** What was chosen in the fields of what was refused and isn't offered any more, by the name under which it is sent. */
  gone(refused: object, values: ValuesOf<Table>, offered: Offered): Record<string, readonly string[]> {
    const { unfit } = this.fit(values, offered);
    return Object.fromEntries(
      unfit.flatMap(({ field, texts }) => (field in refused ? [[field, texts]] : [])),
    );
  }

  /**
   * Everything is checked at once, so that everything wrong is shown at once.
   * @param mistakes what is said of values that cannot be sent
   * @param further what else is wrong
   */
  parse(
    values: ValuesOf<Table>,
    mistakes: Record<NameIn<Table>, string>,
    further: Partial<Record<NameIn<Table>, string>> = {},
  ): Parsed<R['payload']> {
    const parsed = this.#schema.safeParse(this.#made(values, (field, value) => field.toRequest(value)));
    const refused = new Set(parsed.error?.issues.map(({ path }) => path[0]));
    const checked = this.checked(values);
    const sentences: Partial<Record<NameIn<Table>, string | undefined>> = {};
    for (const name of this.names)
      sentences[name] = further[name] ?? checked[name] ?? (refused.has(name) ? mistakes[name] : undefined);
    const errors = this.errors(sentences);
    return parsed.success && !errors
      ? { ok: true, payload: parsed.data }
      : { ok: false, errors: errors ?? {} };
  }

  /** What is wrong with values that no schema knows, by field. */
  checked(values: ValuesOf<Table>): Partial<Record<NameIn<Table>, string | undefined>> {
    return this.#made(values, (field, value) => field.check?.(value)) as Partial<
      Record<NameIn<Table>, string | undefined>
    >;
  }

  /** What messages call what is sent. */
  contextOf(values: ValuesOf<Table>, offered: Offered): Partial<R['context']> {
    const parts = this.#made(values, (field, value) => field.toContext?.(value, offered));
    return Object.assign({}, ...Object.values(parts));
  }

  /** The form in which an earlier request is corrected. */
  fromRequest({ payload, context }: Pick<R, 'payload' | 'context'>, offered: Offered): ValuesOf<Table> {
    const sent = new Map(Object.entries(payload));
    return this.valuesFrom((name) => {
      const value = sent.get(name);
      return value === undefined ? undefined : this.table[name].fromRequest(value, context, offered);
    });
  }

  /** The values that several people have in common. @param of those who start together, or a whole team */
  shared(values: ValuesOf<Table>, of: 'cohort' | 'team'): ValuesOf<Table> {
    const names = this.namesSharedBy(of);
    return this.valuesFrom((name) => (names.includes(name) ? values[name] : undefined));
  }

  namesSharedBy(of: 'cohort' | 'team'): NameIn<Table>[] {
    return this.names.filter((name) => {
      const { sharedBy = 'team' } = this.table[name];
      return sharedBy === 'team' || sharedBy === of;
    });
  }

  /** The fields in which something is entered that doesn't stand there by itself. */
  filledIn(values: ValuesOf<Table>): NameIn<Table>[] {
    return this.names.filter((name) => {
      const [value, { preset }] = [values[name], this.table[name]];
      return value !== undefined && value !== preset && !(Array.isArray(value) && value.length === 0);
    });
  }

  /** What would be sent, checked or not: fields that hold nothing that can be sent are left out. */
  sent(values: ValuesOf<Table>): Partial<R['payload']> {
    const sent = Object.entries(this.#made(values, (field, value) => field.toRequest(value)));
    const some = sent.filter(([, value]) => value !== undefined && !Number.isNaN(value));
    return Object.fromEntries(some) as Partial<R['payload']>;
  }

  /** The lines in which a request is told. @param toWhom everything, unless it is for everybody who hears of it */
  summary(request: R, toWhom?: 'everybody'): string[] {
    const fields = this.names.map((name) => this.table[name]);
    const told = fields.filter(({ isPublic }) => isPublic || toWhom !== 'everybody');
    return told.flatMap((field) => field.summary?.(request) ?? []);
  }

  /**
   * What was entered, under the labels of the fields, in their order.
   * @param toWhom everything, unless it is for everybody who hears of it
   */
  entered(request: R, how: Telling<Offered>, toWhom?: 'everybody'): Entered[] {
    return this.entriesOf(this.fromRequest(request, how.offered), how, toWhom);
  }

  /** The same of what a form holds. */
  entriesOf(values: ValuesOf<Table>, how: Telling<Offered>, toWhom?: 'everybody'): Entered[] {
    const told = this.names.filter((name) => this.table[name].isPublic || toWhom !== 'everybody');
    return told.flatMap((name) => {
      const [field, value] = [this.table[name], values[name]];
      const text = value === undefined ? '' : (field.said?.(value, how) ?? textOf(value));
      return text === '' ? [] : [{ label: field.label, value: text }];
    });
  }

  /** What is made of each field that holds something. */
  #made<Made>(values: ValuesOf<Table>, make: (field: Table[NameIn<Table>], value: unknown) => Made) {
    const held = this.names.filter((name) => values[name] !== undefined);
    return Object.fromEntries(held.map((name) => [name, make(this.table[name], values[name])]));
  }
}
