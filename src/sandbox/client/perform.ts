import type { InstalledApp } from '../app/installed-app.ts';
import type { Changes } from '../changes.ts';
import type { Events } from '../payloads/events.ts';
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
  events: Events;
  views: Views;
  notices: Notices;
  changes: Changes;
}

/** Does one verb. Resolves as soon as the app has answered, or its three seconds are over. */
export type Handler<Name extends Verb['verb']> = (
  client: Client,
  verb: Extract<Verb, { verb: Name }>,
) => Outcome | Promise<Outcome>;

/** Who does which verb. */
export type Handlers = { readonly [Name in Verb['verb']]: Handler<Name> };

/** Does what a person does. */
export type Perform = (client: Client, verb: Verb) => Promise<Outcome>;

/** Hands every verb to its handler, but nothing for people who cannot be signed in. */
export function performer(handlers: Handlers): Perform {
  return async (client, verb) => {
    const { isDeleted, isBot } = client.person;
    if (isDeleted || isBot) return refused('Nobody can sign in with this account.');
    return handle(handlers, client, verb);
  };
}

/** Slack itself says no, with what the person reads. */
export function refused(text: string): Outcome {
  return { outcome: 'refused', text };
}

function handle<Name extends Verb['verb']>(
  handlers: Handlers,
  client: Client,
  verb: Extract<Verb, { verb: Name }> & { verb: Name },
): Outcome | Promise<Outcome> {
  return handlers[verb.verb](client, verb);
}
