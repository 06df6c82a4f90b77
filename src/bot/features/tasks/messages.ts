import type { Task } from '../../../contract/task.ts';
import { dayText, instantText, plural, words } from '../../../language.ts';
import { cityOf, type Day } from '../../../time/dates.ts';
import { say as sayRequests } from '../../requests/messages.ts';
import { cut } from '../../slack/views/blocks.ts';

const on = (day: Day) => dayText(day, 'en-GB');
const who = ({ person_name }: Pick<Task, 'person_name'>) => cut(person_name, 140);
const short = ({ text }: Pick<Task, 'text'>) => cut(text.replaceAll(/\s+/g, ' '), 100);

const owners = { hire: 'new hire', manager: 'manager', buddy: 'buddy', hr: 'HR', person: 'person' } as const;
const overdueTasks = (count: number) => plural(count, 'overdue task');
const more = (count: number) => `… and ${count} more.`;

const said = {
  notRecorded: (trouble: string) => `${trouble} Nothing was changed.`,
  unsure: (trouble: string) => `${trouble} This may not be recorded. Press the button again.`,
  slow: 'The onboarding service is slow. Try again in a moment.',
  gone: 'This task is no longer needed.',
  notYours: 'Only the assignee, the new hire’s manager and HR can change this task.',
  rehearsal: 'This is a rehearsal. Nothing was changed.',
  otherService: 'This task is from another onboarding service.',
  done: 'Recorded as done.',
  reopened: 'The task is open again.',
  isDone: 'Done already.',
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
  reason: (note: string) => `Put off: ${note}`,
  passedBy: (by: string) => `Reassigned to you by <@${by}>.`,
  whyHr(name: string, why: string): string {
    if (why === 'confidential')
      return `This is for ${name}, who hasn’t been told: departures are confidential.`;
    const reasons: Record<string, string> = sayRequests().unreached;
    return `This is for ${name}, but ${reasons[why] ?? 'they can’t be told'}.`;
  },
  nobodyThere: ({ owner }: Task) => `There’s no ${owners[owner]} to do this.`,
  became: {
    done: (day: Day, by: string | undefined) => `Done${by === undefined ? '' : ` by ${by}`} on ${on(day)}.`,
    moved: (day: Day) => `Now due ${on(day)}.`,
    passed: (name: string | undefined) =>
      name === undefined ? 'This is back with HR.' : `Reassigned to ${name}.`,
    gone: 'No longer needed.',
  },
  said,
  /** Formats in the recipient's zone; anything up to now reads "now". */
  sentWhen: (at: Date, zone: string, now: Date) =>
    at <= now ? 'now' : `on ${instantText(at, zone, 'en-GB')} (${cityOf(zone)})`,
  titles: {
    task: 'Task',
    list: 'Tasks',
  },
  postpone: {
    save: 'Save',
    labels: { day: 'New day', note: 'Reason' },
    hint: 'Visible to everyone who can see this task.',
    missing: 'Choose a day.',
    past: (today: Day) => `Choose ${on(today)} or later.`,
    far: 'Choose a day within a year.',
    same: (day: Day) => `It’s already due on ${on(day)}.`,
    long: (most: number) => `Use at most ${most} characters.`,
    saved: (day: Day, when: string) => `Now due ${on(day)}. Frontdesk sends it again ${when}.`,
  },
  passOn: {
    labels: { assignee: 'Who does it' },
    missing: 'Choose who does it.',
    isTheirs: 'It’s already their task.',
    leaver: 'The person you choose will see who is leaving.',
    toHrOnly: 'Only HR can choose somebody: departures are confidential.',
    saved: (name: string, when: string) => `Reassigned to ${name}. They get a message ${when}.`,
    unreached: (name: string, why: string) => `Reassigned to ${name}. HR gets the message: ${why}.`,
  },
  wait: 'Waiting for the onboarding service…',
  overdue: {
    summary: overdueTasks,
    title: 'Overdue tasks',
    more,
    ofAll: (count: number) => `${overdueTasks(count)}, including other people’s.`,
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
    overdue: 'Everyone’s overdue tasks',
    ofPerson: (name: string) => `Tasks: ${cut(name, 120)}`,
    none: 'No open tasks.',
    more,
    unknown: 'Tasks can’t be shown: the onboarding service isn’t answering.',
    looking: 'Looking up tasks…',
    counts: (open: number, late: number, done: number) =>
      `Tasks: ${open} open${late > 0 ? ` (${late} overdue)` : ''}, ${done} done`,
    hr: 'HR',
    overdueOfAll: overdueTasks,
    gone: 'You can’t see this list any more.',
  },
};

export const say = words({ en });
