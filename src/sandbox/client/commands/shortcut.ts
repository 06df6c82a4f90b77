import type { InstalledApp } from '../../app/installed-app.ts';
import type { Answer } from '../../delivery/payload.ts';
import type { Outcome } from '../../verbs.ts';
import type { Client } from '../client.ts';
import { visibleMessage } from '../messages/visible-message.ts';
import type { Notices } from '../notices.ts';
import { type Handler, type HandlerParts, refused } from '../perform.ts';
import { sentences } from '../sentences.ts';

type Parts = Pick<HandlerParts, 'app' | 'interactions' | 'notices'>;

/** Chooses a global shortcut. */
export function shortcutHandler({ app, interactions, notices }: Parts): Handler<'shortcut'> {
  return async (client, { callbackId }) => {
    const known = find(app, 'global', callbackId);
    if (!known) return refused(`There is no shortcut ${callbackId}.`);
    const answer = await interactions.shortcut(client.person, callbackId);
    return outcomeOf(notices, client, known.name, answer);
  };
}

/** Chooses a shortcut from a message's menu. */
export function messageShortcutHandler(
  parts: Parts & Pick<HandlerParts, 'workspace'>,
): Handler<'messageShortcut'> {
  const { app, workspace, interactions, notices } = parts;
  return async (client, { callbackId, channel, ts }) => {
    const known = find(app, 'message', callbackId);
    const target = visibleMessage(workspace, client, channel, ts);
    if (!known || !target || target.message.onlyFor)
      return refused(`There is no shortcut ${callbackId} for this message.`);
    const answer = await interactions.messageShortcut(client.person, callbackId, target);
    return outcomeOf(notices, client, known.name, answer);
  };
}

function find({ shortcuts }: InstalledApp, type: 'global' | 'message', callbackId: string) {
  return shortcuts.find((one) => one.type === type && one.callback_id === callbackId);
}

function outcomeOf(notices: Notices, client: Client, name: string, answer: Answer): Outcome {
  if (answer.ok) return { outcome: 'done' };
  const text = sentences.shortcutFailed(name);
  notices.add(client, 'error', text);
  return { outcome: 'no response', text };
}
