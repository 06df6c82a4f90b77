/** What holds up all sending. */
export interface Outage {
  /** The destination's, or `failing`. */
  code: string;
  /** Since when. */
  since: Date;
}

/** Many attempts failed in a row, and nothing says why. */
export const failing = 'failing';
