import type { Slack } from '../slack.ts';
import type { Outcome, Verb } from '../verbs.ts';
import type { Client } from './client.ts';
import { command } from './commands/command.ts';
import { messageShortcut, shortcut } from './commands/shortcut.ts';
import { input, press } from './elements/block-actions.ts';
import { suggest } from './elements/suggest.ts';
import { postMessage } from './messages/post-message.ts';
import { closeAll, closeTop } from './views/close.ts';
import { openHome } from './views/open-home.ts';
import { submit } from './views/submit.ts';

/** Does what a person does. Resolves as soon as the app has answered, or its three seconds are over. */
export async function perform(slack: Slack, client: Client, verb: Verb): Promise<Outcome> {
  if (client.person.isDeleted || client.person.isBot)
    return { outcome: 'refused', text: 'Nobody is signed in with this account.' };
  switch (verb.verb) {
    case 'command':
      return command(slack, client, verb);
    case 'shortcut':
      return shortcut(slack, client, verb);
    case 'messageShortcut':
      return messageShortcut(slack, client, verb);
    case 'openHome':
      return openHome(slack, client);
    case 'postMessage':
      return postMessage(slack, client, verb);
    case 'input':
      return input(slack, client, verb);
    case 'suggest':
      return suggest(slack, client, verb);
    case 'press':
      return press(slack, client, verb);
    case 'submit':
      return submit(slack, client, verb);
    case 'close':
      return closeTop(slack, client, verb);
    case 'closeAll':
      return closeAll(slack, client);
    case 'dismiss':
      return dismiss(slack, client, verb.noticeId);
  }
}

function dismiss(slack: Slack, client: Client, noticeId: string): Outcome {
  client.notices = client.notices.filter(({ id }) => id !== noticeId);
  slack.changes.changed();
  return { outcome: 'done' };
}
