import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import { cut } from '../../slack/views/blocks.ts';
import type { SettingName } from '../../storage/settings.ts';

const buttons = {
  connection: 'Connect',
  access: 'Access',
  channels: 'Channels',
  organization: 'Organization',
  reminders: 'Reminders',
  approval: 'Approval',
  texts: 'Texts',
  sequences: 'Sort sequences',
};

const formTitles: Record<keyof typeof buttons, string> = { ...buttons, connection: 'Onboarding service' };

function announcedIn(count: number): string {
  if (count === 0) return 'No channel is chosen, so new hires aren’t announced';
  return `New hires will be announced in ${count === 1 ? '1 channel' : `${count} channels`}`;
}

const en = {
  buttons,
  formTitles,
  unreadable: {
    names: {
      hr: 'HR',
      managers: 'Managers',
      channels: 'New hire channels',
      privateChannel: 'Private HR channel',
      timezone: 'Time zone',
      profileUrl: 'Profile address',
      reminders: 'Reminders',
      offboardingApproval: 'HR approves offboardings',
      approvals: 'Approval',
      texts: 'Texts',
      peopleInStep: 'Sync with Slack',
    } satisfies Record<SettingName, string>,
    line: (names: readonly string[]) =>
      `Frontdesk can’t read what was saved for: ${names.join(', ')}. Save it again.`,
  },
  save: 'Save',
  saved: 'Saved.',
  more: (count: number) => `and ${count} more`,
  preview: 'Preview',
  fixed: (variable: string) => `Set by your administrator (${variable}).`,
  allFixed: (variables: readonly string[]) => `Set by your administrator: ${variables.join(', ')}.`,
  connection: {
    intro:
      'Enter the address of your onboarding service and an administrator’s API token. Frontdesk tests them before saving ' +
      'them. The token is saved encrypted and never shown again.',
    url: 'Address',
    urlHint: 'Such as https://onboarding.acme.com, without /api.',
    token: 'Admin token',
    hidden: 'saved, and never shown',
    tokenHint: 'For ChiefOnboarding: manage.py drf_create_token, with an administrator’s address.',
    submit: 'Test and save',
    trying: 'Frontdesk is testing the address and the token. This can take a few seconds.',
    stored: 'It works. The address and the token are saved. Any pending requests are sent now.',
    noAddress: 'Enter a full address, such as https://onboarding.acme.com.',
    plain:
      'The token would be sent unencrypted. Use https://, or ask your Frontdesk admin to set ONBOARDING_ALLOW_HTTP=True in a private network.',
    notStored: (sentence: string) => cut(`Nothing was saved. ${sentence}`, 200),
    oneLine: 'Enter only the token, without spaces.',
    connected: (url: string) => `Connected to the onboarding service at ${url}.`,
    broken: (sentence: string) => `The connection to the onboarding service doesn’t work: ${sentence}`,
    none: 'No onboarding service is connected yet.',
    setBy: (by: string, day: Day) => `Token saved by ${by} on ${formatDay(day, 'en-GB')}.`,
    byItself: 'Frontdesk runs its own onboarding service.',
    byCommandLine: 'the command line',
  },
  access: {
    intro:
      'HR can do everything. Managers can start offboardings and see the ones they started. Nobody else has access. If ' +
      'both lists are empty, the owners and admins of this workspace are HR.',
    nobody: 'Choose at least one person or user group as HR. Otherwise nobody could change this again.',
    yourself:
      'This would remove your own access. Keep yourself in the list, or ask somebody else in HR to remove you.',
    shown: (hr: string, managers: string) => `HR: ${hr}\nManagers: ${managers}`,
    admins: 'the owners and admins of this workspace',
    none: 'nobody',
    unknownGroups: 'Slack isn’t listing the user groups right now. Try again in a moment.',
    noGroups: 'No user group in this workspace has that name.',
  },
  channels: {
    intro:
      'New hires are announced in the channels you choose. Offboardings and problems go only to the private channel, ' +
      'because leaving is confidential.',
    archived: (name: string) => `${name} is archived. Choose another one.`,
    unseen: 'Frontdesk isn’t in this channel. Type /invite @Frontdesk there, then press Save again.',
    isPublic: (name: string) =>
      `${name} is public, so everyone could read who is leaving. Choose a private channel that Frontdesk is in.`,
    isShared: (name: string) =>
      `${name} is shared with another company, or one is invited to it, so people there could read who is leaving. Choose a channel of your own company.`,
    unknown: 'Slack isn’t telling Frontdesk about this channel right now. Try again in a moment.',
    shown: (hires: string, hr: string) => `New hires: ${hires}\nOffboardings and problems: ${hr}`,
    none: 'no channel',
    noPrivate: 'no channel, so HR gets them as direct messages',
    effects: {
      hires: (count: number) => `${announcedIn(count)}.`,
      confidential: (channel: string | undefined) =>
        channel
          ? `Offboardings and problems go to ${channel}.`
          : 'No private channel is chosen, so HR gets offboardings and problems as direct messages.',
    },
  },
  organization: {
    none: 'none',
    shown: (zone: string) => `Time zone: ${zone}`,
  },
  texts: {
    shown: 'Texts of announcements, messages and reminders',
    intro: (placeholders: string) =>
      `Leave a field empty to use the default text. You can use ${placeholders}. Sentences with missing details are skipped.`,
  },
  yesOrNo: (is: boolean) => (is ? 'yes' : 'no'),
  sequences: {
    intro:
      'The onboarding service doesn’t say whether these sequences are for onboarding or offboarding. Once you sort them, ' +
      'they show only in the right form.',
    kinds: { onboarding: 'For onboarding', offboarding: 'For offboarding' },
    unsorted: (count: number) =>
      count === 1
        ? '1 sequence needs sorting: onboarding or offboarding?'
        : `${count} sequences need sorting: onboarding or offboarding?`,
    all: 'All sequences are sorted.',
  },
};

export const say = words({ en });
