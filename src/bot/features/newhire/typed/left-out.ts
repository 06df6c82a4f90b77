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
