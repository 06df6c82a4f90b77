import { words } from '../../language.ts';
import { type Day, formatDay } from '../../time/dates.ts';

const on = (day: Day) => formatDay(day, 'en-GB');
const named = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB').format(names.map((name) => `“${name}”`));
const tasks = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;

const en = {
  title: 'Tasks',
  line: (due: string, text: string, reader: string) => `${due} · ${text} · ${reader}`,
  due: (day: Day) => `Due ${on(day)}`,
  told: {
    before: (day: Day) => ` (message on ${on(day)})`,
    soon: ' (message in the next working hours)',
    never: ' (too long ago, so no message)',
  },
  several: tasks,
  more: (count: number, last: Day) =>
    `… and ${count} more ${count === 1 ? 'task' : 'tasks'}, the last one due ${on(last)}.`,
  hr: 'HR',
  nobody: {
    manager: 'HR, because no manager is chosen',
    buddy: 'HR, because no buddy is chosen',
  },
  /** `name` is empty if not entered yet. */
  newHire: (name: string) => (name === '' ? 'the new hire' : `${name} (new hire)`),
  leaving: {
    you: 'you',
    hire: 'HR, because the person who leaves isn’t told',
    /** The manager and buddy are known only to the service. */
    ifYou: {
      manager: 'you if the onboarding service has you as their manager, otherwise HR',
      buddy: 'you if the onboarding service has you as their buddy, otherwise HR',
    },
    /** Words for the person who approves the request, in mrkdwn. */
    ifRequester: {
      manager: (requester: string) =>
        `${requester} if the onboarding service has them as the manager, otherwise HR`,
      buddy: (requester: string) =>
        `${requester} if the onboarding service has them as the buddy, otherwise HR`,
    },
    insteadOf: { manager: 'HR instead of the manager', buddy: 'HR instead of the buddy' },
    insteadOfPerson: (name: string) => `HR instead of ${name}`,
    owners: { hire: 'the person who leaves', manager: 'their manager', buddy: 'their buddy' },
  },
  notes: {
    unknown: 'Frontdesk doesn’t know yet which tasks these sequences bring. Look again in a minute.',
    unlisted: (names: readonly string[]) => `Frontdesk can’t say which tasks come from ${named(names)}.`,
    archived: (names: readonly string[]) =>
      `${named(names)} ${names.length === 1 ? 'was' : 'were'} archived and can’t be chosen any more.`,
    none: (names: readonly string[]) => `There are no tasks in ${named(names)}.`,
    asOf: (minutes: number) =>
      `This is how the sequences were ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ago.`,
    noDay: 'No start day is chosen, so days are counted from today.',
    message:
      'A message about each task comes on the morning of its day, or on the last working day before it.',
    elseHr: 'HR gets the tasks of people who can’t be reached in Slack that day.',
    unreachable: (name: string) => `${name} can’t be reached in Slack, so HR gets their tasks.`,
    confidential:
      'Leaving is confidential, so only you and HR get messages about these tasks. HR can pass a task on to somebody.',
    /** For the person who approves the request. */
    confidentialToo:
      'Leaving is confidential, so only whoever requested this and HR get messages about these tasks. HR can pass a task on to somebody.',
    notFound: 'Frontdesk couldn’t find out which tasks these sequences bring.',
    change:
      'Tasks that this person has from an earlier offboarding stay done where they’re done. Open tasks of sequences chosen again move to the new last day, as they were planned then.',
  },
};

export const say = words({ en });
