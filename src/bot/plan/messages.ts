import { cityOf, formatInstant } from '../../time/dates.ts';

/** Every sentence about what will be sent, and when. */

export const title = 'What will happen';
export const atOnce = 'Right away';
/** @param readers in mrkdwn @param about what it is, in a few words */
export const line = (when: string, about: string, readers: readonly string[]) =>
  `${when} · ${about}: ${new Intl.ListFormat('en-GB').format(readers)}`;
/** As clocks show it where the person is. */
export const at = (due: Date, zone: string) => `${formatInstant(due, zone, 'en-GB')} (${cityOf(zone)})`;
/** @param channel in mrkdwn */
export const withMembers = (channel: string, count: number) =>
  `${channel} (${count} ${count === 1 ? 'member' : 'members'})`;
export const hr = 'HR';
/** Beside the lines: they hold as long as nothing is changed. */
export const mayChange = 'If the day, the people or the settings change, this changes with them.';
export const nothing = 'Nobody is notified.';
/** @param names of sequences, in mrkdwn */
export const sequences = (names: string) =>
  `Right away · The onboarding service is asked to assign these sequences: ${names}`;

/** Under one that comes late. */
export const late = (due: Date, zone: string) => `This was planned for ${at(due, zone)} and comes late.`;

/** The same messages, to whoever wants to see them first. */
export const rehearsal = {
  button: 'Rehearse',
  label: 'Rehearsal',
  /** @param line when it will be sent, and to whom; in mrkdwn */
  mark: (line: string) => `Rehearsal, only to you. As planned: ${line}`,
  text: (text: string) => `Rehearsal: ${text}`,
  onItsWay:
    'Frontdesk sends you every message as it will be, once from this page. Look at your direct messages.',
  onItsWayInPart:
    'Frontdesk sends you these messages as they will be, once from this page. Look at your direct messages.',
  /** @param shown how many of the tasks are rehearsed */
  tooMany: (shown: number, all: number) =>
    `These sequences bring ${all} tasks. Frontdesk sends you the first ${shown} of them.`,
  nothing: 'Nothing more is planned, so there’s nothing to rehearse.',
} as const;
