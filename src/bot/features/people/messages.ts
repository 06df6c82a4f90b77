import { words } from '../../../language.ts';

const title = 'Import from Slack';

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;

const home = {
  title: 'People',
  text: {
    on: 'The onboarding service is synced with Slack: new people are added, and changed names, titles and time zones are updated.',
    off: 'Add everybody in this workspace to the onboarding service, and update who is there already.',
  },
  switch: 'Sync with Slack',
} as const;

const reasons = {
  guest: (count: number) => `${count} ${count === 1 ? 'guest' : 'guests'}`,
  bot: (count: number) => `${count} ${count === 1 ? 'bot' : 'bots'}`,
  deactivated: (count: number) => `${count} deactivated`,
  stranger: (count: number) => `${count} from other workspaces`,
  noAddress: (count: number) => `${count} without an email address`,
  oneName: (count: number) => `${count} with a single name`,
  notTaken: (count: number) => `${count} with a name or address that the onboarding service doesn’t take`,
} as const;

const fields: Record<string, string> = {
  first_name: 'first name',
  last_name: 'last name',
  position: 'position',
  timezone: 'time zone',
};

interface Counts {
  add: number;
  change: number;
  stay: number;
}

interface Done {
  added: number;
  changed: number;
  unchanged: number;
  unknown: number;
  remaining: number;
}

const nobody =
  'Nobody is in the onboarding service yet, so nobody can be chosen as manager or buddy, and no offboarding can be started.';
const inSlack = `In Slack: Frontdesk’s App Home, “${title}”.`;

function upToDate(count: number): string {
  return count > 0 ? `Everyone is up to date (${people(count)}).` : 'There’s nobody to add or update.';
}

function changesOf(added: number, changed: number): string {
  if (added === 0 && changed === 0) return 'Nobody was added or updated.';
  if (changed === 0) return `${people(added)} added.`;
  return added === 0 ? `${people(changed)} updated.` : `${people(added)} added, ${changed} updated.`;
}

const en = {
  title,
  home,
  reading:
    'Frontdesk is reading who is in this workspace. Nothing is added before you confirm it. In a large workspace this can take a few minutes.',
  working: 'Frontdesk is importing. You can close this window; you’ll get a message with the result.',
  isCut:
    'This workspace has more people than Frontdesk can read. The people it didn’t read aren’t in this list.',
  plan: {
    leftOut: (reason: keyof typeof reasons, count: number) => reasons[reason](count),
    summary: ({ add, change, stay }: Counts, leftOut: readonly string[]) => {
      const wouldDo = [
        ...(add > 0 ? [`Add ${people(add)}`] : []),
        ...(change > 0 ? [`${add > 0 ? 'update' : 'Update'} ${people(change)}`] : []),
      ];
      const isDone = wouldDo.length === 0;
      const first = isDone ? upToDate(stay) : `${wouldDo.join(', ')}.`;
      const same = stay > 0 && !isDone ? [`${people(stay)} ${stay === 1 ? 'doesn’t' : 'don’t'} change.`] : [];
      const left = leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : [];
      return [first, ...same, ...left].join(' ');
    },
    isMore: 'Slack has changed since you opened this. Nothing was imported. Check it again, then import.',
    toAdd: 'To add:',
    toChange: 'To update:',
    toLookAt: 'Left out. Check their name and email address in Slack, or add them with “New hire”:',
    changed: (name: string, names: readonly string[]) =>
      `${name}: ${names.map((one) => fields[one] ?? one).join(', ')}`,
    more: (count: number) => `and ${count} more`,
    submit: 'Import',
  },
  imported: {
    label: 'Import from Slack',
    summary: ({ added, changed, unchanged, unknown, remaining }: Done) =>
      [
        added + changed + unchanged + unknown + remaining > 0
          ? changesOf(added, changed)
          : 'There was nothing left to import.',
        ...(unchanged > 0 ? [`${unchanged} stayed as they were.`] : []),
        ...(unknown > 0 ? [`For ${people(unknown)} Frontdesk doesn’t know whether that worked.`] : []),
        ...(remaining > 0
          ? [`${people(remaining)} ${remaining === 1 ? 'wasn’t' : 'weren’t'} imported.`]
          : []),
      ].join(' '),
    stopped: 'The import from Slack didn’t finish.',
    tryAgain: 'Try again',
  },
  troubles: {
    slack:
      'Slack didn’t tell Frontdesk who is in this workspace. Nothing was imported. Try again in a few minutes.',
    service: (why: string) => `${why} Nothing was imported.`,
    notOffered: 'The connected onboarding service can’t import people. Nothing was imported.',
  },
  inStep: {
    title: 'Sync with Slack',
    what: 'While this is on:',
    lines: [
      'New people in Slack are added to the onboarding service. Guests and bots aren’t.',
      'When a name, title or time zone changes in Slack, it’s updated there.',
      'When an account is deactivated in Slack, HR gets a message in the private HR channel. Frontdesk doesn’t remove anybody and doesn’t start an offboarding by itself.',
    ],
    before: 'This only adds new people. Import existing ones first.',
    on: 'This is on.',
    off: 'This is off.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    saved: {
      on: 'Sync with Slack is on.',
      off: 'Sync with Slack is off.',
    },
  },
  gone: {
    label: 'Deactivated in Slack',
    text: (name: string) => `The Slack account of ${name} has been deactivated.`,
    whatToDo: 'If they’re leaving, start the offboarding. If not, there’s nothing to do.',
    many: (count: number) =>
      `The Slack accounts of ${count} more people in the onboarding service have been deactivated.`,
    whoTheyAre:
      'That’s too many for a message about each. Slack’s list of members shows who they are. If they’re leaving, start their offboardings.',
    start: 'Start offboarding',
    startOf: (name: string) => `Start offboarding: ${name}`,
  },
  setup: {
    title: home.title,
    missing: {
      slack: `${nobody} Import everybody from Slack: you see who it is first.`,
      own: nobody,
      other: `${nobody} Add people in your onboarding service.`,
    },
    done: (count: number) =>
      count === 1
        ? '1 person is in the onboarding service.'
        : `${count} people are in the onboarding service.`,
    atTerminal: {
      slack: inSlack,
      own: `${inSlack} Or: npm run frontdesk -- service user import people.csv (see --help)`,
      other: 'Add people in your onboarding service.',
    },
  },
};

export const say = words({ en });
