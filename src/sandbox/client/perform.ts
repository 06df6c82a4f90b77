import type { Outcome, Verb } from '../verbs.ts';
import type { Client } from './client.ts';

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
    if (isDeleted || isBot) return { outcome: 'refused', text: 'Nobody can sign in with this account.' };
    return handle(handlers, client, verb);
  };
}

function handle<Name extends Verb['verb']>(
  handlers: Handlers,
  client: Client,
  verb: Extract<Verb, { verb: Name }> & { verb: Name },
): Outcome | Promise<Outcome> {
  return handlers[verb.verb](client, verb);
}
