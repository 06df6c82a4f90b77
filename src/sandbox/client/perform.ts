import type { InstalledApp } from '../app/installed-app.ts';
import type { Changes } from '../changes.ts';
import type { TellApp } from '../payloads/events.ts';
import type { Interactions } from '../payloads/interactions.ts';
import type { Outcome, Verb } from '../verbs.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import type { Notices } from './notices.ts';
import type { Views } from './views/views.ts';

export interface HandlerParts {
  app: InstalledApp;
  workspace: Workspace;
  interactions: Interactions;
  tellApp: TellApp;
  views: Views;
  notices: Notices;
  changes: Changes;
}

export type VerbOf<Name extends Verb['verb']> = Extract<Verb, { verb: Name }>;

/** Handlers by verb. Each resolves once the app has answered or timed out. */
export type Handlers = {
  readonly [Name in Verb['verb']]: (
    parts: HandlerParts,
    client: Client,
    verb: VerbOf<Name>,
  ) => Outcome | Promise<Outcome>;
};

export type Perform = (client: Client, verb: Verb) => Promise<Outcome>;

/** Returns a function that dispatches verbs to their handlers; it refuses accounts that can't sign in. */
export function performer(handlers: Handlers, parts: HandlerParts): Perform {
  const handle = <Name extends Verb['verb']>(client: Client, verb: VerbOf<Name> & { verb: Name }) =>
    handlers[verb.verb](parts, client, verb);
  return async (client, verb) => {
    const { isDeleted, isBot } = client.person;
    if (isDeleted || isBot) return refused('Nobody can sign in with this account.');
    return handle(client, verb);
  };
}

export const done: Outcome = { outcome: 'done' };

/** Slack's refusal, with the text shown to the person. */
export function refused(text: string): Outcome {
  return { outcome: 'refused', text };
}
