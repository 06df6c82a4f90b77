import { dayText, listOf, plural, words } from '../../../language.ts';
import type { Day } from '../../../time/dates.ts';
import type { Placeholder } from '../../plan/plan.ts';
import { cut } from '../../slack/views/blocks.ts';
import type { Reminder, SettingName } from '../../storage/settings.ts';
import { say as sayFields } from './field-messages.ts';

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
    line: (names: readonly string[]) => `Saved settings can’t be read: ${names.join(', ')}. Save them again.`,
  },
  save: 'Save',
  saved: 'Saved.',
  more: (count: number) => `and ${count} more`,
  preview: 'Preview',
  fixed: (variable: string) => `Set by your administrator (${variable}).`,
  allFixed: (variables: readonly string[]) => `Set by your administrator: ${variables.join(', ')}.`,
  connection: {
    intro: 'The token is encrypted and never shown again.',
    url: 'Address',
    urlHint: 'Such as https://onboarding.acme.com, without /api.',
    token: 'Admin token',
    hidden: 'saved, never shown',
    tokenHint: 'ChiefOnboarding: manage.py drf_create_token with an administrator’s address.',
    submit: 'Test and save',
    trying: 'Testing. This can take a few seconds.',
    stored: 'It works and is saved.',
    noAddress: 'Enter a full address, such as https://onboarding.acme.com.',
    plain: 'The token would be sent unencrypted. Use https://, or ask your Frontdesk admin to allow http.',
    notStored: (sentence: string) => cut(`Nothing was saved. ${sentence}`, 200),
    oneLine: 'Enter only the token, without spaces.',
    connected: (url: string) => `Connected to ${url}.`,
    broken: (sentence: string) => `The connection doesn’t work: ${sentence}`,
    none: 'No onboarding service is connected.',
    setBy: (by: string, day: Day) => `Token saved by ${by} on ${dayText(day, 'en-GB')}.`,
    byItself: 'Frontdesk runs its own onboarding service.',
    byCommandLine: 'the command line',
  },
  access: {
    intro: 'HR can do everything. Managers can start offboardings and see their own.',
    nobody: 'Choose at least one person or user group as HR.',
    yourself: 'Only someone else in HR can remove your access.',
    shown: (hr: string, managers: string) => `HR: ${hr}\nManagers: ${managers}`,
    admins: 'workspace owners and admins',
    none: 'nobody',
    unknownGroups: 'Slack isn’t listing user groups. Try again in a moment.',
    noGroups: 'No user group has this name.',
  },
  channels: {
    archived: (name: string) => `${name} is archived. Choose another one.`,
    unseen: 'Frontdesk isn’t in this channel. Type /invite @Frontdesk there, then save again.',
    isPublic: (name: string) => `${name} is public. Choose a private channel.`,
    isShared: (name: string) => `${name} is or will be shared with another company. Choose another one.`,
    unknown: 'Slack couldn’t look up this channel. Try again in a moment.',
    shown: (hires: string, hr: string) => `New hires: ${hires}\nOffboardings and problems: ${hr}`,
    none: 'no channel',
    noPrivate: 'direct messages to HR',
    effects: {
      hires: (count: number) =>
        count === 0
          ? 'New hires aren’t announced.'
          : `New hires are announced in ${plural(count, 'channel')}.`,
      confidential: (channel: string | undefined) =>
        channel
          ? `Offboardings and problems go to ${channel}.`
          : 'HR gets offboardings and problems as direct messages.',
    },
  },
  organization: {
    none: 'none',
    shown: (zone: string) => `Time zone: ${zone}`,
  },
  reminders(wanted: readonly Reminder[], at: { hour: number; daysBefore: readonly number[] }): string {
    if (wanted.length === 0) return 'No reminders are sent.';
    return `Reminders at ${sayFields().hourOf(at.hour)}, ${listOf(at.daysBefore.map(String))} working ${at.daysBefore.join() === '1' ? 'day' : 'days'} before.`;
  },
  approval: (isRequired: boolean) =>
    isRequired
      ? 'HR approves the offboardings that managers start.'
      : 'Managers start offboardings without approval.',
  texts: {
    shown: 'Texts of announcements, messages and reminders',
    sample: {
      name: 'Alex Example',
      'first name': 'Alex',
      day: 'Mon 4 Jan',
      manager: 'Sam Sample',
      buddy: 'Kim Sample',
      position: 'Designer',
    } satisfies Record<Placeholder, string>,
    withEverything: (text: string) => `For Alex Example: ${text}`,
    withLittle: (text: string) => `If only the name is known: ${text}`,
    ownWords: 'the default text',
    intro: (placeholders: string) =>
      `Leave empty for the default. You can use ${placeholders}. Sentences with missing details are skipped.`,
  },
  yesOrNo: (is: boolean) => (is ? 'yes' : 'no'),
  sequences: {
    intro: 'Sorted sequences show only in the right form.',
    kinds: { onboarding: 'For onboarding', offboarding: 'For offboarding' },
    unsorted: (count: number) => `${plural(count, 'sequence needs', 'sequences need')} sorting.`,
    all: 'All sequences are sorted.',
  },
};

export const say = words({ en });
