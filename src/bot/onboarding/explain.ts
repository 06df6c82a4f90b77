import { NotConnected } from './client/client.ts';
import * as errors from './client/errors.ts';
import { say } from './messages.ts';

/** Explains a failure of the onboarding service in one or two plain sentences. The caller says what happens next. */
export function explain(trouble: Error): string {
  const { lists, refusals, troubles } = say();
  if (trouble instanceof NotConnected) return troubles.notConnected;
  if (trouble instanceof errors.Refused) return refusals[trouble.reason];
  if (trouble instanceof errors.TimedOut) return troubles.timedOut(Math.round(trouble.limit / 1000));
  if (trouble instanceof errors.Unreachable) return troubles[trouble.obstacle ?? 'unreachable'];
  if (trouble instanceof errors.Redirected) return troubles.redirected;
  if (trouble instanceof errors.OnlyOldEndpoint) return troubles.onlyOldEndpoint;
  if (trouble instanceof errors.Busy) return troubles.busy;
  if (trouble instanceof errors.ServiceBroken) return troubles.broken;
  if (trouble instanceof errors.Unclear) return troubles.unclear(trouble.status);
  if (trouble instanceof errors.StillInProgress) return troubles.inProgress;
  if (trouble instanceof errors.ListUnreadable) return lists[trouble.fault];
  if (trouble instanceof errors.TooLarge) return troubles.tooLarge;
  return troubles.unreadable;
}
