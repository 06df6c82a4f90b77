export const formNames = [
  'connection',
  'access',
  'channels',
  'organization',
  'reminders',
  'approval',
  'texts',
  'sequences',
] as const;

export type FormName = (typeof formNames)[number];

export function callbackId(name: FormName): string {
  return `settings_${name}`;
}

/** Action id of the button that opens a form. */
export function opens(name: FormName): string {
  return `${callbackId(name)}_open`;
}
