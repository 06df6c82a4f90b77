import type { Day } from '../../../../time/dates.ts';
import type { HireValues } from '../form/fields.ts';
import { detailsIn, type LeftOut, leftOf } from './parse-command.ts';
import { type Item, tokensOf } from './vocabulary.ts';

/**
 * Reads name, address and start day from a message that was written for people. `written`, in the writer's
 * zone, is the base of `tomorrow`.
 */
export function readMessage(text: string, written: Day): { prefill: HireValues; left: LeftOut[] } {
  const { tokens, isCut } = tokensOf(text);
  const { prefill, unused } = detailsIn(tokens, written, true);
  return { prefill, left: leftOf(unused.filter(isMissed), isCut) };
}

/** Whether to report it. Words, links, and weekdays among other words are often about something else. */
function isMissed({ kind, isWeak, isExact }: Item): boolean {
  if (kind === 'noDay') return !isWeak;
  return kind === 'day' ? isExact === true : kind === 'email' || kind === 'noEmail';
}
