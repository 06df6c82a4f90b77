import type { ScreenNotice } from '../screen.ts';
import type { Slack } from '../slack.ts';
import type { Client } from './client.ts';

/** What Slack itself says to people. */
export const words = {
  commandFailed: (command: string) =>
    `${command} failed because the app did not respond. If this keeps happening, reach out to the app developer.`,
  commandRefused: (command: string) => `${command} failed with the error "dispatch_failed"`,
  unknownCommand: (command: string) => `${command} is not a valid command.`,
  shortcutFailed: (name: string) => `"${name}" failed because the app did not respond.`,
  connecting: 'We had some trouble connecting. Try again? (The app did not respond.)',
  badAnswer: 'We had some trouble connecting. Try again? (The app gave an answer that Slack does not take.)',
  actionFailed: 'This did not work because the app did not respond.',
  noResults: 'No results',
  notLoaded: 'Could not load results: the app did not respond.',
};

/** Says something in passing, which stays until it is dismissed. */
export function notify(slack: Slack, client: Client, kind: ScreenNotice['kind'], text: string): void {
  client.notices = [...client.notices, { id: slack.ids.next('N'), kind, text }];
  slack.changes.changed();
}
