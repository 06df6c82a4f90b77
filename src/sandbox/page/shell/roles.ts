import type { ScreenPerson } from '../../screen.ts';

const names: Record<ScreenPerson['role'], string> = {
  owner: 'Workspace owner',
  admin: 'Workspace admin',
  member: 'Member',
  guest: 'Guest',
  stranger: 'From another workspace',
  bot: 'Bot',
  deactivated: 'Deactivated',
};

/** Job title, if known, and workspace role. */
export function roleOf({ title, role }: ScreenPerson): string {
  return [title, names[role]].filter((part) => part !== '').join(' · ');
}
