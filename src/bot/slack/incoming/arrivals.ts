import type { AnyMiddlewareArgs, App, Middleware, ReceiverEvent } from '@slack/bolt';
import { say } from '../messages.ts';
import { acknowledge, answerPrivately } from './answer.ts';
import { handlingOf } from './failure.ts';
import { originOf } from './origin.ts';

/** Thrown until the workspace is known. Slack redelivers events that get a 500. */
class NotReadyYet extends Error {
  override name = 'NotReadyYet';
}

/**
 * Tracks every payload until its last listener has finished. Over HTTP one can come before `auth.test` is answered:
 * wait a moment for that, then leave events to Slack's redelivery.
 * @param isReady resolves, in time for an answer, to whether our identity is known
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
    async finished() {
      while (inHand.size > 0) await Promise.allSettled([...inHand]);
    },
  };
}

/**
 * Tells people that Frontdesk is starting, by the acknowledgement alone, since the Web API can't be reached. Kinds
 * whose acknowledgement shows nothing get none; Slack then says that the app did not respond.
 */
export function refuseWhileStarting(isKnown: () => boolean): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    if (isKnown()) return args.next();
    handlingOf(args.context).outcome = 'refused';
    const { kind } = originOf(args.body);
    // The person's language can't be looked up yet.
    const { starting } = say();
    if (kind === 'command') await acknowledge(args, { response_type: 'ephemeral', text: starting.text });
    if (kind === 'view_submission' || kind === 'block_suggestion')
      await answerPrivately(args, starting.title, starting.text);
  };
}
