import { words } from '../../language.ts';
import { cityOf, formatInstant } from '../../time/dates.ts';

const at = (due: Date, zone: string) => `${formatInstant(due, zone, 'en-GB')} (${cityOf(zone)})`;

const en = {
  title: 'What will happen',
  atOnce: 'Right away',
  line: (when: string, about: string, readers: readonly string[]) =>
    `${when} · ${about}: ${new Intl.ListFormat('en-GB').format(readers)}`,
  at,
  withMembers: (channel: string, count: number) =>
    `${channel} (${count} ${count === 1 ? 'member' : 'members'})`,
  hr: 'HR',
  mayChange: 'If the day, the people or the settings change, this changes with them.',
  nothing: 'Nobody is notified.',
  sequences: (names: string) =>
    `Right away · The onboarding service is asked to assign these sequences: ${names}`,
  late: (due: Date, zone: string) => `This was planned for ${at(due, zone)} and comes late.`,
  /** Texts of the rehearsal, which sends the messages to the person who asked for it. */
  rehearsal: {
    button: 'Rehearse',
    label: 'Rehearsal',
    mark: (line: string) => `Rehearsal, only to you. As planned: ${line}`,
    text: (text: string) => `Rehearsal: ${text}`,
    onItsWay:
      'Frontdesk sends you every message as it will be, once from this page. Look at your direct messages.',
    onItsWayInPart:
      'Frontdesk sends you these messages as they will be, once from this page. Look at your direct messages.',
    tooMany: (shown: number, all: number) =>
      `These sequences bring ${all} tasks. Frontdesk sends you the first ${shown} of them.`,
    nothing: 'Nothing more is planned, so there’s nothing to rehearse.',
  },
};

export const say = words({ en });
