import type { InputBlock, MultiSelect, Select } from '@slack/types';
import type { Element } from '../../block-kit/interactive.ts';
import type { ElementState, Place, ScreenView } from '../../screen.ts';
import { useStage } from '../state/stage.ts';

export type SelectElement = Select | MultiSelect;

export interface Spot {
  place: Place;
  blockId: string;
  actionId: string;
  state: ElementState | undefined;
  /** `waiting`: the app hasn't answered the last press; `failed`: it timed out. */
  trouble: 'waiting' | 'failed' | undefined;
  domId: string;
  /** Accessible name of elements without a visible label. */
  label: string | undefined;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
  /** Enter dispatches an action instead of submitting the form. */
  entersAction: boolean;
}

type Value = string | string[] | null;

/** Returns a function that sets the element's value and resolves to whether Slack accepted it. */
export function useInput({ place, blockId, actionId }: Spot) {
  const { act } = useStage();
  return async (value: Value, enter = false): Promise<boolean> => {
    const verb = { verb: 'input', place, blockId, actionId, value } as const;
    const { outcome } = await act(enter ? { ...verb, enter } : verb);
    return outcome !== 'refused';
  };
}

export function aria(spot: Spot): Record<string, string | boolean | undefined> {
  return {
    id: spot.domId,
    'aria-label': spot.label,
    'aria-describedby': spot.describedBy,
    'aria-invalid': spot.isInvalid ? 'true' : undefined,
    'aria-required': spot.isRequired ? 'true' : undefined,
  };
}

export interface Canvas extends Pick<ScreenView, 'blocks' | 'elements' | 'trouble' | 'errors' | 'id'> {
  place: Place;
}

export function spotIn(canvas: Canvas, blockId: string, element: Element, label?: string): Spot {
  const actionId = element.action_id ?? '';
  return {
    place: canvas.place,
    blockId,
    actionId,
    state: canvas.elements[blockId]?.[actionId],
    trouble: canvas.trouble.find((one) => one.blockId === blockId && one.actionId === actionId)?.state,
    domId: idOf(canvas.id, blockId, actionId),
    label: label ?? placeholderOf(element),
    describedBy: undefined,
    isInvalid: false,
    isRequired: true,
    entersAction: false,
  };
}

/** DOM id without spaces, which would separate ids in `aria-` lists. */
function idOf(...parts: string[]): string {
  return parts.join('-').replace(/[^\w-]/g, (letter) => `_${letter.codePointAt(0)}_`);
}

export function inputSpot(canvas: Canvas, block: InputBlock): Spot {
  const blockId = block.block_id ?? '';
  const { element } = block;
  const spot = spotIn(canvas, blockId, element);
  const isInvalid = canvas.errors[blockId] !== undefined;
  const described = [block.hint && `${spot.domId}-hint`, isInvalid && `${spot.domId}-error`].filter(Boolean);
  return {
    ...spot,
    label: undefined,
    describedBy: described.join(' ') || undefined,
    isInvalid,
    isRequired: !block.optional,
    entersAction: entersAction(block),
  };
}

/** Whether Enter dispatches an action: Slack's default for text in dispatching blocks. */
function entersAction({ dispatch_action: dispatches, element }: InputBlock): boolean {
  if (!dispatches) return false;
  const config = 'dispatch_action_config' in element ? element.dispatch_action_config : undefined;
  return config?.trigger_actions_on?.includes('on_enter_pressed') ?? true;
}

function placeholderOf(element: Element): string {
  return 'placeholder' in element && element.placeholder
    ? element.placeholder.text
    : element.type.replaceAll('_', ' ');
}
