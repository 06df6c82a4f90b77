import { dayText, listOf, words } from '../../language.ts';
import { cityOf, type Day, formatDay } from '../../time/dates.ts';

const quoted = (names: readonly string[]) => listOf(names.map((name) => `“${name}”`));
const tasks = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;

/** Messages with the same readers, in mrkdwn. */
interface Said {
  labels: readonly string[];
  channels: readonly string[];
  people: readonly string[];
}

/** Labels begin with a capital letter, which only the first one of a line keeps. */
function partOf({ labels, channels, people }: Said, index: number): string {
  const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);
  const what = listOf(labels.map((label, at) => (index + at === 0 ? label : lower(label))));
  const where = channels.length > 0 ? [`in ${listOf(channels)}`] : [];
  const to = people.length > 0 ? [`to ${listOf(people)}`] : [];
  return `${what} ${[...where, ...to].join(' and ')}`;
}

const en = {
  title: 'What will happen',
  /** The page before a form is sent. */
  check: {
    mistakes: 'This can’t be sent:',
    /** There is more to agree to than the page showed. */
    changed: 'Something here is new. Check again.',
  },
  moment: (said: readonly Said[]) => said.map(partOf).join(' · '),
  onceApproved: 'Once HR approves',
  days: { start: 'first day', end: 'last day' },
  morePeople: (count: number) => `${count} more`,
  you: 'you',
  hr: 'HR',
  nothing: 'Nobody is notified.',
  sequences: (names: readonly string[]) => `Assigned sequences: ${names.join(', ')}`,
  remindersAt: (time: string, zone: string) => `Reminders go out at ${time} (${cityOf(zone)}).`,
  rehearsal: {
    button: 'Rehearse',
    label: 'Rehearsal',
    opening: (name: string) => `Rehearsal for ${name}`,
    onlyYou: 'Only you see this.',
    mark: (day: string, what: string) => `${day} · ${what}`,
    text: (text: string) => `Rehearsal: ${text}`,
    coming: 'You’ll get these as direct messages now.',
    tooMany: (shown: number, all: number) => `Of ${all} tasks, you’ll get the first ${shown}.`,
    failed: (count: number) => `Slack didn’t take ${count === 1 ? 'one message' : `${count} messages`}.`,
    nothing: 'Nothing more is planned.',
  },
  tasks: {
    title: 'Tasks',
    count: tasks,
    line: (text: string, reader: string, told: string) => `${text} · ${reader}${told}`,
    told: {
      before: (day: Day, today: Day) => ` (reminder ${formatDay(day, 'en-GB', today)})`,
      soon: ' (reminder soon)',
      never: ' (no reminder)',
    },
    more: (count: number, last: Day) => `… and ${count} more, the last one due ${dayText(last, 'en-GB')}.`,
    nobody: { manager: 'HR (no manager chosen)', buddy: 'HR (no buddy chosen)' },
    newHire: 'the new hire',
    /** Owners in an offboarding; the manager and buddy are known only to the service. */
    owners: { hire: 'the person leaving', manager: 'their manager', buddy: 'their buddy' },
    /** `requester` is undefined for the reader. */
    ifTheirs: (as: 'manager' | 'buddy', requester: string | undefined) =>
      `${requester ?? 'you'} (if their ${as}), otherwise HR`,
    insteadOf: (name: string) => `HR instead of ${name}`,
  },
  notes: {
    unknown: 'Tasks haven’t loaded yet. Try again in a moment.',
    unlisted: (names: readonly string[]) => `The tasks of ${quoted(names)} aren’t known.`,
    archived: (names: readonly string[]) => `Archived: ${quoted(names)}.`,
    none: (names: readonly string[]) => `No tasks in ${quoted(names)}.`,
    asOf: (minutes: number) => `Sequences as of ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ago.`,
    message: 'Reminders come on the morning a task is due, or the working day before.',
    elseHr: 'If someone isn’t in Slack, HR gets their tasks.',
    unreachable: (names: readonly string[]) =>
      `HR gets the tasks of ${listOf(names)}, not in Slack under their email.`,
    confidential: 'Departures are confidential: only HR and the requester see these tasks.',
    change: 'Open tasks move to the new last day.',
  },
};

export const say = words({ en });
