import { html } from 'htm/preact';

const tones = 6;

/** Initials on a color derived from the id; always next to the name, so hidden from screen readers. */
export function Avatar({ id, name, isApp = false }: { id: string; name: string; isApp?: boolean }) {
  const tone = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tones;
  const initials = name
    .split(/\s+/)
    .map(([first]) => first)
    .slice(0, 2)
    .join('');
  return html`<span class=${isApp ? 'avatar app' : `avatar tone-${tone}`} data-initials=${initials} aria-hidden="true"></span>`;
}
