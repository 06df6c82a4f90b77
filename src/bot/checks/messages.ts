/** Every sentence of the checks that is not about Slack, the onboarding service or the machine alone. */

/** @param title of the check that comes first */
export const comesFirst = (title: string) => ({ what: `Not checked, because “${title}” comes first.` });
/** @param names of the variables that are missing or wrong */
export const withoutVariables = (names: readonly string[]) => ({
  what: `Not checked, because ${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing or wrong.`,
});
export const tooSlow = (seconds: number) => ({
  what: `No result within ${seconds} seconds.`,
  todo: 'Try again. If it happens again, look for something slow in between, such as a firewall or a full disk.',
});
/** @param kind of the error, in one word */
export const unexpected = (kind: string) => ({
  what: `Frontdesk couldn’t check this (${kind}).`,
  todo: 'Try again. If it happens again, it’s a mistake in Frontdesk: report it with this line.',
});

/** Why a server can’t be reached. @param whose it is @param code the system’s word */
export const network = {
  noName: (whose: string, code: string) => ({
    what: `The host name of ${whose} can’t be found (${code}).`,
    todo: 'Check the address for typing mistakes, and the network and DNS of this machine.',
  }),
  refused: (whose: string, code: string) => ({
    what: `Nothing answers at the address of ${whose} (${code}).`,
    todo: 'Check that it runs, and its host and port.',
  }),
  noAnswer: (whose: string, code: string) => ({
    what: `There was no answer from ${whose} in time (${code}).`,
    todo: 'Check the address, and that no firewall is in between. Frontdesk doesn’t use an outgoing proxy.',
  }),
  broken: (whose: string, code: string) => ({
    what: `The connection to ${whose} breaks off (${code}).`,
    todo: 'Try again. If it happens again, look at the firewall, proxy or load balancer in between.',
  }),
  untrusted: (whose: string, code: string) => ({
    what: `The TLS certificate of ${whose} isn’t signed by an authority that this machine trusts (${code}).`,
    todo: 'Use a certificate of a public authority, or start Frontdesk with your own authority’s file in NODE_EXTRA_CA_CERTS. In .env it has no effect.',
  }),
  expired: (whose: string, code: string) => ({
    what: `The TLS certificate of ${whose} isn’t valid now (${code}).`,
    todo: 'Renew the certificate. If it’s valid, correct the clock of this machine.',
  }),
  otherName: (whose: string, code: string) => ({
    what: `The TLS certificate of ${whose} is for another host name (${code}).`,
    todo: 'Use the host name that the certificate is for, or get a certificate for this one.',
  }),
  noTls: (whose: string, code: string) => ({
    what: `The address of ${whose} begins with https://, and what answers there doesn’t speak TLS (${code}).`,
    todo: 'Correct the port, or set up TLS there.',
  }),
  notHttp: (whose: string, code: string) => ({
    what: `What answers at the address of ${whose} doesn’t speak HTTP (${code}).`,
    todo: 'Check the host and port of the address.',
  }),
  unknown: (whose: string, code: string) => ({
    what: `Frontdesk can’t reach ${whose} (${code}).`,
    todo: 'Check the address, and the network of this machine.',
  }),
} as const;
