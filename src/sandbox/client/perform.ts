import type { InstalledApp } from '../app/installed-app.ts';
import type { Changes } from '../changes.ts';
import type { TellApp } from '../payloads/events.ts';
import type { Interactions } from '../payloads/interactions.ts';
import type { Outcome, Verb } from '../verbs.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import type { Notices } from './notices.ts';
import type { Views } from './views/views.ts';

/** What there is for handlers to use; each names what it needs of it. */
export interface HandlerParts {
  app: InstalledApp;
  workspace: Workspace;
  interactions: Interactions;
  tellApp: TellApp;
  views: Views;
  notices: Notices;
  changes: Changes;
}

/** One kind of what a person does. */
export type VerbOf<Name extends Verb['verb']> = Extract<Verb, { verb: Name }>;

/** Who does which verb. Resolves as soon as the app has answered, or its three seconds are over. */
export type Handlers = {
  readonly [Name in Verb['verb']]: (
    parts: HandlerParts,
    client: Client,
    verb: VerbOf<Name>,
  ) => Outcome | Promise<Outcome>;
};

/** Does what a person does. */
export type Perform = (client: Client, verb: Verb) => Promise<Outcome>;

/** Hands every verb to its handler, but nothing for people who cannot be signed in. */
export function performer(handlers: Handlers, parts: HandlerParts): Perform {
  const handle = <Name extends Verb['verb']>(client: Client, verb: VerbOf<Name> & { verb: Name }) =>
    handlers[verb.verb](parts, client, verb);
  return async (client, verb) => {
    const { isDeleted, isBot } = client.person;
    if (isDeleted || isBot) return refused('Nobody can sign in with this account.');
    return handle(client, verb);
  };
}

/** Nothing had to be sent, or the app has acknowledged it. */
export const done: Outcome = { outcome: 'done' };

/** Slack itself says no, with what the person reads. */
export function refused(text: string): Outcome {
  return { outcome: 'refused', text };
}
