/** Something typed that goes into no field. */
export interface LeftOut {
  /** As it was typed. */
  text: string;
  why:
    | 'unknown'
    | 'noEmail'
    /** It can be read in two ways, or there is no such day. */
    | 'noDay'
    /** There is another one in the field. */
    | 'another'
    /** Only the beginning was read. */
    | 'tooLong';
}

/** What a form could not be filled in with, in a sentence and, where that has no room for it, in lines below it. */
export interface Notice {
  sentence: string;
  lines: readonly string[];
}
