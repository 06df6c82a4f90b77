export const title = 'Setup';

/** @param done number of steps done or skipped */
export const progress = (done: number, all: number) =>
  `${done} of ${all} done. Do them in any order: each one saves by itself, and you can skip one or come back later.`;
export const complete = 'Everything is set up or skipped.';
/** Shown instead of `complete` while the service can't be asked. */
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
  /** Accessibility label: tells the buttons of several steps apart. */
  of: (button: string, step: string) => `${button}: ${step}`,
} as const;
