import type { Built } from '../build.ts';
import type { Outcome, Verb } from '../screen.ts';
import type { Client } from './client.ts';
import { attach, input, press, suggest } from './inputs.ts';
import { close, closeAll, openHome, submit } from './modals.ts';
import { done, refused, type VerbOf } from './outcomes.ts';
import { command, messageShortcut, postMessage, shortcut } from './post-message.ts';

type Handlers = {
  readonly [Name in Verb['verb']]: (
    parts: Built,
    client: Client,
    verb: VerbOf<Name>,
  ) => Outcome | Promise<Outcome>;
};

const handlers: Handlers = {
  command,
  shortcut,
  messageShortcut,
  openHome,
  postMessage,
  input,
  attach,
  suggest,
  press,
  submit,
  close,
  closeAll,
  dismiss(_parts, client, { noticeId }) {
    client.notices = client.notices.filter(({ id }) => id !== noticeId);
    return done;
  },
};

/** Does what a person does in Slack. Resolves once the app has answered or timed out. */
export async function perform(parts: Built, client: Client, verb: Verb): Promise<Outcome> {
  const { isDeleted, isBot } = client.person;
  if (isDeleted || isBot) return refused('Nobody can sign in with this account.');
  const outcome = await handle(parts, client, verb);
  parts.changes.changed();
  return outcome;
}

function handle<Name extends Verb['verb']>(
  parts: Built,
  client: Client,
  verb: VerbOf<Name> & { verb: Name },
) {
  return handlers[verb.verb](parts, client, verb);
}
