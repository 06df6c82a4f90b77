import { listOf, plural, words } from '../../../language.ts';

interface Counted {
  people: number;
  groups: number;
}

const setIn = (variables: readonly string[]) => (variables.length > 0 ? ` Set in ${listOf(variables)}.` : '');

function who({ people, groups }: Counted): string {
  const parts = [
    ...(people > 0 ? [plural(people, 'person', 'people')] : []),
    ...(groups > 0 ? [plural(groups, 'user group')] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : 'nobody yet';
}

const en = {
  access: {
    title: 'Access',
    missing: 'Only workspace owners and admins have access. Choose HR and managers.',
    noHr: 'No one is HR, so nobody can add new hires.',
    unreadable: 'The saved list of HR can’t be read. Save it again.',
    done: (hr: Counted, managers: Counted, variables: readonly string[]) =>
      `HR: ${who(hr)}. Managers: ${who(managers)}.${setIn(variables)}`,
    atTerminal: 'In App Home: “Access”. Or set FRONTDESK_HR to Slack user ids, separated by commas.',
  },
  service: {
    title: 'Onboarding service',
    missing: 'No onboarding service is connected.',
    noToken: 'ONBOARDING_URL is set, but no admin token is saved.',
    own: 'The built-in one. If your company has its own, connect it.',
    other: (url: string, variables: readonly string[]) => `Connected to ${url}.${setIn(variables)}`,
    connect: 'Connect service',
    another: 'Connect another service',
    start: 'Start Frontdesk: npm start',
    atTerminal:
      'In App Home: “Connect service”. Or: npm run frontdesk -- token set --url https://onboarding.acme.com',
  },
  channels: {
    title: 'Channels',
    none: 'New hires aren’t announced, and HR has no private channel.',
    noHires: 'New hires aren’t announced. HR has a private channel.',
    noPrivate: (count: number) =>
      `New hires are announced in ${plural(count, 'channel')}, and HR has no private channel.`,
    done: (count: number, variables: readonly string[]) =>
      `New hires are announced in ${plural(count, 'channel')}, and HR has a private channel.${setIn(variables)}`,
    choose: 'Choose channels',
    atTerminal:
      'In App Home: “Choose channels”. Or set FRONTDESK_CHANNELS and FRONTDESK_PRIVATE_CHANNEL to channel ids.',
  },
  chooseAccess: 'Choose people',
};

export const say = words({ en });
