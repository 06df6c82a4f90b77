import type { Held, Wording } from '../ledger/outbox/message.ts';
import { isServiceTrouble } from '../onboarding/outage.ts';
import { paragraph } from '../slack/views/blocks.ts';

/** Time between two attempts, in milliseconds. */
const pause = 60_000;

/**
 * Changes the onboarding service when a message is built: it is tried until the service answers, and must change nothing
 * when repeated. @param change returns the message's text; undefined if nobody needs it
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
