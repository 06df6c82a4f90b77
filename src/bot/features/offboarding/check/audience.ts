import { within } from '../../../../time/clock.ts';
import type { Bot } from '../../../bot.ts';
import { type EarlierOffboarding, othersTold } from '../request.ts';

export interface Audience {
  others: readonly string[];
  /** The private channel, or HR's people if it's unusable; undefined if Slack didn't answer in time. */
  hr: { channel: string } | { people: readonly string[] } | undefined;
}

/** Time limit for Slack, in milliseconds: a page waits for it. */
const patience = 500;

/** Finds the recipients of an offboarding's messages, as far as known now. */
export async function audienceOf(
  { user, requester, earlier }: { user: number; requester: string; earlier: EarlierOffboarding | undefined },
  { settings, clock, privateChannelTrouble, peopleOfHr }: Bot,
): Promise<Audience> {
  const others = othersTold(earlier, requester);
  const { privateChannel: channel } = settings();
  const told = { hr: true as const, exceptUsers: [requester, ...others], exceptEmployee: user };
  const people = async () => ({ people: await peopleOfHr(told, clock.now()) });
  const ofHr = async () => {
    const isUsable = channel !== undefined && (await privateChannelTrouble()).length === 0;
    return isUsable ? { channel } : people();
  };
  // Slack's silence must not delay an offboarding.
  return {
    others,
    hr: await within(
      clock,
      patience,
      ofHr().catch(() => undefined),
    ),
  };
}
