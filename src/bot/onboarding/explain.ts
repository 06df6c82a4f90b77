import type { Language } from '../../language.ts';
import { NotConnected } from './client/client.ts';
import {
  Busy,
  ListUnreadable,
  OnlyOldEndpoint,
  Redirected,
  Refused,
  ServiceBroken,
  StillInProgress,
  TimedOut,
  TooLarge,
  Unclear,
  Unreachable,
} from './client/errors.ts';
import { words } from './words.ts';

/**
 * What went wrong with the onboarding service, in one or two plain sentences for the person in Slack.
 * What happens next is said by whoever shows it.
 */
export function explain(trouble: Error, language: Language): string {
  const { lists, refusals, troubles } = words[language];
  if (trouble instanceof NotConnected) return troubles.notConnected;
  if (trouble instanceof Refused) return refusals[trouble.reason];
  if (trouble instanceof TimedOut) return troubles.timedOut(Math.round(trouble.limit / 1000));
  if (trouble instanceof Unreachable) return troubles.unreachable;
  if (trouble instanceof Redirected) return troubles.redirected;
  if (trouble instanceof OnlyOldEndpoint) return troubles.onlyOldEndpoint;
  if (trouble instanceof Busy) return troubles.busy;
  if (trouble instanceof ServiceBroken) return troubles.broken;
  if (trouble instanceof Unclear) return troubles.unclear(trouble.status);
  if (trouble instanceof StillInProgress) return troubles.inProgress;
  if (trouble instanceof ListUnreadable) return lists[trouble.fault];
  if (trouble instanceof TooLarge) return troubles.tooLarge;
  return troubles.unreadable;
}
