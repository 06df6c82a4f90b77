import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../../time/clock.ts';
import { repeat } from '../../../time/repeat.ts';
import { describeSlackFailure, slackCode } from './slack-failure.ts';

/** How long several changes are waited for, and how often it is looked what other processes changed, in milliseconds. */
const settling = 300;
const lookEvery = 60_000;

interface Keeping {
  clock: Clock;
  /** Says that something has changed. */
  changes: { listen(listener: () => void): void };
  /** Changes what is not true any more in Slack. The database knows what, so that a crash only delays it. */
  turn: () => Promise<void>;
  /** Takes what a turn throws: the next one tries again. */
  onError: (error: unknown) => void;
}

/** Keeps messages true that stand in Slack already: once Slack can be reached, after each change, and now and then. */
export function keepTrue({ clock, changes, turn, onError }: Keeping) {
  let isReady = false;
  const showAll = async () => (isReady ? turn() : undefined);
  const showing = repeat({ clock, every: lookEvery, first: lookEvery, turn: showAll, onError });
  changes.listen(() => showing.wakeIn(settling));
  return {
    /** When Slack can be reached: shows what was so before, and goes on until it is stopped. */
    begin(): Promise<void> {
      isReady = true;
      return showing.turnNow();
    },
    /** Shows it now. @returns when it is shown, or could not be */
    show: showing.turnNow,
    /** Shows it once more after so many milliseconds. */
    showIn: showing.wakeIn,
    stop: showing.stop,
  };
}

/**
 * Changes a message in Slack.
 * @returns Slack's word where nobody can change it any more
 * @throws what Slack's client throws, where it may be tried again
 */
export async function changeForGood(
  client: WebClient,
  place: { channel: string; ts: string },
  message: { text: string; blocks: KnownBlock[] },
): Promise<string | undefined> {
  try {
    await client.chat.update({ ...place, ...message });
    return undefined;
  } catch (error) {
    const { code, doubtful } = describeSlackFailure(error);
    // Any other refusal would come again, and stand in front of the messages behind this one.
    if (slackCode(error) === undefined || doubtful || code === 'ratelimited') throw error;
    return code;
  }
}
