import { plural, words } from '../../../language.ts';
import type { ImportCounts } from '../../storage/slack-people.ts';

const title = 'Import from Slack';

const people = (count: number) => plural(count, 'person', 'people');

const reasons = {
  guest: (count: number) => plural(count, 'guest'),
  bot: (count: number) => plural(count, 'bot'),
  deactivated: (count: number) => `${count} deactivated`,
  stranger: (count: number) => `${count} from other workspaces`,
  noAddress: (count: number) => `${count} without an email address`,
  oneName: (count: number) => `${count} with a single name`,
  notTaken: (count: number) => `${count} with a name or address the onboarding service refuses`,
} as const;

const fields: Record<string, string> = {
  first_name: 'first name',
  last_name: 'last name',
  position: 'position',
  timezone: 'time zone',
};

const nobody = 'The onboarding service has no people yet.';
const inSlack = `In App Home: “${title}”.`;

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
  home: {
    text: { on: 'Synced with Slack.', off: 'Add everyone in Slack to the onboarding service.' },
    switch: 'Sync with Slack',
  },
  reading: 'Reading who is in Slack. This can take a few minutes. Nothing is added before you confirm.',
  working: 'Importing. You can close this window: you’ll get a message with the result.',
  isCut: 'This list isn’t complete: the workspace has too many people.',
  plan: {
    leftOut: (reason: keyof typeof reasons, count: number) => reasons[reason](count),
    summary: (
      { add, change, stay }: Record<'add' | 'change' | 'stay', number>,
      leftOut: readonly string[],
    ) => {
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
    isMore: 'The list has changed, so nothing was imported. Check it again.',
    toAdd: 'To add:',
    toChange: 'To update:',
    toLookAt: 'Left out. Check their name and email address in Slack:',
    changed: (name: string, names: readonly string[]) =>
      `${name}: ${names.map((one) => fields[one] ?? one).join(', ')}`,
    more: (count: number) => `and ${count} more`,
    submit: 'Import',
  },
  imported: {
    label: 'Import from Slack',
    summary: ({ added, changed, unchanged, unknown, remaining }: ImportCounts) =>
      [
        added + changed + unchanged + unknown + remaining > 0
          ? changesOf(added, changed)
          : 'Nothing left to import.',
        ...(unchanged > 0 ? [`${unchanged} stayed as they were.`] : []),
        ...(unknown > 0 ? [`The outcome for ${people(unknown)} isn’t known.`] : []),
        ...(remaining > 0
          ? [`${people(remaining)} ${remaining === 1 ? 'wasn’t' : 'weren’t'} imported.`]
          : []),
      ].join(' '),
    stopped: 'The import didn’t finish.',
    tryAgain: 'Try again',
  },
  troubles: {
    slack: 'Slack didn’t list its people. Nothing was imported. Try again in a few minutes.',
    service: (why: string) => `${why} Nothing was imported.`,
    notOffered: 'The onboarding service can’t import people.',
  },
  inStep: {
    title: 'Sync with Slack',
    what: 'While this is on:',
    lines: [
      'New people are added to the onboarding service, except guests and bots.',
      'Changed names, titles and time zones are updated.',
      'When an account is deactivated, HR gets a message in its private channel. Nobody is removed or offboarded.',
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
    text: (name: string) => `The Slack account of ${name} was deactivated.`,
    whatToDo: 'If they’re leaving, start the offboarding.',
    many: (count: number) => `The Slack accounts of ${count} more people were deactivated.`,
    whoTheyAre: 'Slack’s list of members shows who they are. If they’re leaving, start their offboardings.',
    start: 'Start offboarding',
    startOf: (name: string) => `Start offboarding: ${name}`,
  },
  setup: {
    title: 'People',
    missing: {
      slack: `${nobody} Import them from Slack.`,
      own: nobody,
      other: `${nobody} Add them there.`,
    },
    done: (count: number) => `${people(count)}.`,
    atTerminal: {
      slack: inSlack,
      own: `${inSlack} Or: npm run frontdesk -- service user import people.csv`,
      other: 'Add people in your onboarding service.',
    },
  },
};

export const say = words({ en });
