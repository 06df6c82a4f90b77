import { words } from '../../language.ts';

const connect =
  'Use “Connect” in Frontdesk’s App Home. Or: npm run frontdesk -- token set --url https://onboarding.acme.com';
const newToken =
  'Create a token for an administrator there (ChiefOnboarding: manage.py drf_create_token), and save it: “Connect” in Frontdesk’s ' +
  'App Home, or npm run frontdesk -- token set. If ONBOARDING_API_TOKEN is set, change it there.';
const correctAddress = 'correct ONBOARDING_URL, or the address under “Connect” in Frontdesk’s App Home';

function count(number: number, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`;
}

const en = {
  service: 'the onboarding service',
  reach: {
    title: 'Onboarding service',
    fine: (address: string) => ({ what: `The API answers at ${address}.` }),
    none: { what: 'No onboarding service is connected.', todo: connect },
    noAddress: {
      what: 'The saved address of the onboarding service can’t be read.',
      todo: connect,
    },
    plain: (address: string) => ({
      what: `The address ${address} isn’t encrypted, so the admin token could be read on the way.`,
      todo: `Use https://. In a private network, set ONBOARDING_ALLOW_HTTP=True.`,
    }),
    setup: (target: string) => ({
      what: `The onboarding service has no organization yet: it redirects to ${target}.`,
      todo: 'Open that address in a browser and set the organization up.',
    }),
    encrypted: (target: string) => ({
      what: `The onboarding service redirects to ${target}, and Frontdesk doesn’t send a token along.`,
      todo: `Begin the address with https://: ${correctAddress}.`,
    }),
    elsewhere: (target: string) => ({
      what: `The address redirects to ${target}, and Frontdesk doesn’t send a token along.`,
      todo: `Use the final address: ${correctAddress}. If that’s a page to sign in, let Frontdesk past it.`,
    }),
    switchedOff: {
      what: 'The onboarding service is there, and its API is switched off.',
      todo: 'Start the onboarding service with API_ACCESS=True.',
    },
    notThere: {
      what: 'There’s no onboarding API at this address (status 404).',
      todo: `Enter the base address, without /api or anything after it: ${correctAddress}.`,
    },
    otherHost: {
      what: 'The onboarding service rejects this address (status 400).',
      todo: `Add the address’s host name to ALLOWED_HOSTS there, or ${correctAddress}.`,
    },
    tlsPort: {
      what: 'The address begins with http://, and what answers there wants https.',
      todo: `Begin the address with https://: ${correctAddress}.`,
    },
    signIn: (status: number) => ({
      what: `Something in front of the onboarding service wants somebody to sign in (status ${status}).`,
      todo: 'Let Frontdesk past it for /api/, or use an address behind it.',
    }),
    other: (status: number) => ({
      what: `Something answers at this address, but not as an onboarding service does (status ${status}).`,
      todo: `Enter the onboarding service’s own address: ${correctAddress}.`,
    }),
    busy: (status: number) => ({
      what: `The onboarding service is busy, or isn’t running behind its proxy (status ${status}).`,
      todo: 'Look if it runs, then try again.',
    }),
    broken: (status: number) => ({
      what: `The onboarding service had an error (status ${status}).`,
      todo: 'Look into its log.',
    }),
  },
  token: {
    title: 'Admin token',
    fine: { what: 'The onboarding service accepts the admin token.' },
    none: { what: 'No admin token is saved for this onboarding service.', todo: newToken },
    unknown: {
      what: 'The onboarding service doesn’t accept the admin token. A token is deleted together with the person it belongs to.',
      todo: newToken,
    },
  },
  role: {
    title: 'Token’s role',
    fine: { what: 'The admin token is an administrator’s.' },
    missing: {
      what: 'The admin token isn’t an administrator’s.',
      todo: newToken,
    },
  },
  version: {
    title: 'API version',
    unknown: {
      what: 'Not checked, because the onboarding service didn’t say what it offers. Try again in a minute.',
    },
    own: { what: 'It’s Frontdesk’s own onboarding service, and lacks nothing.' },
    newest: { what: 'It looks like ChiefOnboarding 2.4.1 or newer, and lacks nothing that Frontdesk needs.' },
    noOffboarding: {
      what: 'It looks like ChiefOnboarding 2.0.32 to 2.4.0. It lacks offboarding, and adding somebody with the role Other ends in an error.',
      todo: 'Update ChiefOnboarding to 2.4.1 or newer. Until then, Frontdesk only adds new hires.',
    },
    onlyOld: {
      what: 'It looks like ChiefOnboarding 2.0.31 or older. It would make new hires administrators, so Frontdesk sends it nothing. It lacks offboarding.',
      todo: 'Update ChiefOnboarding to 2.4.1 or newer.',
    },
    onlyOldAllowed: {
      what: 'It looks like ChiefOnboarding 2.0.31 or older, and makes new hires administrators. FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT allows that. It lacks offboarding.',
      todo: 'Update ChiefOnboarding to 2.4.1 or newer.',
    },
    neither: {
      what: 'It lists people, and has no way to add any.',
      todo: `Enter the onboarding service’s own address: ${correctAddress}.`,
    },
  },
  lists: {
    title: 'Lists',
    fine: (people: number, sequences: number) => ({
      what: `The lists can be read: ${count(people, 'person', 'people')}, ${count(sequences, 'sequence', 'sequences')}.`,
    }),
    noSequences: (people: number) => ({
      what: `The lists can be read: ${count(people, 'person', 'people')}, and no sequence.`,
      todo: 'Make sequences in the onboarding service. Until then, nothing is planned for new hires.',
    }),
    slow: (seconds: number) => ({
      what: `The onboarding service took more than ${seconds} seconds for its lists.`,
      todo: 'Give it more workers or memory. Frontdesk reads the lists in the background, and waits longer there.',
    }),
    unreadable: (sentence: string) => ({
      what: sentence,
      todo: 'Look into the onboarding service’s log, and at a proxy in between.',
    }),
  },
};

export const say = words({ en });
