import { NotConnected } from './client.ts';
import {
  Busy,
  OnlyOldEndpoint,
  Redirected,
  type RefusalReason,
  Refused,
  ServiceBroken,
  TimedOut,
  Unreachable,
} from './errors.ts';

const refusals: Record<RefusalReason, string> = {
  invalid: 'The onboarding service does not accept what was entered.',
  token:
    'The onboarding service does not accept Frontdesk’s admin token any more. Somebody who runs it has to store a new one.',
  permission:
    'The stored token is not an administrator’s. Somebody who runs Frontdesk has to store another one.',
  missing:
    'The onboarding service’s API is switched off (API_ACCESS), or its address is wrong. Somebody who runs it has to look.',
  rejected:
    'The onboarding service rejects Frontdesk’s requests. Somebody who runs it has to look at its log.',
};

/**
 * What went wrong with the onboarding service, in one or two plain sentences for the person in Slack.
 * What happens next is said by whoever shows it.
 */
export function explain(trouble: Error): string {
  if (trouble instanceof NotConnected)
    return 'Frontdesk is not connected to the onboarding service yet. Somebody who runs it has to store an admin token.';
  if (trouble instanceof Refused) return refusals[trouble.reason];
  if (trouble instanceof TimedOut)
    return `The onboarding service gave no answer within ${Math.round(trouble.limit / 1000)} seconds.`;
  if (trouble instanceof Unreachable) return 'The onboarding service cannot be reached.';
  if (trouble instanceof Redirected)
    return 'The onboarding service sends Frontdesk to another address. Somebody who runs it has to correct the address.';
  if (trouble instanceof OnlyOldEndpoint)
    return 'This version of the onboarding service would make the new hire an administrator, so nothing was sent. Whoever runs it has to update it.';
  if (trouble instanceof Busy) return 'The onboarding service is busy and asks to wait.';
  if (trouble instanceof ServiceBroken)
    return 'The onboarding service had an error of its own, so it is not certain whether the request arrived.';
  return 'The onboarding service’s answer cannot be read. Its address may be that of another program.';
}
