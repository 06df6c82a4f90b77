/** Every sentence of the list of the first run, in App Home and on the terminal. */

export const title = 'Setup';

/** @param done how many are done or skipped */
export const progress = (done: number, all: number) =>
  `${done} of ${all} done. Do them in any order: each one saves by itself, and you can skip one or come back later.`;
export const complete = 'Everything is set up or skipped.';
/** The service cannot be asked. */
export const asFarAsKnown = 'Nothing is missing, as far as Frontdesk can tell now.';

export const states = {
  done: 'Done',
  missing: 'To do',
  unknown: 'Not known yet',
  skipped: 'Skipped',
} as const;

/** @param by in mrkdwn */
export const skippedBy = (by: string) => `Skipped by ${by}`;

export const buttons = {
  skip: 'Skip',
  putBack: 'Put back',
  show: 'Setup',
  hide: 'Hide',
  /** Tells the buttons of several steps apart for those who hear them. */
  of: (button: string, step: string) => `${button}: ${step}`,
} as const;
