import type { ElementState } from '../../screen.ts';
import type { Place } from '../../verbs.ts';
import { useStage } from '../state/stage.ts';

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
export function useInput({
  place,
  blockId,
  actionId,
}: Spot): (value: Value, enter?: boolean) => Promise<boolean> {
  const { act } = useStage();
  return async (value, enter = false) => {
    const verb = { verb: 'input', place, blockId, actionId, value } as const;
    const { outcome } = await act(enter ? { ...verb, enter } : verb);
    return outcome !== 'refused';
  };
}

/** ARIA attributes of a control. */
export function aria(spot: Spot): Record<string, string | boolean | undefined> {
  return {
    id: spot.domId,
    'aria-label': spot.label,
    'aria-describedby': spot.describedBy,
    'aria-invalid': spot.isInvalid ? 'true' : undefined,
    'aria-required': spot.isRequired ? 'true' : undefined,
  };
}
