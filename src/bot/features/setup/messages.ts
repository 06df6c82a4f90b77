import { words } from '../../../language.ts';

const en = {
  title: 'Setup',
  progress: (done: number, all: number) => `${done} of ${all} done. Skip what you don’t need.`,
  complete: 'Everything is set up or skipped.',
  /** Shown instead of `complete` while the service can't be asked. */
  asFarAsKnown: 'Nothing seems to be missing.',
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
    of: (button: string, step: string) => `${button}: ${step}`,
  },
};

export const say = words({ en });
