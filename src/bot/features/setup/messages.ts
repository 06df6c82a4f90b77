import { words } from '../../../language.ts';

const en = {
  title: 'Setup',
  progress: (done: number, all: number) =>
    `${done} of ${all} done. Do them in any order: each one saves by itself, and you can skip one or come back later.`,
  complete: 'Everything is set up or skipped.',
  /** Shown instead of `complete` while the service can't be asked. */
  asFarAsKnown: 'Nothing is missing, as far as Frontdesk can tell now.',
  states: {
    done: 'Done',
    missing: 'To do',
    unknown: 'Not known yet',
    skipped: 'Skipped',
  },
  skippedBy: (by: string) => `Skipped by ${by}`,
  buttons: {
    skip: 'Skip',
    putBack: 'Put back',
    show: 'Setup',
    hide: 'Hide',
    of: (button: string, step: string) => `${button}: ${step}`,
  },
};

export const say = words({ en });
