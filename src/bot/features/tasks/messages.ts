import type { Task } from '../../../contract/additions/tasks.ts';
import { words } from '../../../language.ts';
import { cityOf, type Day, formatDay, formatInstant } from '../../../time/dates.ts';
import { cut } from '../../slack/views/blocks.ts';

const on = (day: Day) => formatDay(day, 'en-GB');
const who = ({ person_name }: Pick<Task, 'person_name'>) => cut(person_name, 140);
const short = ({ text }: Pick<Task, 'text'>) => cut(text.replaceAll(/\s+/g, ' '), 100);

const owners = { hire: 'new hire', manager: 'manager', buddy: 'buddy', hr: 'HR', person: 'person' } as const;
const unread: Record<string, string> = {
  notInSlack: 'they’re not in Slack under their email',
  deactivated: 'their Slack account is deactivated',
  noAddress: 'the onboarding service lists no email address for them',
  notAnEmployee: 'they’re no longer in the onboarding service',
  cannotLookUp: 'Frontdesk can’t look them up in Slack',
  refused: 'Frontdesk can’t write to them in Slack, or they’re a guest',
};

const said = {
  notRecorded: (trouble: string) => `${trouble} Nothing was changed. Press the button again in a moment.`,
  unsure: (trouble: string) =>
    `${trouble} Frontdesk doesn’t know whether it was recorded. Press the button again: if it was, nothing changes.`,
  slow: 'The onboarding service is taking longer than usual. Press the button again in a moment.',
  gone: 'Nobody has to do this any more: it was called off, or somebody removed it.',
  notYours: 'You can’t change this task. Only whose task it is, the new hire’s manager and HR can.',
  rehearsal: 'This is a rehearsal. There’s no task yet, so nothing was changed.',
  otherService:
    'This task is from an onboarding service that Frontdesk isn’t connected to any more, so it can’t be changed here.',
  changed: 'Somebody else changed this task just now. Look at it again.',
  done: 'Recorded as done.',
  reopened: 'The task is open again.',
  isDone: 'This task is done already.',
} as const;

const en = {
  labels: { due: 'Task', overdue: 'Overdue tasks' },
  buttons: {
    done: 'Done',
    undo: 'Undo',
    rehearsed: (button: string) => `${button} (rehearsal)`,
    postpone: 'Not yet',
    passOn: 'Reassign',
    list: 'Open the list',
    all: 'All your tasks',
    allOverdue: 'Overdue tasks',
    ofPerson: 'Tasks',
    next: 'Next',
    first: 'Back to the first',
  },
  buttonAbout: (button: string, task: Task) => `${button}: ${short(task)}`,
  summary: (task: Task) => `Task: ${cut(task.text, 300)} (${who(task)})`,
  about(task: Task, isTheirOwn: boolean): string {
    if (isTheirOwn) return task.day === null ? 'For your start' : `For your start on ${on(task.day)}`;
    const [what, day] = task.kind === 'onboarding' ? ['New hire', 'start day'] : ['Offboarding', 'last day'];
    return task.day === null ? `${what}: ${who(task)}` : `${what}: ${who(task)}, ${day} ${on(task.day)}`;
  },
  due: (day: Day) => `Due: ${on(day)}`,
  wasDue: (day: Day) => `This was due on ${on(day)}.`,
  sequence: (name: string) => `Sequence: ${cut(name, 140)}`,
  reason: (note: string) => `Put off before: ${note}`,
  passedBy: (by: string) => `<@${by}> passed this on to you.`,
  whyHr(name: string, why: string): string {
    if (why === 'confidential')
      return `This is a task of ${name}. Frontdesk hasn’t told them, because not everybody may know who is leaving. If ${name} may know, press “Reassign” and choose them.`;
    return `This is a task of ${name}, but ${unread[why] ?? 'they can’t be told'}. Do it for them, or press “Reassign”.`;
  },
  nobodyThere: ({ owner }: Task) =>
    `This is for the ${owners[owner]}, but nobody is there for it. Do it, or press “Reassign”.`,
  became: {
    done: (day: Day, by: string | undefined) => `Done${by === undefined ? '' : ` by ${by}`} on ${on(day)}.`,
    moved: (day: Day) => `Due on ${on(day)} now.`,
    passed: (name: string | undefined) =>
      name === undefined ? 'This is back with HR.' : `This is a task of ${name} now.`,
    gone: 'Nobody has to do this any more.',
  },
  said,
  /** Formats in the recipient's zone; anything up to now reads "now". */
  sentWhen: (at: Date, zone: string, now: Date) =>
    at <= now ? 'now' : `on ${formatInstant(at, zone, 'en-GB')} (${cityOf(zone)})`,
  titles: {
    task: 'Task',
    postpone: 'Not yet',
    passOn: 'Reassign',
    list: 'Tasks',
  },
  postpone: {
    save: 'Save',
    labels: { day: 'New day', note: 'Reason' },
    hint: 'Visible to everyone who can see this task.',
    missing: 'Choose a day from the calendar.',
    past: (today: Day) => `Choose a day from today (${on(today)}) on.`,
    far: 'Choose a day within a year.',
    same: (day: Day) => `It’s due on ${on(day)} already. Choose another day.`,
    long: (most: number) => `Use at most ${most} characters.`,
    saved: (day: Day, when: string) => `The task is due on ${on(day)} now. Frontdesk sends it again ${when}.`,
  },
  passOn: {
    save: 'Reassign',
    labels: { assignee: 'Who does it' },
    whenUnavailable: 'The list of employees can’t be shown right now. Try again in a minute.',
    missing: 'Choose who does it.',
    isTheirs: 'It’s their task already.',
    leaver: 'The person you choose will see who is leaving.',
    toHrOnly:
      'Only HR can pass this on to somebody, because not everybody may know who is leaving. Ask HR to pass it on.',
    saved: (name: string, when: string) =>
      `Reassigned to ${name}. They get a message ${when}, or HR does if they aren’t in Slack.`,
  },
  wait: 'The onboarding service hasn’t answered yet. This page will show what came of it.',
  overdue: {
    summary: (count: number) => `${count} overdue ${count === 1 ? 'task' : 'tasks'}`,
    title: 'Overdue tasks',
    more: (count: number) => `… and ${count} more.`,
    ofAll: (count: number) =>
      `${count} ${count === 1 ? 'task is' : 'tasks are'} overdue, other people’s included.`,
  },
  line(task: Task, how: { isOverdue: boolean; name: string | undefined }): string {
    const late = how.isOverdue ? 'Overdue since' : 'Due';
    const whose = how.name === undefined ? [] : [how.name];
    return [`${late} ${on(task.due_day)}`, short(task), who(task), ...whose].join(' · ');
  },
  doneLine: (task: Task, day: Day, by: string | undefined) =>
    [`Done ${on(day)}`, short(task), ...(by === undefined ? [] : [by])].join(' · '),
  lists: {
    own: 'Your tasks',
    overdue: 'Overdue tasks of everybody',
    ofPerson: (name: string) => `Tasks: ${cut(name, 120)}`,
    none: 'There are no open tasks here.',
    more: (count: number) => `… and ${count} more.`,
    unknown: 'Tasks can’t be shown right now, because the onboarding service isn’t answering.',
    looking: 'Frontdesk is looking up the tasks.',
    counts: (open: number, late: number, done: number) =>
      `Tasks: ${open} open${late > 0 ? ` (${late} overdue)` : ''}, ${done} done`,
    hr: 'HR',
    overdueOfAll: (count: number) => `${count} overdue ${count === 1 ? 'task' : 'tasks'}`,
    gone: 'Frontdesk can’t show this list. Your access may have changed.',
  },
};

export const say = words({ en });
