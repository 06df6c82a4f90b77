import { within } from '../../../../time/clock.ts';
import type { OffboardingDeps } from '../deps.ts';
import { othersTold } from '../earlier.ts';
import type { EarlierOffboarding } from '../request.ts';

/** Who is notified beside the requester, by Slack ids. */
export interface Audience {
  others: readonly string[];
  /** The private channel; the people of HR where it cannot be used; undefined where nobody could say in time. */
  hr: { channel: string } | { people: readonly string[] } | undefined;
}

/** How long Slack is asked for, in milliseconds: somebody waits for the page. */
const patience = 500;

/** Finds out who will be notified of an offboarding, as far as that can be said now. */
export async function audienceOf(
  { user, requester, earlier }: { user: number; requester: string; earlier: EarlierOffboarding | undefined },
  { settings, clock, privateChannelTrouble, peopleOfHr }: OffboardingDeps,
): Promise<Audience> {
  const others = othersTold(earlier, requester);
  const { privateChannel: channel } = settings();
  const told = { hr: true as const, exceptUsers: [requester, ...others], exceptEmployee: user };
  const people = async () => ({ people: await peopleOfHr(told, clock.now()) });
  const ofHr = async () => {
    const isUsable = channel !== undefined && (await privateChannelTrouble()).length === 0;
    return isUsable ? { channel } : people();
  };
  // What Slack does not say now is no reason to hold up somebody who is leaving.
  return {
    others,
    hr: await within(
      clock,
      patience,
      ofHr().catch(() => undefined),
    ),
  };
}
