import { type Day, formatDay } from '../../time/dates.ts';

/** Every sentence about the tasks that sequences will bring. */

const on = (day: Day) => formatDay(day, 'en-GB');
const named = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB').format(names.map((name) => `“${name}”`));
const tasks = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;

export const title = 'Tasks';

/** In mrkdwn. @param text what is to be done @param reader to whom it goes */
export const line = (due: string, text: string, reader: string) => `${due} · ${text} · ${reader}`;
export const due = (day: Day) => `Due ${on(day)}`;
/** When whose it is is told, where that is not the morning of its day. */
export const told = {
  before: (day: Day) => ` (message on ${on(day)})`,
  soon: ' (message in the next working hours)',
  never: ' (too long ago, so no message)',
} as const;
/** Several on one day, to the same. */
export const several = tasks;
export const more = (count: number, last: Day) =>
  `… and ${count} more ${count === 1 ? 'task' : 'tasks'}, the last one due ${on(last)}.`;

export const hr = 'HR';
/** In the place of somebody who is not there. */
export const nobody = {
  manager: 'HR, because no manager is chosen',
  buddy: 'HR, because no buddy is chosen',
} as const;
/** In mrkdwn. @param name empty where it is not entered yet */
export const newHire = (name: string) => (name === '' ? 'the new hire' : `${name} (new hire)`);

/** Tasks about somebody who leaves. */
export const leaving = {
  you: 'you',
  hire: 'HR, because the person who leaves isn’t told',
  /** What the service knows of them, nobody else does. */
  ifYou: {
    manager: 'you if the onboarding service has you as their manager, otherwise HR',
    buddy: 'you if the onboarding service has you as their buddy, otherwise HR',
  },
  /** The same to somebody who decides about it. In mrkdwn. @param requester who asked for it */
  ifRequester: {
    manager: (requester: string) =>
      `${requester} if the onboarding service has them as the manager, otherwise HR`,
    buddy: (requester: string) =>
      `${requester} if the onboarding service has them as the buddy, otherwise HR`,
  },
  insteadOf: { manager: 'HR instead of the manager', buddy: 'HR instead of the buddy' },
  /** In mrkdwn. */
  insteadOfPerson: (name: string) => `HR instead of ${name}`,
  /** Whose tasks those are, as a message to HR says it. */
  owners: { hire: 'the person who leaves', manager: 'their manager', buddy: 'their buddy' },
} as const;

export const notes = {
  unknown: 'Frontdesk doesn’t know yet which tasks these sequences bring. Look again in a minute.',
  unlisted: (names: readonly string[]) => `Frontdesk can’t say which tasks come from ${named(names)}.`,
  archived: (names: readonly string[]) =>
    `${named(names)} ${names.length === 1 ? 'was' : 'were'} archived and can’t be chosen any more.`,
  none: (names: readonly string[]) => `There are no tasks in ${named(names)}.`,
  asOf: (minutes: number) =>
    `This is how the sequences were ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ago.`,
  noDay: 'No start day is chosen, so days are counted from today.',
  message: 'A message about each task comes on the morning of its day, or on the last working day before it.',
  elseHr: 'HR gets the tasks of people who can’t be reached in Slack that day.',
  /** @param name of an employee */
  unreachable: (name: string) => `${name} can’t be reached in Slack, so HR gets their tasks.`,
  confidential:
    'Leaving is confidential, so only you and HR get messages about these tasks. HR can pass a task on to somebody.',
  /** The same to somebody who decides about it. */
  confidentialToo:
    'Leaving is confidential, so only whoever requested this and HR get messages about these tasks. HR can pass a task on to somebody.',
  /** In a message, which does not change. */
  notFound: 'Frontdesk couldn’t find out which tasks these sequences bring.',
  change:
    'Tasks that this person has from an earlier offboarding stay done where they’re done. Open tasks of sequences chosen again move to the new last day, as they were planned then.',
} as const;
