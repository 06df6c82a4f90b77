import { instantText, plural, words } from '../../../language.ts';
import { cut } from '../../slack/views/blocks.ts';
import type { ChosenType } from '../../webhooks/event.ts';

const events: Record<ChosenType, string> = {
  'hire.added': 'Hire added',
  'hire.start_moved': 'Start day changed',
  'hire.start_cancelled': 'Start cancelled',
  'hire.manager_changed': 'Manager changed',
  'hire.started': 'Start day begins',
  'offboarding.started': 'Offboarding started',
  'offboarding.last_day_moved': 'Last day changed',
  'offboarding.cancelled': 'Offboarding cancelled',
  'offboarding.last_day': 'Last day begins',
  'task.done': 'Task done',
  'task.overdue': 'Task overdue',
};

/** Answers that aren't a status. */
const codes: Record<string, string> = {
  private: 'private network',
  plain: 'not https',
  timeout: 'no answer within 15 seconds',
  secret: 'secret can’t be read: make a new one',
  ENOTFOUND: 'unknown host',
  ECONNREFUSED: 'connection refused',
  error: 'connection failed',
};

const en = {
  title: 'Webhooks',
  form: 'Webhook',
  intro: 'Other systems can get starts, departures and tasks as signed events (Standard Webhooks).',
  shown: (hosts: readonly string[]) => `Webhooks: ${hosts.length > 0 ? hosts.join(', ') : 'none'}`,
  none: 'No webhooks yet.',
  full: (most: number) => `${most} webhooks is the maximum. Remove one first.`,
  add: 'New webhook',
  edit: 'Edit',
  of: (button: string, host: string) => cut(`${button}: ${host}`, 75),
  test: 'Send a test event',
  again: 'Send again',
  rotate: 'New secret',
  remove: 'Remove',
  groups: { hires: 'Starts', departures: 'Departures', tasks: 'Tasks' },
  departuresHint: 'Confidential: everyone who can read that system learns who leaves.',
  withNames: 'People',
  names: 'Names and email addresses',
  withoutNames: 'without names',
  events,
  address: 'Address',
  addressHint: 'Such as https://it.acme.com/hooks. The path isn’t shown to others.',
  save: 'Save',
  noTypes: 'Choose at least one event.',
  changed: 'Somebody else changed this webhook. “Save” replaces their version.',
  gone: 'This webhook was removed.',
  fixed: 'Set by your administrator (FRONTDESK_EVENTS_URL).',
  saved: (host: string) => `Saved: ${host}.`,
  secretOf: (host: string) => `Secret for ${host}. It isn’t shown again.`,
  /** In mrkdwn. */
  secret: (secret: string) => `\`\`\`${secret}\`\`\``,
  overlap: 'The previous secret also signs for 24 hours.',
  removed: (host: string) => `Removed: ${host}.`,
  confirmRemoval: {
    title: 'Remove this webhook?',
    text: 'Waiting events aren’t sent.',
    yes: 'Remove',
    no: 'Keep',
  },
  confirmSecret: {
    title: 'Make a new secret?',
    text: 'The current one also signs for 24 hours.',
    yes: 'New secret',
    no: 'Keep',
  },
  tested: (answer: string | undefined) =>
    answer ? `Test event: ${answer}` : 'Test event sent, no answer yet.',
  resent: (count: number) => `Sending ${plural(count, 'event')}.`,
  noAnswer: 'No events yet.',
  failingSince: (since: Date, zone: string) => `Failing since ${instantText(since, zone, 'en-GB')}`,
  waiting: (count: number) => `${count} waiting`,
  givenUp: (count: number) => `${count} not delivered`,
  answer: (answer: { at: Date; type: string; answer: string }, zone: string) =>
    `${instantText(answer.at, zone, 'en-GB')}: ${answer.type}, ${codes[answer.answer] ?? answer.answer}`,
  told: (host: string, count: number) =>
    `${plural(count, 'event')} not delivered to ${host} within three days.`,
  toldLabel: 'Undelivered events',
};

export const say = words({ en });
