import type { Problem } from '../../contract/problem.ts';
import { words } from '../../language.ts';
import type { ListFault, RefusalReason } from './client/errors.ts';

const refusals: Record<RefusalReason, string> = {
  invalid: 'The onboarding service didn’t accept what was entered.',
  token:
    'The onboarding service no longer accepts Frontdesk’s admin token. Your Frontdesk admin needs to save a new one.',
  permission: 'The saved token isn’t an administrator’s. Your Frontdesk admin needs to save a different one.',
  missing:
    'The onboarding service’s API is switched off (API_ACCESS), or its address is wrong. Your Frontdesk admin needs to check both.',
  rejected:
    'The onboarding service rejects Frontdesk’s requests. Your Frontdesk admin needs to check its log.',
};

const lists: Record<ListFault, string> = {
  endless: 'The onboarding service’s list has no end: its pages lead on without anything new.',
  elsewhere:
    'The onboarding service’s list continues at another address. Your Frontdesk admin needs to check the host name that the service is set up with.',
  malformed: 'The onboarding service’s list stops in the middle: the address of its next page isn’t valid.',
  tooMany: 'The onboarding service’s list has more than 1,000,000 entries. Frontdesk can’t read that many.',
  tooLarge: 'The onboarding service’s list is too large to read.',
  tooSlow: 'The onboarding service takes too long to send its whole list.',
};

function declined(sentences: readonly string[]): string {
  return `The onboarding service says: ${sentences.join(' ')}`;
}

/** Refusal that belongs to no field of a form. The audit log has the names of the service's fields. */
export const declinedElsewhere =
  'The onboarding service declined this for a reason that belongs to none of the fields. Ask your Frontdesk admin to check the service.';

const en = {
  refusals,
  troubles: {
    notConnected:
      'Frontdesk isn’t connected to the onboarding service yet. Your Frontdesk admin needs to save an admin token.',
    timedOut: (seconds: number) => `The onboarding service didn’t answer within ${seconds} seconds.`,
    unreachable: 'Frontdesk can’t reach the onboarding service.',
    certificate:
      'Frontdesk doesn’t trust the onboarding service’s certificate. Your Frontdesk admin needs to check it, or set NODE_EXTRA_CA_CERTS.',
    proxy:
      'Frontdesk can’t get through the proxy to the onboarding service. Your Frontdesk admin needs to check HTTPS_PROXY and NO_PROXY.',
    redirected:
      'The onboarding service sends Frontdesk to another address. Your Frontdesk admin needs to correct the address.',
    onlyOldEndpoint:
      'This version of the onboarding service would make the new hire an administrator, so nothing was sent. Your Frontdesk admin needs to update it.',
    busy: 'The onboarding service is busy and asked Frontdesk to wait.',
    unclear: (status: number) =>
      `The onboarding service’s answer (status ${status}) doesn’t say whether the request was carried out.`,
    inProgress: 'The onboarding service is still working on it.',
    broken: 'The onboarding service had an error, so Frontdesk doesn’t know yet whether the request arrived.',
    unreadable:
      'Frontdesk can’t read the onboarding service’s answer. The address may belong to another program.',
    tooLarge: 'The onboarding service’s answer is too large to read.',
  },
  lists,
  /** Failures of a tested address and token, for the person who entered them. */
  trials: {
    token:
      'The onboarding service doesn’t know this token. Copy all of it, without the word Token. A token is deleted together with the person it belongs to.',
    permission:
      'The onboarding service knows this token, but it isn’t an administrator’s. Create one for an administrator.',
    rejected: 'The onboarding service rejects requests to this address. Use the address it’s set up for.',
    switchedOff:
      'The onboarding service is there, but its API is switched off. Start it with API_ACCESS=True.',
    notThere:
      'There’s no onboarding service at this address. Enter the base address, without /api or anything after it.',
    redirected:
      'This address redirects to another one, and Frontdesk doesn’t send a token there. Enter the final address, with https.',
    unreachable: 'Nothing answers at this address. Check it for typing mistakes.',
    certificate:
      'Frontdesk doesn’t trust the certificate at this address. If your company has a certificate authority of its own, start Frontdesk with NODE_EXTRA_CA_CERTS.',
    proxy:
      'Frontdesk can’t get through the proxy to this address. Check the address, HTTPS_PROXY and NO_PROXY.',
    unreadable: 'Something answers at this address, but it isn’t an onboarding service.',
  },
  declined,
  declinedElsewhere,
  rejectedElsewhere(problem: Problem, fieldOf: (name: string) => string | undefined): string | undefined {
    const rest = Object.entries(problem).filter(([name]) => fieldOf(name) === undefined);
    if (rest.length > 0) return declined(rest.flatMap(([, sentences]) => sentences));
    return Object.keys(problem).length > 0
      ? undefined
      : 'The onboarding service declined this without saying why.';
  },
};

export const say = words({ en });
