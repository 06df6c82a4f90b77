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

export function opens(name: FormName): string {
  return `${callbackId(name)}_open`;
}
