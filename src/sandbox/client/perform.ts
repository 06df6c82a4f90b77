import type { InstalledApp } from '../app.ts';
import type { Changes } from '../changes.ts';
import type { Files } from '../files.ts';
import type { Ids } from '../ids.ts';
import type { TellApp } from '../payloads/events.ts';
import type { Interactions } from '../payloads/interactions.ts';
import type { Outcome, Verb } from '../screen.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import type { Views } from './views.ts';

export interface HandlerParts {
  app: InstalledApp;
  workspace: Workspace;
  interactions: Interactions;
  tellApp: TellApp;
  views: Views;
  ids: Ids;
  files: Files;
  /** Address at which the app gets a file with its token. */
  fileUrl(id: string, name: string, how?: 'download/'): string;
}

export type VerbOf<Name extends Verb['verb']> = Extract<Verb, { verb: Name }>;

export type Handlers = {
  readonly [Name in Verb['verb']]: (
    parts: HandlerParts,
    client: Client,
    verb: VerbOf<Name>,
  ) => Outcome | Promise<Outcome>;
};

type Perform = (client: Client, verb: Verb) => Promise<Outcome>;

export function performer(handlers: Handlers, parts: HandlerParts, changes: Changes): Perform {
  const handle = <Name extends Verb['verb']>(client: Client, verb: VerbOf<Name> & { verb: Name }) =>
    handlers[verb.verb](parts, client, verb);
  return async (client, verb) => {
    const { isDeleted, isBot } = client.person;
    if (isDeleted || isBot) return refused('Nobody can sign in with this account.');
    const outcome = await handle(client, verb);
    changes.changed();
    return outcome;
  };
}

export const done: Outcome = { outcome: 'done' };

export function refused(text: string): Outcome {
  return { outcome: 'refused', text };
}

/** Shows the person a notice that the app did not respond. */
export function failed({ ids }: HandlerParts, client: Client, text: string): Outcome {
  client.notices = [...client.notices, { id: ids.next('N'), kind: 'error', text }];
  return { outcome: 'no response', text };
}

export function dismiss(_parts: HandlerParts, client: Client, { noticeId }: VerbOf<'dismiss'>): Outcome {
  client.notices = client.notices.filter(({ id }) => id !== noticeId);
  return done;
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
