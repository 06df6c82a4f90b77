import type { InputBlock } from '@slack/types';
import type { FormReader } from '../views/inputs.ts';

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
  /** Whether it dispatches on each character. */
  isTyped?: true;
  /** Its element, filled in; the form adds the action id. */
  element(value: Value | undefined, offered: Offered): InputBlock['element'];
  /** Value as long as nothing is chosen. */
  preset?: Value;
  /** @param id of the block */
  read(form: FormReader, id: string): Value | undefined;
  /**
   * Suffix of the block id, for a field whose preset changes while the form is open: Slack keeps the input of a known
   * block id.
   */
  suffix?(value: Value | undefined): string | undefined;
}

/** The part of a value that fits its field, and the rest as text. */
export interface Fit<Value> {
  value?: Value;
  unfit?: readonly string[];
}

export interface Telling<Offered> {
  offered: Offered;
  day(day: string): string;
}

/** A field whose value outlives the form. Slack refuses the whole form for one value that a field doesn't take. */
export interface KeptField<Value, Offered> extends Field<Value, Offered> {
  toDraft(value: Value): unknown;
  /** Undefined if it can't be read any more. */
  fromDraft(stored: unknown): Value | undefined;
  fit(value: Value, offered: Offered): Fit<Value>;
  /**
   * `nobody` for a personal value, `cohort` for people who start together. By default a team or role shares it, so
   * templates keep it.
   */
  sharedBy?: 'nobody' | 'cohort';
  /** Whether a form with nothing else isn't worth a draft. */
  isAside?: boolean;
  /** Text for people, if it differs from the text in the form. */
  said?(value: Value, how: Telling<Offered>): string;
  /** Error that no schema can find, as a sentence that says what is right. */
  check?(value: Value): string | undefined;
}
