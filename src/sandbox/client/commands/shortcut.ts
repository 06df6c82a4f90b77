import type { InstalledApp } from '../../app/installed-app.ts';
import type { Answer } from '../../delivery/payload.ts';
import type { Interactions } from '../../payloads/interactions.ts';
import type { Outcome } from '../../verbs.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Client } from '../client.ts';
import { visibleMessage } from '../messages/visible-message.ts';
import type { Notices } from '../notices.ts';
import type { Handler } from '../perform.ts';
import { sentences } from '../sentences.ts';

interface Parts {
  app: InstalledApp;
  interactions: Interactions;
  notices: Notices;
}

/** Chooses a global shortcut. */
export function shortcutHandler({ app, interactions, notices }: Parts): Handler<'shortcut'> {
  return async (client, { callbackId }) => {
    const known = find(app, 'global', callbackId);
    if (!known) return { outcome: 'refused', text: `There is no shortcut ${callbackId}.` };
    const answer = await interactions.shortcut(client.person, callbackId);
    return outcomeOf(notices, client, known.name, answer);
  };
}

/** Chooses a shortcut from a message's menu. */
export function messageShortcutHandler(parts: Parts & { workspace: Workspace }): Handler<'messageShortcut'> {
  const { app, workspace, interactions, notices } = parts;
  return async (client, { callbackId, channel, ts }) => {
    const known = find(app, 'message', callbackId);
    const target = visibleMessage(workspace, client, channel, ts);
    if (!known || !target || target.message.onlyFor)
      return { outcome: 'refused', text: `There is no shortcut ${callbackId} for this message.` };
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
