import type { SettingName } from '../../feature.ts';
import { cut } from '../../slack/views/blocks.ts';
import type { FormName } from './fields.ts';

/** Every sentence about settings. */

export const title = 'Settings';

export const buttons: Record<FormName, string> = {
  connection: 'Connect',
  access: 'Who may',
  channels: 'Channels',
  organization: 'Organization',
  sequences: 'Sort sequences',
};

export const formTitles: Record<FormName, string> = {
  connection: 'Onboarding service',
  access: 'Who may use Frontdesk',
  channels: 'Channels',
  organization: 'Organization',
  sequences: 'Sort sequences',
};

/** Saved settings that were damaged, or written by another version. */
export const unreadable = {
  names: {
    hr: 'HR',
    managers: 'Managers',
    channels: 'Channels told of new hires',
    privateChannel: 'Private channel for HR',
    timezone: 'Time zone',
    profileUrl: 'Address of a person’s page',
  } satisfies Record<SettingName, string>,
  line: (names: readonly string[]) =>
    `Frontdesk can’t read what was saved for: ${names.join(', ')}. Save it again.`,
} as const;

export const save = 'Save';
export const cancel = 'Cancel';
export const close = 'Close';
export const fixed = 'This is set in Frontdesk’s environment, so it cannot be changed here.';

export const connection = {
  intro:
    'The address of your onboarding service and an administrator’s API token. They are tried before they are stored; ' +
    'the token is stored encrypted and never shown again.',
  url: 'Address',
  fixedUrl: (url: string | undefined) => `Address: ${url}`,
  urlHint: 'Such as https://onboarding.acme.com, without /api.',
  token: 'Admin token',
  tokenHint: 'For ChiefOnboarding: manage.py drf_create_token, with an administrator’s address.',
  submit: 'Try and store',
  trying: 'Frontdesk tries the address and the token. This can take some seconds.',
  stored: 'It works. The address and the token are stored, and everything that was waiting is sent now.',
  noAddress: 'Enter a whole address such as https://onboarding.acme.com.',
  plain:
    'The token would travel unencrypted. Use https://, or let whoever runs Frontdesk set ONBOARDING_ALLOW_HTTP=True in a private network.',
  notStored: (sentence: string) => cut(`Nothing was stored. ${sentence}`, 200),
  oneLine: 'Enter the token alone, without spaces.',
  connected: (url: string) => `Connected to the onboarding service at ${url}.`,
  broken: (sentence: string) => `The connection to the onboarding service does not work: ${sentence}`,
  none: 'No onboarding service is connected yet.',
  setBy: (by: string, at: string) => `Token stored by ${by} on ${at}.`,
  byItself: 'Frontdesk runs its own onboarding service.',
  byCommandLine: 'the command line',
} as const;

export const access = {
  intro:
    'HR may do everything. Managers may start offboardings and see their own. Everybody else may nothing. With both ' +
    'lists empty, the owners and admins of this workspace are HR.',
  hr: 'HR: people',
  hrGroups: 'HR: user groups',
  managers: 'Managers: people',
  managerGroups: 'Managers: user groups',
  nobody: 'Name at least one person or user group as HR: otherwise nobody could change this again.',
  yourself: 'You would shut yourself out. Leave yourself in, or let somebody else of HR take you out.',
  shown: (hr: string, managers: string) => `HR: ${hr}\nManagers: ${managers}`,
  /** @param ids of people and groups */
  unknownIds: (ids: readonly string[]) =>
    cut(
      `Nobody in this workspace has the id ${ids.join(', ')}. Correct FRONTDESK_HR, FRONTDESK_MANAGERS or the list above.`,
      300,
    ),
  admins: 'the owners and admins of this workspace',
  none: 'nobody',
  unknownGroups: 'Slack does not tell the user groups now. Try again in a moment.',
  noGroups: 'This workspace has no such user group.',
} as const;

export const channels = {
  intro:
    'Created hires are announced in the first ones. Offboardings and troubles are told in the private one alone, since ' +
    'a leaver is confidential.',
  hires: 'Channels told of new hires',
  privateChannel: 'Private channel for HR',
  privateHint: 'Everybody in it hears who leaves.',
  archived: (name: string) => `${name} is archived. Choose another one.`,
  unseen: 'Frontdesk is not in this channel. Type /invite @Frontdesk there first, and press Save again.',
  isPublic: (name: string) =>
    `${name} is public, so everyone could read who is leaving. Choose a private channel that Frontdesk is in.`,
  isShared: (name: string) =>
    `${name} is shared with another company, or one is invited to it, so people there could read who is leaving. Choose a channel of your own company.`,
  unknown: 'Slack does not tell anything about this channel now. Try again in a moment.',
  shown: (hires: string, hr: string) => `New hires: ${hires}\nOffboardings and troubles: ${hr}`,
  none: 'no channel',
} as const;

export const organization = {
  timezone: 'Time zone',
  timezoneHint: 'The organization’s, such as Europe/Berlin: what “today” means where nobody says otherwise.',
  noZone: 'There is no such time zone. Enter a name such as Europe/Berlin or UTC.',
  profileUrl: 'Address of a person’s page',
  profileHint:
    'With {id} in it; results then have a button that opens it. For ChiefOnboarding: https://…/admin/people/new_hire/{id}/overview/',
  noProfile: 'Enter a whole address with {id} in it, or leave it empty.',
  shown: (zone: string) => `Time zone: ${zone}`,
} as const;

export const sequences = {
  intro:
    'The onboarding service does not say of these sequences whether they are for onboarding or for offboarding. Sorted, ' +
    'they stand in the right form alone.',
  kinds: { onboarding: 'For onboarding', offboarding: 'For offboarding' },
  unsorted: (count: number) =>
    count === 1
      ? 'Of one sequence it is not known whether it is for onboarding or offboarding.'
      : `Of ${count} sequences it is not known whether they are for onboarding or offboarding.`,
  all: 'Every sequence is sorted.',
} as const;
