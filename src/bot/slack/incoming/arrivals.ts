import type { AnyMiddlewareArgs, App, Middleware, ReceiverEvent } from '@slack/bolt';
import { commonLanguage } from '../../../language.ts';
import { words } from '../words.ts';
import { acknowledge, answerPrivately } from './answer.ts';
import { handlingOf } from './handling.ts';
import { originOf } from './origin.ts';

/** It is not known yet which workspace this is. Slack sends events again that are answered with a 500. */
class NotReadyYet extends Error {
  override name = 'NotReadyYet';
}

/**
 * Follows everything that arrives until its last listener is through, however it arrives. Over HTTP it can come before
 * Slack has said who we are: that is waited for a moment; then events are left to Slack to bring again.
 * @param isReady resolves to whether it is known who we are, in time for an answer
 */
export function followArrivals(app: App, isReady: () => Promise<boolean>) {
  const inHand = new Set<Promise<void>>();
  const processEvent = app.processEvent.bind(app);

  async function arrive(event: ReceiverEvent): Promise<void> {
    if (!(await isReady()) && 'event' in event.body) throw new NotReadyYet();
    await processEvent(event);
  }

  app.processEvent = (event) => {
    const work = arrive(event).finally(() => inHand.delete(work));
    inHand.add(work);
    return work;
  };
  return {
    /** Resolves when nothing is in hand. */
    async finished() {
      while (inHand.size > 0) await Promise.allSettled([...inHand]);
    },
  };
}

/**
 * Tells people that it is too early, by the acknowledgement alone: Slack's Web API is just what cannot be reached.
 * Where an acknowledgement shows nothing there is none, and Slack says that the app did not respond.
 */
export function refuseWhileStarting(isKnown: () => boolean): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    if (isKnown()) return args.next();
    handlingOf(args.context).outcome = 'refused';
    const { kind } = originOf(args.body);
    // Slack cannot be asked yet what the person reads.
    const { starting } = words[commonLanguage];
    if (kind === 'command') await acknowledge(args, { response_type: 'ephemeral', text: starting.text });
    if (kind === 'view_submission' || kind === 'block_suggestion')
      await answerPrivately(args, starting.title, starting.text);
  };
}
