import type { InputBlock } from '@slack/types';
import type { Interactive } from '../../block-kit/interactive.ts';
import { blockActionsPayload } from '../../payloads/interaction.ts';
import type { ConfirmDialog, ElementState } from '../../screen.ts';
import type { Slack } from '../../slack.ts';
import type { Outcome, Place } from '../../verbs.ts';
import type { Canvas, Client } from '../client.ts';
import { words } from '../sentences.ts';
import { findSpot, type Spot } from './find-element.ts';
import { type InputValue, NotPossible, stateWith } from './set-value.ts';

interface Target {
  place: Place;
  blockId: string;
  actionId: string;
  confirmed?: boolean | undefined;
}

const gone: Outcome = { outcome: 'refused', text: 'There is no such element in sight.' };

/** Presses a button. */
export async function press(slack: Slack, client: Client, verb: Target): Promise<Outcome> {
  const spot = findSpot(slack, client, verb);
  if (spot?.one.element.type !== 'button') return gone;
  return asked(spot, verb) ?? act(slack, client, spot, undefined);
}

/** Types or chooses. Whether the app hears of it at once depends on the element and its block. */
export async function input(
  slack: Slack,
  client: Client,
  verb: Target & { value: InputValue; enter?: boolean | undefined },
): Promise<Outcome> {
  const spot = findSpot(slack, client, verb);
  if (!spot || spot.one.element.type === 'button') return gone;
  try {
    const state = stateWith({ slack, client, canvas: spot.canvas }, spot.one, verb.value);
    const tells = isDispatched(spot.one, verb.enter ?? false);
    const question = tells ? asked(spot, verb) : undefined;
    if (question) return question;
    remember(slack, spot, state);
    return tells ? await act(slack, client, spot, state) : { outcome: 'done' };
  } catch (error) {
    if (error instanceof NotPossible) return { outcome: 'refused', text: error.message };
    throw error;
  }
}

function remember(slack: Slack, { canvas, one }: Spot, state: ElementState): void {
  if (one.element.type === 'overflow') return;
  canvas.elements[one.blockId] = { ...canvas.elements[one.blockId], [one.actionId]: state };
  delete (canvas as Canvas & { errors?: Record<string, string> }).errors?.[one.blockId];
  slack.changes.changed();
}

/** Elements in sections and actions tell the app; those in input blocks only with `dispatch_action`. */
function isDispatched({ block, element }: Interactive, enter: boolean): boolean {
  if (block.type !== 'input') return true;
  if (!(block as InputBlock).dispatch_action) return false;
  if (!isTyped(element.type)) return true;
  const config = 'dispatch_action_config' in element ? element.dispatch_action_config : undefined;
  const on = config?.trigger_actions_on ?? ['on_enter_pressed'];
  return on.includes(enter ? 'on_enter_pressed' : 'on_character_entered');
}

function isTyped(type: string): boolean {
  return type.endsWith('_input');
}

function asked({ one }: Spot, { confirmed }: Target): Outcome | undefined {
  const confirm = 'confirm' in one.element ? one.element.confirm : undefined;
  if (!confirm || confirmed) return undefined;
  if (confirmed === false) return { outcome: 'done' };
  const dialog: ConfirmDialog = {
    title: confirm.title?.text ?? 'Are you sure?',
    text: confirm.text.text,
    confirm: confirm.confirm?.text ?? 'Yes',
    deny: confirm.deny?.text ?? 'Cancel',
    style: confirm.style ?? 'primary',
  };
  return { outcome: 'confirm', dialog };
}

async function act(
  slack: Slack,
  client: Client,
  { canvas, scene, one }: Spot,
  state: ElementState | undefined,
): Promise<Outcome> {
  mark(slack, canvas, one, 'waiting');
  const payload = blockActionsPayload(slack, client.person, scene, { one, state });
  const answer = await slack.delivery.deliver(payload);
  mark(slack, canvas, one, answer.ok ? undefined : 'failed');
  return answer.ok ? { outcome: 'done' } : { outcome: 'no response', text: words.actionFailed };
}

function mark(
  slack: Slack,
  canvas: Canvas,
  { blockId, actionId }: Interactive,
  state: 'waiting' | 'failed' | undefined,
): void {
  const others = canvas.trouble.filter((one) => one.blockId !== blockId || one.actionId !== actionId);
  canvas.trouble = state ? [...others, { blockId, actionId, state }] : others;
  slack.changes.changed();
}
