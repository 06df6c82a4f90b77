import { sequenceLimits, type TaskOwner } from '../../../contract/additions/sequences.ts';
import type { SequenceKind } from '../../../contract/sequence.ts';
import { words } from '../../../language.ts';
import { cut } from '../../slack/views/blocks.ts';

const days: Record<SequenceKind, string> = { onboarding: 'start day', offboarding: 'last day' };

const taskCount = (count: number) => {
  if (count === 0) return 'No tasks yet';
  return count === 1 ? '1 task' : `${count} tasks`;
};
const peopleWithTasks = (count: number) =>
  count === 1 ? '1 person has open tasks' : `${count} people have open tasks`;

const whatTheyAre =
  'There are no sequences yet. A sequence is a list of tasks that somebody gets when they start or leave.';
const inSlack = 'In Slack: Frontdesk’s App Home, “Choose starters”.';

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
  reading: 'Reading from the onboarding service. This can take a few seconds.',
  saving: 'Frontdesk is saving this. It can take up to a minute.',
  tryAgain: 'Try again',
  notRead: (sentence: string) => `The sequences can’t be read right now. ${sentence}`,
  notOffered: 'The onboarding service that’s connected has no sequences that can be changed in Slack.',
  kinds: { onboarding: 'Onboarding', offboarding: 'Offboarding' } satisfies Record<SequenceKind, string>,
  owners: (kind: SequenceKind): Record<TaskOwner, string> => ({
    hire: kind === 'onboarding' ? 'New hire' : 'Employee who leaves',
    manager: 'Manager',
    buddy: 'Buddy',
    hr: 'HR',
    person: 'A named person',
  }),
  dayOf(day: number, kind: SequenceKind): string {
    if (day === 0) return `On the ${days[kind]}`;
    const count = Math.abs(day) === 1 ? '1 day' : `${Math.abs(day)} days`;
    return `${count} ${day < 0 ? 'before' : 'after'} the ${days[kind]}`;
  },
  taskLine: (when: string, who: string, what: string) => `${when} · ${who} · ${what}`,
  goneOwner: (id: number) => `Employee ${id}, who isn’t in the onboarding service any more`,
  taskCount,
  summary: (tasks: number, inUse: number) =>
    inUse === 0 ? taskCount(tasks) : `${taskCount(tasks)} · ${peopleWithTasks(inUse)} from it`,
  list: {
    intro:
      'A sequence is a list of tasks: who does what, and how many days before or after the start day or the last day. ' +
      'You choose sequences when you add a new hire or start an offboarding.',
    none: 'There are no sequences yet. Start with one of the starters, or make your own.',
    make: 'New sequence',
    starters: 'From a starter',
    archived: 'Archived',
    open: 'Open',
    openOf: (name: string) => `Open ${name}`,
    previous: 'Previous page',
    next: 'Next page',
    /** A row of the list. Archived sequences of both kinds are listed together, so `about` includes their kind. */
    line: (name: string, about: string) => `${name}\n${about}`,
    gone: 'This sequence isn’t in the onboarding service any more.',
  },
  sequence: {
    about: (kind: string, tasks: string) => `${kind} · ${tasks}`,
    inUse: (count: number) =>
      `${peopleWithTasks(count)} from this sequence. They keep the tasks they have: what you change here counts for people who get it from now on.`,
    archived: 'Archived: it can’t be chosen in forms. Tasks that people already have stay as they are.',
    none: 'Add the first task: what has to be done, by whom, and when.',
    full: `This sequence has ${sequenceLimits.tasks} tasks, which is the most possible. Remove one to add another.`,
    addTask: 'Add task',
    change: 'Change',
    changeOf: (task: string) => `Change: ${task}`,
    rename: 'Rename',
    copy: 'Copy',
    archive: 'Archive',
    bringBack: 'Bring back',
    all: 'All sequences',
    previous: 'Earlier tasks',
    next: 'Later tasks',
    confirm: {
      title: 'Archive this sequence?',
      text: 'It can’t be chosen in forms any more. Tasks that people already have stay as they are. You can bring it back.',
      yes: 'Archive',
      no: 'Keep',
    },
    made: 'The sequence is there. Add its tasks below.',
    copied: 'The copy is there.',
    renamed: 'The new name is saved.',
    archivedNow: 'Archived. It can’t be chosen in forms any more.',
    backNow: 'It’s back, and can be chosen in forms.',
    taskSaved: 'The task is saved.',
    taskRemoved: 'The task is removed.',
    changedSince: 'This sequence has changed meanwhile. This is what it holds now.',
  },
  task: {
    of: (name: string) => `Sequence: ${name}`,
    days: 'Days',
    daysHint: '0 is the day itself.',
    side: 'Before or after',
    sides: (kind: SequenceKind) => ({ before: `Before the ${days[kind]}`, after: `After the ${days[kind]}` }),
    owner: 'Who does it',
    person: 'Named person',
    personHint: 'Counts only with “A named person” above.',
    text: 'What to do',
    save: 'Save',
    back: 'Back to sequence',
    remove: 'Remove task',
    confirm: {
      title: 'Remove this task?',
      text: 'It’s removed for people who get this sequence from now on. Who has it already keeps it.',
      yes: 'Remove',
      no: 'Keep',
    },
    daysWrong: `Enter a whole number from 0 to ${sequenceLimits.days}.`,
    ownerMissing: 'Choose who does it.',
    personMissing: 'Choose the person who does it.',
    personUnavailable: 'This list isn’t available right now. Close it and open it again.',
    textWrong: `Enter what has to be done, in at most ${sequenceLimits.text} characters.`,
    personGone: 'This person isn’t in the onboarding service any more. Choose somebody else.',
  },
  make: {
    name: 'Name',
    nameHint: 'It’s what people choose in the forms, such as “Equipment for remote people”.',
    kind: 'What it’s for',
    kinds: { onboarding: 'People who start', offboarding: 'People who leave' } satisfies Record<
      SequenceKind,
      string
    >,
    submit: 'Save',
    copyOf: (name: string) => cut(`Copy of ${name}`, sequenceLimits.name),
    copies: (name: string, tasks: string) => `${tasks} will be copied from “${name}”.`,
    nameWrong: `Enter a name of at most ${sequenceLimits.name} characters.`,
    kindMissing: 'Choose what it’s for.',
    before:
      'This form has made a sequence already. If that isn’t what you want, rename or archive it, or make another one.',
  },
  starters: {
    intro:
      'Choose one or more to begin with. Each becomes a sequence of your own, which you can change. “See tasks” shows what is in it.',
    choose: {
      onboarding: 'Add for people who start',
      offboarding: 'Add for people who leave',
    } satisfies Record<SequenceKind, string>,
    submit: 'Add',
    look: 'See tasks',
    lookAt: (name: string) => `See tasks of ${name}`,
    line: (name: string, about: string) => `${name}
${about}`,
    about: (tasks: string, isAdded: boolean) => (isAdded ? `${tasks} · already added` : tasks),
    none: 'The onboarding service has no starters.',
    all: 'All starters are added.',
    chooseOne: 'Choose at least one.',
    gone: 'One of the starters isn’t there any more.',
    ofKind: (kind: string, tasks: string) => `${kind} · ${tasks}`,
    done: (count: number) => (count === 1 ? '1 sequence is added.' : `${count} sequences are added.`),
    partly(added: number, all: number): string {
      if (added === 0) return 'No sequence was added. See below why.';
      return `${added} of ${all} sequences ${added === 1 ? 'is' : 'are'} added. See below about the others.`;
    },
    notAdded: (name: string, sentence: string) => `“${name}” wasn’t added. ${sentence}`.trim(),
    unsure:
      'Frontdesk couldn’t find out if everything was added. Press “Add” again to make sure: nothing is added twice.',
    stuck: (sentence: string) =>
      cut(`Not everything was added. ${sentence} Press “Add” again later: nothing is added twice.`, 200),
  },
  outcome: {
    changed: (done: string) => `${done} The sequence had changed meanwhile. This is what it holds now.`,
    notSaved: (sentence: string) => cut(`Nothing was saved. ${sentence}`, 200),
    unknown:
      'Frontdesk couldn’t find out if this was saved. Save again to make sure: nothing is saved twice.',
    unknownButton:
      'Frontdesk couldn’t find out if this was done. Below is what the onboarding service has now. Press the button again if it’s needed.',
  },
  setup: {
    choose: 'Choose starters',
    missing: {
      slack: `${whatTheyAre} Begin with starters: you see their tasks first, and can change everything later.`,
      own: whatTheyAre,
      other: `${whatTheyAre} Add them in your onboarding service.`,
    },
    done: (onboarding: number, offboarding: number, unsorted: number) =>
      `${onboarding} for onboarding, ${offboarding} for offboarding.${unsorted > 0 ? ` ${unsorted} not sorted yet.` : ''}`,
    atTerminal: {
      slack: inSlack,
      own: `${inSlack} Or: npm run frontdesk -- service sequence starters --add all (without --add it shows them)`,
      other: 'Add sequences in your onboarding service.',
    },
  },
};

export const say = words({ en });
