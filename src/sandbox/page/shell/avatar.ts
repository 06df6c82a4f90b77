import { html } from 'htm/preact';
import type { ScreenPerson } from '../../screen.ts';

const tones = 6;

export function Avatar({ id, name, isApp = false }: { id: string; name: string; isApp?: boolean }) {
  const tone = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tones;
  const initials = name
    .split(/\s+/)
    .map(([first]) => first)
    .slice(0, 2)
    .join('');
  return html`<span class=${isApp ? 'avatar app' : `avatar tone-${tone}`} data-initials=${initials} aria-hidden="true"></span>`;
}

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
