import type { ListFault, RefusalReason } from './client/errors.ts';

/** Why the service refused, by the reason. */
export const refusals: Record<RefusalReason, string> = {
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

/** What else can go wrong with the service. */
export const troubles = {
  notConnected:
    'Frontdesk is not connected to the onboarding service yet. Somebody who runs it has to store an admin token.',
  timedOut: (seconds: number) => `The onboarding service gave no answer within ${seconds} seconds.`,
  unreachable: 'The onboarding service cannot be reached.',
  redirected:
    'The onboarding service sends Frontdesk to another address. Somebody who runs it has to correct the address.',
  onlyOldEndpoint:
    'This version of the onboarding service would make the new hire an administrator, so nothing was sent. Whoever runs it has to update it.',
  busy: 'The onboarding service is busy and asks to wait.',
  unclear: (status: number) =>
    `The onboarding service’s answer (status ${status}) doesn’t say whether the request was carried out.`,
  inProgress: 'The onboarding service is still working on it.',
  broken: 'The onboarding service had an error of its own, so it is not certain whether the request arrived.',
  unreadable: 'The onboarding service’s answer cannot be read. Its address may be that of another program.',
  tooLarge: 'The onboarding service’s answer is too large to read.',
};

/** What is wrong with the service’s lists of employees and sequences, when they cannot be read to their end. */
export const lists: Record<ListFault, string> = {
  repeated: 'The onboarding service’s list has no end: one of its pages leads back to an earlier page.',
  nothingNew: 'The onboarding service’s list has no end: it adds page after page with nothing new on them.',
  elsewhere:
    'The onboarding service’s list continues at another address. Your Frontdesk admin needs to check the host name that the service is set up with.',
  malformed: 'The onboarding service’s list stops in the middle: the address of its next page isn’t valid.',
  tooMany: 'The onboarding service’s list has more than 1,000,000 entries. Frontdesk can’t read that many.',
  tooLarge: 'The onboarding service’s list is too large to read.',
  tooSlow: 'The onboarding service takes too long to send its whole list.',
};

/** What a trial of an address and a token came to, for whoever typed them. */
export const trials = {
  token:
    'The onboarding service does not know this token. Copy all of it, without the word Token; a token dies with its owner.',
  permission: 'The token is known, but not an administrator’s. Make one for an administrator.',
  rejected:
    'The onboarding service rejects requests that come for this address. Use the one that it is set up for.',
  switchedOff: 'The onboarding service is there, but its API is switched off. Start it with API_ACCESS=True.',
  notThere:
    'There is no onboarding service at this address. Give the base address, without /api and what follows.',
  redirected:
    'This address leads to another one, which is not followed with a token. Give the final address, with https.',
  unreachable: 'Nothing answers at this address. Look for a typing mistake.',
  unreadable: 'Something answers at this address, but it is not an onboarding service.',
};
