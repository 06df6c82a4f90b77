import type { InstalledApp } from '../../app/installed-app.ts';
import type { Client } from '../client.ts';
import { visibleMessage } from '../messages/visible-message.ts';
import { done, type HandlerParts, refused, type VerbOf } from '../perform.ts';
import { sentences } from '../sentences.ts';

type Parts = Pick<HandlerParts, 'app' | 'workspace' | 'interactions' | 'notices'>;

/** Runs a global shortcut. */
export async function shortcut(parts: Parts, client: Client, { callbackId }: VerbOf<'shortcut'>) {
  const known = find(parts.app, 'global', callbackId);
  if (!known) return refused(`There is no shortcut ${callbackId}.`);
  const answer = await parts.interactions.shortcut(client.person, callbackId);
  return answer.ok ? done : parts.notices.failed(client, sentences.shortcutFailed(known.name));
}

/** Runs a message shortcut. */
export async function messageShortcut(parts: Parts, client: Client, verb: VerbOf<'messageShortcut'>) {
  const { callbackId } = verb;
  const known = find(parts.app, 'message', callbackId);
  const target = visibleMessage(parts.workspace, client, verb);
  if (!known || !target || target.message.onlyFor)
    return refused(`There is no shortcut ${callbackId} for this message.`);
  const answer = await parts.interactions.messageShortcut(client.person, callbackId, target);
  return answer.ok ? done : parts.notices.failed(client, sentences.shortcutFailed(known.name));
}

function find({ shortcuts }: InstalledApp, type: 'global' | 'message', callbackId: string) {
  return shortcuts.find((one) => one.type === type && one.callback_id === callbackId);
}
