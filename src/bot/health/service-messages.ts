import { plural, words } from '../../language.ts';

const connect =
  'Press “Connect” in App Home. Or: npm run frontdesk -- token set --url https://onboarding.acme.com';
const newToken =
  'Create an administrator’s token there (ChiefOnboarding: manage.py drf_create_token). Save it with “Connect” in App Home, ' +
  'npm run frontdesk -- token set, or in ONBOARDING_API_TOKEN.';
const update = 'Update ChiefOnboarding to 2.4.1 or newer.';
const correctAddress = 'correct ONBOARDING_URL, or the address under “Connect” in App Home';

const en = {
  service: 'the onboarding service',
  reach: {
    title: 'Onboarding service',
    fine: (address: string) => ({ what: `The API answers at ${address}.` }),
    none: { what: 'No onboarding service is connected.', todo: connect },
    noAddress: { what: 'The saved address can’t be read.', todo: connect },
    plain: (address: string) => ({
      what: `The address ${address} isn’t encrypted, so others could read the admin token.`,
      todo: `Use https://. In a private network, set ONBOARDING_ALLOW_HTTP=True.`,
    }),
    setup: (target: string) => ({
      what: `The onboarding service isn’t set up yet: it redirects to ${target}.`,
      todo: 'Open that address in a browser and set it up.',
    }),
    encrypted: (target: string) => ({
      what: `The onboarding service redirects to ${target}.`,
      todo: `Begin the address with https://: ${correctAddress}.`,
    }),
    elsewhere: (target: string) => ({
      what: `The address redirects to ${target}.`,
      todo: `Use the final address: ${correctAddress}. If it’s a sign-in page, let Frontdesk past it.`,
    }),
    switchedOff: {
      what: 'The onboarding service’s API is switched off.',
      todo: 'Start the service with API_ACCESS=True.',
    },
    notThere: {
      what: 'There’s no onboarding API at this address (status 404).',
      todo: `Enter the base address, without /api: ${correctAddress}.`,
    },
    otherHost: {
      what: 'The onboarding service rejects this address (status 400).',
      todo: `Add its host name to ALLOWED_HOSTS there, or ${correctAddress}.`,
    },
    tlsPort: {
      what: 'The address begins with http://, but the server expects https.',
      todo: `Begin it with https://: ${correctAddress}.`,
    },
    signIn: (status: number) => ({
      what: `The address asks for a sign-in (status ${status}).`,
      todo: 'Let Frontdesk past it for /api/.',
    }),
    other: (status: number) => ({
      what: `The server at this address isn’t an onboarding service (status ${status}).`,
      todo: `Enter the service’s own address: ${correctAddress}.`,
    }),
    busy: (status: number) => ({
      what: `The onboarding service is busy, or isn’t running behind its proxy (status ${status}).`,
      todo: 'Check that it runs.',
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
    refused: {
      what: 'The onboarding service doesn’t accept the admin token.',
      todo: newToken,
    },
  },
  role: {
    title: 'Token’s role',
    fine: { what: 'The admin token is an administrator’s.' },
    refused: {
      what: 'The admin token isn’t an administrator’s.',
      todo: newToken,
    },
  },
  version: {
    title: 'API version',
    unknown: { what: 'The onboarding service didn’t answer. Try again in a minute.' },
    own: { what: 'Frontdesk’s own onboarding service.' },
    newest: { what: 'Looks like ChiefOnboarding 2.4.1 or newer.' },
    noOffboarding: {
      what: 'Looks like ChiefOnboarding 2.0.32 to 2.4.0: offboarding and the role Other don’t work.',
      todo: update,
    },
    onlyOld: {
      what: 'Looks like ChiefOnboarding 2.0.31 or older: it can’t offboard and would make new hires administrators, so nothing is sent.',
      todo: update,
    },
    onlyOldAllowed: {
      what: 'Looks like ChiefOnboarding 2.0.31 or older: it can’t offboard and makes new hires administrators (FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT allows that).',
      todo: update,
    },
    neither: {
      what: 'It lists people, but can’t add any.',
      todo: `Enter the onboarding service’s own address: ${correctAddress}.`,
    },
  },
  lists: {
    title: 'Lists',
    fine: (people: number, sequences: number) => ({
      what: `${plural(people, 'person', 'people')}, ${plural(sequences, 'sequence')}.`,
    }),
    noSequences: (people: number) => ({
      what: `${plural(people, 'person', 'people')}, no sequences.`,
      todo: 'Create sequences in the onboarding service.',
    }),
    slow: (seconds: number) => ({
      what: `The lists took more than ${seconds} seconds.`,
      todo: 'Give the onboarding service more workers or memory.',
    }),
    unreadable: (sentence: string) => ({
      what: sentence,
      todo: 'Look into the onboarding service’s log, and at the proxy.',
    }),
  },
};

export const say = words({ en });
