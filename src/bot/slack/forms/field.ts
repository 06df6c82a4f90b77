import type { InputBlock } from '@slack/types';
import type { FormReader } from '../views/inputs.ts';

/** What is said of a field, whatever its kind. */
export interface FieldOptions {
  label: string;
  hint?: string;
  /** The id of its block, where that is not its name in the table. */
  id?: string;
  required?: boolean;
  /** Whether it stands behind a button that shows more of the form. */
  isFurther?: boolean;
}

/** One field of a form. `Offered`: what can be chosen in the form at the moment. */
export interface Field<Value, Offered> extends FieldOptions {
  /** Whether it is typed letter by letter. */
  isTyped?: true;
  /** Its element, filled in; the action id comes from the form. */
  element(value: Value | undefined, offered: Offered): InputBlock['element'];
  /** What it holds as long as nobody chooses anything. */
  preset?: Value;
  /** What was typed or chosen. @param id of the block */
  read(form: FormReader, id: string): Value | undefined;
  /**
   * What stands behind its block's id, for a field whose preset value is replaced while the form is open: Slack keeps
   * what stands under an id that it knows.
   */
  suffix?(value: Value | undefined): string | undefined;
}

/** What of a value can stand in its field, and in words what cannot. */
export interface Fit<Value> {
  value?: Value;
  unfit?: readonly string[];
}

/** With what values are told to people. */
export interface Telling<Offered> {
  offered: Offered;
  /** A calendar day in the reader's words. */
  day(day: string): string;
}

/** A field whose value outlives the form: Slack refuses a whole form for one value that its field does not take. */
export interface KeptField<Value, Offered> extends Field<Value, Offered> {
  /** As a draft has it, which is stored as JSON. */
  toDraft(value: Value): unknown;
  /** Undefined for what cannot be read any more. */
  fromDraft(stored: unknown): Value | undefined;
  fit(value: Value, offered: Offered): Fit<Value>;
  /**
   * Who has it in common: `nobody`, for what is one person's own, or `cohort`, for people who start together. Unless
   * said, a team or a role has, so that templates keep it too.
   */
  sharedBy?: 'nobody' | 'cohort';
  /** Whether a form that holds nothing else isn't worth a draft. */
  isAside?: boolean;
  /** How it is told to people, where that is not how it stands in the form. */
  said?(value: Value, how: Telling<Offered>): string;
  /** What is wrong with it that no schema knows, in words that say what is right. */
  check?(value: Value): string | undefined;
}
