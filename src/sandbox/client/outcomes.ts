import type { Built } from '../build.ts';
import type { Outcome, Verb } from '../screen.ts';
import type { Client } from './client.ts';

export type VerbOf<Name extends Verb['verb']> = Extract<Verb, { verb: Name }>;

export const done: Outcome = { outcome: 'done' };

export function refused(text: string): Outcome {
  return { outcome: 'refused', text };
}

/** Shows the person a notice that the app did not respond. */
export function failed({ ids }: Built, client: Client, text: string): Outcome {
  client.notices = [...client.notices, { id: ids.next('N'), kind: 'error', text }];
  return { outcome: 'no response', text };
}

export const sentences = {
  commandFailed: (command: string) =>
    `${command} failed because the app did not respond. If this keeps happening, reach out to the app developer.`,
  commandRefused: (command: string) => `${command} failed with the error "dispatch_failed"`,
  unknownCommand: (command: string) => `${command} is not a valid command.`,
  shortcutFailed: (name: string) => `"${name}" failed because the app did not respond.`,
  connecting: 'We had some trouble connecting. Try again? (The app did not respond.)',
  badAnswer: 'We had some trouble connecting. Try again? (Slack doesn’t accept the app’s answer.)',
  actionFailed: 'The app did not respond.',
  typeAtLeast: (least: number) =>
    `Type at least ${least} ${least === 1 ? 'character' : 'characters'} to see options`,
  noResults: 'No results',
  notLoaded: 'Could not load options: the app did not respond.',
  badOptions: 'Could not load options: Slack doesn’t accept the app’s answer.',
};
