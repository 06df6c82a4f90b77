import type { Payload } from '../../delivery/payload.ts';
import { messageShortcutPayload, shortcutPayload } from '../../payloads/interaction.ts';
import type { Slack } from '../../slack.ts';
import type { Outcome } from '../../verbs.ts';
import type { Client } from '../client.ts';
import { visibleMessage } from '../elements/find-element.ts';
import { notify, words } from '../sentences.ts';

/** Chooses a global shortcut. */
export async function shortcut(slack: Slack, client: Client, verb: { callbackId: string }): Promise<Outcome> {
  const known = find(slack, 'global', verb.callbackId);
  if (!known) return { outcome: 'refused', text: `There is no shortcut ${verb.callbackId}.` };
  return run(slack, client, known.name, shortcutPayload(slack, client.person, verb.callbackId));
}

/** Chooses a shortcut from a message's menu. */
export async function messageShortcut(
  slack: Slack,
  client: Client,
  verb: { callbackId: string; channel: string; ts: string },
): Promise<Outcome> {
  const known = find(slack, 'message', verb.callbackId);
  const target = visibleMessage(slack, client, verb.channel, verb.ts);
  if (!known || !target || target.message.onlyFor)
    return { outcome: 'refused', text: `There is no shortcut ${verb.callbackId} for this message.` };
  const payload = messageShortcutPayload(slack, client.person, verb.callbackId, target);
  return run(slack, client, known.name, payload);
}

function find(slack: Slack, type: 'global' | 'message', callbackId: string) {
  return slack.app.shortcuts.find((one) => one.type === type && one.callback_id === callbackId);
}

async function run(slack: Slack, client: Client, name: string, payload: Payload): Promise<Outcome> {
  const answer = await slack.delivery.deliver(payload);
  if (answer.ok) return { outcome: 'done' };
  const text = words.shortcutFailed(name);
  notify(slack, client, 'error', text);
  return { outcome: 'no response', text };
}
