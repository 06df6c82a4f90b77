/** What each button in App Home opens: a form with the same name. */
export const forms = {
  connection: 'settings_connection',
  access: 'settings_access',
  channels: 'settings_channels',
  organization: 'settings_organization',
  sequences: 'settings_sequences',
} as const;

export type FormName = keyof typeof forms;

/** The action id of the button that opens a form. */
export function opens(name: FormName): string {
  return `${forms[name]}_open`;
}

/** The block ids of the forms' fields; an element's action id is its block's with the prefix. */
export const fields = {
  url: 'url',
  token: 'token',
  hr: 'hr',
  hrGroups: 'hr_groups',
  managers: 'managers',
  managerGroups: 'manager_groups',
  channels: 'channels',
  privateChannel: 'private_channel',
  timezone: 'timezone',
  profileUrl: 'profile_url',
  sequence: (id: number) => `sequence_${id}`,
} as const;

export function elementId(field: string): string {
  return `settings_${field}`;
}
