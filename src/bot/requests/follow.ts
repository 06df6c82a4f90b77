import { type Clock, within } from '../../time/clock.ts';
import type { Held, Wording } from '../ledger/outbox/message.ts';
import type { ServiceAdditions } from '../onboarding/additions.ts';
import { isServiceTrouble } from '../onboarding/outage.ts';
import { paragraph } from '../slack/views/blocks.ts';

type Additions = Pick<ServiceAdditions, 'has' | 'known'>;

/** Time limit for the service to list its additions, in milliseconds: a window waits for it. */
const patience = 500;

/**
 * Whether the service is Frontdesk's own, which can change people, removes a leaver's open onboarding tasks, and can
 * undo an offboarding; released versions of ChiefOnboarding can't. False if it doesn't answer in time and never did.
 */
export async function isOwnService({ additions, clock }: { additions: Additions; clock: Clock }) {
  await within(clock, patience, additions.has('person'));
  return isKnownAsOwn({ additions });
}

/** Answer of `isOwnService` from memory: nobody waits. */
export function isKnownAsOwn({ additions }: { additions: Pick<Additions, 'known'> }): boolean {
  return additions.known().has('person');
}

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
