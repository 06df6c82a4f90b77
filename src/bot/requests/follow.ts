import type { Held, Wording } from '../ledger/outbox/message.ts';
import { isServiceTrouble } from '../onboarding/outage.ts';
import { paragraph } from '../slack/views/blocks.ts';

/** Time between two attempts, in milliseconds. */
const pause = 60_000;

/**
 * Message after a change in the onboarding service; retried while that is away.
 * @param change idempotent. Returns the text, or undefined for no message.
 */
export async function onceChanged(
  now: Date,
  change: () => Promise<string | undefined>,
): Promise<Wording | Held | undefined> {
  try {
    const text = await change();
    return text === undefined ? undefined : { text, blocks: [paragraph(text)] };
  } catch (error) {
    if (isServiceTrouble(error)) return { later: new Date(now.getTime() + pause) };
    throw error;
  }
}
