import { dayText, instantText, listOf, numberText, plural, words } from '../../../../language.ts';
import type { Day } from '../../../../time/dates.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { longestSourceName } from '../../../storage/starter-sources.ts';

const nameIn = (name: string) => cut(name, 140);
const on = (day: Day) => dayText(day, 'en-GB');

const en = {
  asks: (source: string, name: string, day: Day | undefined) =>
    `From ${source}: ${nameIn(name)}${day === undefined ? '' : `, starts ${on(day)}`}.`,
  label: 'Proposed new hire',
  missing: (labels: readonly string[]) => `Missing: ${listOf(labels)}.`,
  buttons: { announce: 'Take it', dismiss: 'Dismiss', afterAll: 'Take it' },
  announcedBy: (by: string, id: string) => `Taken by <@${by}> · ${id}`,
  dismissedBy: (by: string) => `Dismissed by <@${by}>.`,
  already: (by: string, day: Day, request: { name: string; id: string }) =>
    `<@${by}> took ${escapeMrkdwn(nameIn(request.name))} on ${on(day)} (${request.id}).`,
  otherDay: (source: string, day: Day) => `The start day in ${source} is ${on(day)}.`,
  tooMany: (count: number, source: string) =>
    `${source} sent ${numberText(count)} new people at once, so none was proposed.`,
  tooManyNote: 'In App Home, Settings, New hire sources: check the mapping, or have the source send fewer.',
  movedLabel: 'New start day',
  moved: (source: string, name: string, { day, before }: { day: Day; before: Day | null }) =>
    before === null
      ? `${nameIn(name)} starts ${on(day)} in ${source}.`
      : `${nameIn(name)} starts ${on(day)} in ${source}, and ${on(before)} here.`,
  move: 'Move start day',
  sources: {
    title: 'New hire sources',
    intro: 'Other systems propose new hires here. Nobody is added until someone in HR takes them.',
    none: 'No sources yet.',
    add: 'Add source',
    full: (most: number) => `${most} sources is the maximum. Remove one first.`,
    edit: 'Open',
    editOf: (name: string) => `Open ${name}`,
    noMapping: 'Needs a mapping',
    pollTrouble(code: string): string {
      const why = { tooLarge: 'more than 1 MB', noJson: 'no JSON', unreachable: 'no answer' }[code];
      return `The address can’t be read: ${why ?? `status ${code}`}.`;
    },
    gone: 'This source was removed.',
    removed: (name: string) => `Removed: ${name}.`,
  },
  source: {
    title: 'Source',
    name: 'Source name',
    nameHint: 'Such as “Personio”.',
    nameTaken: 'This name is taken.',
    badName: `Enter 1 to ${longestSourceName} characters.`,
    system: 'System',
    systemHint: 'Fills in the mapping.',
    save: 'Save',
    saved: 'Saved.',
    address: 'Address to read',
    addressHint: 'Read every 15 minutes. Leave it empty if the system sends events itself.',
    sendTo: (path: string) => `Send events to ${path} at Frontdesk’s address.`,
    received: (count: number, at: Date, zone: string) =>
      `${plural(count, 'event')} kept, last ${instantText(at, zone, 'en-GB')}.`,
    setBy: (by: string, day: Day) =>
      `Set by ${by === 'cli' ? 'the command line' : `<@${by}>`} on ${on(day)}.`,
    lost: 'The secret can’t be read any more. Make a new one.',
    mapping: 'Mapping',
    events: 'Dry run',
    newSecret: 'New secret',
    newSecretConfirm: {
      title: 'Make a new secret?',
      text: 'The old one stops working.',
      yes: 'New secret',
      no: 'Cancel',
    },
    secretTitle: 'Secret',
    secret: 'Copy the secret now. It isn’t shown again.',
    remove: 'Remove',
    removeConfirm: {
      title: 'Remove this source?',
      text: 'Its events are deleted. Proposals stay.',
      yes: 'Remove',
      no: 'Keep',
    },
  },
  mapping: {
    exampleTitle: 'Example',
    exampleIntro: 'Paste one event, or continue with the last one.',
    example: 'Event (JSON)',
    noJson: 'This isn’t JSON.',
    noExample: 'Paste an event.',
    next: 'Continue',
    title: 'Mapping',
    intro: 'Where each field comes from. Empty fields are left to HR.',
    key: 'Source id',
    keyHint: 'Tells people apart, and must never change.',
    byAddress: 'By their email address.',
    keyMissing: 'Choose a value that is different for everyone.',
    entry: (value: string, path: string) => `${cut(value, 36)} · ${path}`,
    saved: 'Mapping saved.',
  },
  events: {
    title: 'Dry run',
    none: 'No events yet.',
    at: (when: Date, zone: string) => `Event ${instantText(when, zone, 'en-GB')}`,
    noKey: 'No source id.',
    unreadable: 'This event can’t be read.',
    known: { employee: 'Already an employee.', started: 'Started long ago.' },
    starts: (day: Day) => `Starts ${on(day)}`,
    more: (count: number) => `${count} more`,
  },
};

export const say = words({ en });
