import type { Problem } from '../../contract/problem.ts';
import { words } from '../../language.ts';

const tellAdmin = 'Tell your Frontdesk admin.';

const listTooLarge = 'The onboarding service’s list is too large to read.';

/** Failures of requests, by what is wrong. */
const troubles = {
  invalid: 'The onboarding service didn’t accept what was entered.',
  token: `The onboarding service no longer accepts Frontdesk’s admin token. ${tellAdmin}`,
  permission: `The saved token isn’t an administrator’s. ${tellAdmin}`,
  missing: `The onboarding service’s API is switched off, or its address is wrong. ${tellAdmin}`,
  rejected: `The onboarding service rejects Frontdesk’s requests. ${tellAdmin}`,
  notConnected: `Frontdesk isn’t connected to the onboarding service yet. ${tellAdmin}`,
  unreachable: 'Frontdesk can’t reach the onboarding service.',
  timedOut: 'The onboarding service didn’t answer in time.',
  unclear: 'The onboarding service gave an unclear answer.',
  certificate: `Frontdesk doesn’t trust the onboarding service’s certificate. ${tellAdmin}`,
  proxy: `Frontdesk can’t get through the proxy to the onboarding service. ${tellAdmin}`,
  redirected: `The onboarding service sends Frontdesk to another address. ${tellAdmin}`,
  onlyOldEndpoint:
    'Your onboarding service would make the new hire an administrator, so nothing was sent. Ask your Frontdesk ' +
    'admin to update it to 2.0.32 or later.',
  busy: 'The onboarding service is busy.',
  inProgress: 'The onboarding service is still working on it.',
  broken: 'The onboarding service had an error.',
  unreadable: 'Frontdesk can’t read the onboarding service’s answer. Its address may be wrong.',
  tooLarge: 'The onboarding service’s answer is too large to read.',
  'list:endless': 'The onboarding service’s list has no end.',
  'list:elsewhere':
    'The onboarding service’s list continues at another address: its host name may be set up wrong.',
  'list:malformed': 'The onboarding service’s list stops in the middle.',
  'list:tooMany': listTooLarge,
  'list:tooLarge': listTooLarge,
  'list:tooSlow': 'The onboarding service’s list takes too long to load.',
};

function declined(sentences: readonly string[]): string {
  return `The onboarding service says: ${sentences.join(' ')}`;
}

/** Refusal that belongs to no field of a form. The audit log has the names of the service's fields. */
export const declinedElsewhere = `The onboarding service declined this for a reason outside the form. ${tellAdmin}`;

/** Failures of a tested address and token, for the person who entered them. */
const trials: Partial<Record<keyof typeof troubles, string>> = {
  missing: 'There’s no onboarding service at this address. Enter the base address, without /api.',
  token: 'The onboarding service doesn’t know this token. Copy all of it, without the word Token.',
  permission: 'This token isn’t an administrator’s. Create one for an administrator.',
  rejected: 'The onboarding service rejects requests to this address. Use the address it’s set up for.',
  redirected: 'This address redirects to another one. Enter the final address, with https.',
  unreachable: 'Nothing answers at this address.',
  certificate:
    'Frontdesk doesn’t trust the certificate at this address. If it’s from your company’s own authority, set NODE_EXTRA_CA_CERTS.',
  proxy:
    'Frontdesk can’t get through the proxy to this address. Check the address, HTTPS_PROXY and NO_PROXY.',
  unreadable: 'The program at this address isn’t an onboarding service.',
};

const en = {
  troubles,
  trials,
  switchedOff: 'The onboarding service’s API is switched off. Start it with API_ACCESS=True.',
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
