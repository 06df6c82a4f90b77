import { type SequenceKind, sequenceLimits, type TaskOwner } from '../../../contract/sequence.ts';
import { plural, words } from '../../../language.ts';
import { cut } from '../../slack/views/blocks.ts';

const days: Record<SequenceKind, string> = { onboarding: 'start day', offboarding: 'last day' };

const taskCount = (count: number) => (count === 0 ? 'No tasks yet' : plural(count, 'task'));
const peopleWithTasks = (count: number) => plural(count, 'person has open tasks', 'people have open tasks');

const whatTheyAre = 'No sequences (lists of tasks) yet.';
const inSlack = 'In App Home: “Choose starters”.';

const en = {
  titles: {
    list: 'Sequences',
    sequence: 'Sequence',
    task: 'Task',
    make: 'New sequence',
    copy: 'Copy sequence',
    rename: 'Rename sequence',
    starters: 'Starters',
    starter: 'Starter',
  },
  reading: 'Reading from the onboarding service…',
  saving: 'Saving. This can take up to a minute.',
  tryAgain: 'Try again',
  notRead: (sentence: string) => `The sequences can’t be read right now. ${sentence}`,
  notOffered: 'This onboarding service’s sequences can’t be edited in Slack.',
  kinds: { onboarding: 'Onboarding', offboarding: 'Offboarding' } satisfies Record<SequenceKind, string>,
  owners: (kind: SequenceKind): Record<TaskOwner, string> => ({
    hire: kind === 'onboarding' ? 'New hire' : 'Employee',
    manager: 'Manager',
    buddy: 'Buddy',
    hr: 'HR',
    person: 'A named person',
  }),
  dayOf(day: number, kind: SequenceKind): string {
    if (day === 0) return `On the ${days[kind]}`;
    return `${plural(Math.abs(day), 'day')} ${day < 0 ? 'before' : 'after'} the ${days[kind]}`;
  },
  taskLine: (when: string, who: string, what: string) => `${when} · ${who} · ${what}`,
  goneOwner: (id: number) => `Employee ${id}, no longer in the onboarding service`,
  taskCount,
  summary: (tasks: number, inUse: number) =>
    inUse === 0 ? taskCount(tasks) : `${taskCount(tasks)} · ${peopleWithTasks(inUse)} from it`,
  list: {
    intro: 'A sequence is a list of tasks with assignees and days.',
    none: 'No sequences yet. Begin with a starter, or create your own.',
    make: 'New sequence',
    starters: 'From a starter',
    archived: 'Archived',
    open: 'Open',
    openOf: (name: string) => `Open ${name}`,
    previous: 'Previous page',
    next: 'Next page',
    /** A row of the list. Archived sequences of both kinds are listed together, so `about` includes their kind. */
    line: (name: string, about: string) => `${name}\n${about}`,
    gone: 'This sequence no longer exists.',
  },
  sequence: {
    about: (kind: string, tasks: string) => `${kind} · ${tasks}`,
    inUse: (count: number) => `${peopleWithTasks(count)} from it. Changes don’t affect them.`,
    archived: 'Archived. It can’t be chosen; existing tasks stay.',
    full: `This sequence has ${sequenceLimits.tasks} tasks, the maximum.`,
    addTask: 'Add task',
    change: 'Change',
    changeOf: (task: string) => `Change: ${task}`,
    rename: 'Rename',
    copy: 'Copy',
    archive: 'Archive',
    bringBack: 'Restore',
    all: 'All sequences',
    previous: 'Earlier tasks',
    next: 'Later tasks',
    confirm: {
      title: 'Archive this sequence?',
      text: 'It can’t be chosen until you restore it. Existing tasks stay.',
      yes: 'Archive',
      no: 'Keep',
    },
    made: 'Sequence created. Add tasks below.',
    copied: 'Copied.',
    renamed: 'Renamed.',
    archivedNow: 'Archived.',
    backNow: 'Restored.',
    taskSaved: 'Task saved.',
    taskRemoved: 'Task removed.',
    changedSince: 'This sequence has changed. Here’s the current version.',
  },
  task: {
    of: (name: string) => `Sequence: ${name}`,
    days: 'Days',
    daysHint: '0 is that day.',
    side: 'Before or after',
    sides: (kind: SequenceKind) => ({ before: `Before the ${days[kind]}`, after: `After the ${days[kind]}` }),
    owner: 'Who does it',
    person: 'Named person',
    personHint: 'Only if you chose “A named person”.',
    text: 'What to do',
    save: 'Save',
    back: 'Back to sequence',
    remove: 'Remove task',
    confirm: {
      title: 'Remove this task?',
      text: 'People who already have it keep it.',
      yes: 'Remove',
      no: 'Keep',
    },
    daysWrong: `Enter a whole number from 0 to ${sequenceLimits.days}.`,
    ownerMissing: 'Choose an assignee.',
    personMissing: 'Choose a person.',
    personUnavailable: 'The list isn’t available right now. Open it again.',
    textWrong: `Describe the task in at most ${sequenceLimits.text} characters.`,
    personGone: 'No longer in the onboarding service. Choose someone else.',
  },
  make: {
    name: 'Name',
    nameHint: 'Such as “Equipment for remote people”.',
    kind: 'Type',
    submit: 'Save',
    copyOf: (name: string) => cut(`Copy of ${name}`, sequenceLimits.name),
    nameWrong: `Enter a name of at most ${sequenceLimits.name} characters.`,
    kindMissing: 'Choose a type.',
    before: 'This form already created a sequence.',
  },
  starters: {
    intro: 'Each becomes a sequence you can edit.',
    submit: 'Add',
    look: 'See tasks',
    lookAt: (name: string) => `See tasks of ${name}`,
    about: (tasks: string, isAdded: boolean) => (isAdded ? `${tasks} · already added` : tasks),
    none: 'No starters.',
    all: 'All starters are added.',
    chooseOne: 'Choose at least one.',
    gone: 'One of the starters is gone.',
    ofKind: (kind: string, tasks: string) => `${kind} · ${tasks}`,
    done: (count: number) => `${plural(count, 'sequence')} added.`,
    partly(added: number, all: number): string {
      if (added === 0) return 'No sequence was added.';
      return `${added} of ${all} sequences added.`;
    },
    notAdded: (name: string, sentence: string) => `“${name}” wasn’t added. ${sentence}`.trim(),
    unsure: 'Perhaps not all were added. Press “Add” again: nothing is added twice.',
    stuck: (sentence: string) =>
      cut(`Not all were added. ${sentence} Press “Add” again later: nothing is added twice.`, 200),
  },
  outcome: {
    changed: (done: string) => `${done} The sequence had changed meanwhile.`,
    notSaved: (sentence: string) => cut(`Nothing was saved. ${sentence}`, 200),
    unknown: 'This may not be saved. Save again: nothing is saved twice.',
    unknownButton: 'This may not be done. Press the button again if needed.',
  },
  setup: {
    choose: 'Choose starters',
    missing: {
      slack: `${whatTheyAre} Begin with starters.`,
      own: whatTheyAre,
      other: `${whatTheyAre} Add them in your onboarding service.`,
    },
    done: (onboarding: number, offboarding: number, unsorted: number) =>
      `${onboarding} for onboarding, ${offboarding} for offboarding.${unsorted > 0 ? ` ${unsorted} not sorted yet.` : ''}`,
    atTerminal: {
      slack: inSlack,
      own: `${inSlack} Or: npm run frontdesk -- service sequence starters --add all`,
      other: 'Add sequences in your onboarding service.',
    },
  },
};

export const say = words({ en });
