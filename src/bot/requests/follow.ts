import type { Held, Wording } from '../ledger/outbox/message.ts';
import { isServiceTrouble } from '../onboarding/outage.ts';
import { paragraph } from '../slack/views/blocks.ts';

/** Time between two attempts, in milliseconds. */
const pause = 60_000;

/**
 * Builds a message by changing the onboarding service: tried until that answers, whichever process sends the message.
 * A repeat must change nothing there. @param change returns what the message says; undefined if nobody needs it
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
