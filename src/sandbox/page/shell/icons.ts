import { html } from 'htm/preact';

const outlines = {
  hash: 'M9 4 7 20M17 4l-2 16M4 9h17M3 15h17',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  back: 'm15 6-6 6 6 6',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  send: 'M4 12 20 4l-5 16-4-7zM11 13l4-4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  traffic: 'M4 8h13l-3-3M20 16H7l3 3',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  fault: 'M12 4 2.8 20h18.4zM12 10v4M12 17h.01',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 11v5M12 8h.01',
} as const;

export type IconName = keyof typeof outlines;

export function Icon({ name }: { name: IconName }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${outlines[name]} /></svg>`;
}
