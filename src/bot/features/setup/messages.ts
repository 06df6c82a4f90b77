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

const reading = 'Frontdesk is reading them from the onboarding service.';
const notConnected = 'This shows once an onboarding service is connected.';
const away = 'Frontdesk can’t read them from the onboarding service right now.';

/** Of what is counted, before it was. */
export const uncounted = { reading, notConnected, away } as const;

export const people = {
  title: 'People',
  missing:
    'Nobody is in the onboarding service yet, so nobody can be chosen as manager or buddy, and no offboarding can be started.',
  done: (count: number) =>
    count === 1 ? '1 person is in the onboarding service.' : `${count} people are in the onboarding service.`,
  atTerminal: {
    own: 'npm run frontdesk -- service user add ada@acme.com --first Ada --last Lovelace',
    other: 'Add people in your onboarding service.',
  },
} as const;

export const sequences = {
  title: 'Sequences',
  missing:
    'There are no sequences yet. A sequence is a list of tasks that somebody gets when they start or leave.',
  done: (onboarding: number, offboarding: number, unsorted: number) =>
    `${onboarding} for onboarding, ${offboarding} for offboarding.${unsorted > 0 ? ` ${unsorted} not sorted yet.` : ''}`,
  atTerminal: {
    own: 'npm run frontdesk -- service sequence add --file sequences.yml (see --help)',
    other: 'Add sequences in your onboarding service.',
  },
} as const;
