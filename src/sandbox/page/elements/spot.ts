import type { ElementState } from '../../screen.ts';
import type { Place } from '../../verbs.ts';
import { useStage } from '../state/stage.ts';

/** Where an element stands, and what surrounds it: all that its drawing needs besides the element itself. */
export interface Spot {
  place: Place;
  blockId: string;
  actionId: string;
  state: ElementState | undefined;
  /** `waiting`: the app has not answered the last press yet; `failed`: it did not in time. */
  trouble: 'waiting' | 'failed' | undefined;
  /** The id that a label is for. */
  domId: string;
  /** What it is called: for elements without a label of their own. */
  label: string | undefined;
  /** Ids of the hint and the error. */
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
  /** The Enter key tells the app instead of submitting the form. */
  entersAction: boolean;
}

type Value = string | string[] | null;

/** Puts a value into the element; answers whether that worked. */
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

/** What assistive technology has to know of a control; spread into it. */
export function aria(spot: Spot): Record<string, string | boolean | undefined> {
  return {
    id: spot.domId,
    'aria-label': spot.label,
    'aria-describedby': spot.describedBy,
    'aria-invalid': spot.isInvalid ? 'true' : undefined,
    'aria-required': spot.isRequired ? 'true' : undefined,
  };
}
