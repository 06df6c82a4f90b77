import { words } from '../../../language.ts';

interface Counted {
  people: number;
  groups: number;
}

const setIn = (variables: readonly string[]) =>
  variables.length > 0 ? ` Set in ${new Intl.ListFormat('en-GB').format(variables)}.` : '';

function counted(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
}

function who({ people, groups }: Counted): string {
  const parts = [...counted(people, 'person', 'people'), ...counted(groups, 'user group', 'user groups')];
  return parts.length > 0 ? parts.join(' and ') : 'nobody yet';
}

const en = {
  access: {
    title: 'Access',
    missing:
      'Only the owners and admins of this workspace have access now. Choose HR, and the managers who can start offboardings.',
    noHr: 'Only managers are set, so nobody can add new hires or change settings.',
    unreadable: 'Frontdesk can’t read the saved list of HR. Save it again.',
    done: (hr: Counted, managers: Counted, variables: readonly string[]) =>
      `HR: ${who(hr)}. Managers: ${who(managers)}.${setIn(variables)}`,
    atTerminal: 'In Slack: Frontdesk’s App Home, “Access”. Or set FRONTDESK_HR to Slack user ids, by comma.',
  },
  service: {
    title: 'Onboarding service',
    missing: 'No onboarding service is connected.',
    noToken: 'The address is set in ONBOARDING_URL, but no admin token for it is saved.',
    own: 'Frontdesk uses its built-in onboarding service. If your company has one already, connect that one.',
    other: (url: string, variables: readonly string[]) => `Connected to ${url}.${setIn(variables)}`,
    connect: 'Connect service',
    another: 'Connect another service',
    start: 'Start Frontdesk, and its onboarding service with it: npm start',
    atTerminal:
      'In Slack: Frontdesk’s App Home, “Connect service”. Or: npm run frontdesk -- token set --url https://onboarding.acme.com',
  },
  channels: {
    title: 'Channels',
    none: 'New hires aren’t announced anywhere, and HR gets offboardings and problems as direct messages.',
    noHires: 'New hires aren’t announced anywhere. HR has a private channel.',
    noPrivate: (count: number) =>
      `New hires are announced in ${counted(count, 'channel', 'channels').join()}. HR has no private channel, so HR gets offboardings and problems as direct messages.`,
    done: (count: number, variables: readonly string[]) =>
      `New hires are announced in ${counted(count, 'channel', 'channels').join()}, and HR has a private channel.${setIn(variables)}`,
    choose: 'Choose channels',
    atTerminal:
      'In Slack: Frontdesk’s App Home, “Choose channels”. Or set FRONTDESK_CHANNELS and FRONTDESK_PRIVATE_CHANNEL to channel ids.',
  },
  chooseAccess: 'Choose people',
};

export const say = words({ en });
