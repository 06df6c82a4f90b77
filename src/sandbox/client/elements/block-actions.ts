import type { Interactive } from '../../block-kit/interactive.ts';
import type { Changes } from '../../changes.ts';
import type { ConfirmDialog, ElementState, ElementTrouble } from '../../screen.ts';
import type { Outcome } from '../../verbs.ts';
import type { Canvas, Client } from '../client.ts';
import { done, type HandlerParts, refused, type VerbOf } from '../perform.ts';
import { sentences } from '../sentences.ts';
import { findElement, type Spot } from './find-element.ts';
import { NotPossible, stateWith } from './set-value.ts';

type Parts = Pick<HandlerParts, 'workspace' | 'interactions' | 'changes'>;

const gone = refused('This element is no longer there.');

/** Presses a button. */
export async function press(parts: Parts, client: Client, verb: VerbOf<'press'>) {
  const spot = findElement(parts.workspace, client, verb);
  if (spot?.one.element.type !== 'button') return gone;
  return asked(spot, verb.confirmed) ?? act(parts, client, spot);
}

/** Types or chooses a value. The element and its block decide whether the app is notified right away. */
export async function input(parts: Parts, client: Client, verb: VerbOf<'input'>) {
  const { workspace, changes } = parts;
  const spot = findElement(workspace, client, verb);
  if (!spot || spot.one.element.type === 'button') return gone;
  try {
    const state = stateWith({ workspace, client, canvas: spot.canvas }, spot.one, verb.value);
    const tells = isDispatched(spot.one, verb.enter ?? false);
    const question = tells ? asked(spot, verb.confirmed) : undefined;
    if (question) return question;
    remember(changes, spot, state);
    return tells ? await act(parts, client, spot, state) : done;
  } catch (error) {
    if (error instanceof NotPossible) return refused(error.message);
    throw error;
  }
}

function remember(changes: Changes, { canvas, one }: Spot, state: ElementState): void {
  if (one.element.type === 'overflow') return;
  const { blockId, actionId } = one;
  // A new object, so that snapshots notice the change.
  canvas.elements = { ...canvas.elements, [blockId]: { ...canvas.elements[blockId], [actionId]: state } };
  delete (canvas as Canvas & { errors?: Record<string, string> }).errors?.[blockId];
  changes.changed();
}

/** Elements in sections and actions notify the app; in input blocks only with `dispatch_action`. */
function isDispatched({ block, element }: Interactive, enter: boolean): boolean {
  if (block.type !== 'input') return true;
  if (!block.dispatch_action) return false;
  if (!element.type.endsWith('_input')) return true;
  const config = 'dispatch_action_config' in element ? element.dispatch_action_config : undefined;
  const on = config?.trigger_actions_on ?? ['on_enter_pressed'];
  return on.includes(enter ? 'on_enter_pressed' : 'on_character_entered');
}

function asked({ one }: Spot, confirmed: boolean | undefined): Outcome | undefined {
  const confirm = 'confirm' in one.element ? one.element.confirm : undefined;
  if (!confirm || confirmed) return undefined;
  if (confirmed === false) return done;
  const dialog: ConfirmDialog = {
    title: confirm.title?.text ?? 'Are you sure?',
    text: confirm.text.text,
    confirm: confirm.confirm?.text ?? 'Yes',
    deny: confirm.deny?.text ?? 'Cancel',
    style: confirm.style ?? 'primary',
  };
  return { outcome: 'confirm', dialog };
}

async function act(parts: Parts, client: Client, spot: Spot, state?: ElementState): Promise<Outcome> {
  mark(parts.changes, spot, 'waiting');
  const answer = await parts.interactions.blockActions(client.person, spot.scene, spot.one, state);
  mark(parts.changes, spot, answer.ok ? undefined : 'failed');
  return answer.ok ? done : { outcome: 'no response', text: sentences.actionFailed };
}

function mark(changes: Changes, { canvas, one }: Spot, state: ElementTrouble['state'] | undefined): void {
  const { blockId, actionId } = one;
  const others = canvas.trouble.filter((other) => other.blockId !== blockId || other.actionId !== actionId);
  canvas.trouble = state ? [...others, { blockId, actionId, state }] : others;
  changes.changed();
}
