import { words } from '../../language.ts';

const onlyByProxy = 'If your company’s network has a proxy on the way out, set HTTPS_PROXY.';

const whom = { slack: 'Slack', service: 'the onboarding service' } as const;

function size(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB is` : `${Math.floor(megabytes / 1024)} GB is`;
}

const en = {
  comesFirst: (title: string) => ({ what: `Not checked, because “${title}” comes first.` }),
  withoutVariables: (names: readonly string[]) => ({
    what: `Not checked, because ${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing or wrong.`,
  }),
  tooSlow: (seconds: number) => ({
    what: `No result within ${seconds} seconds.`,
    todo: 'Try again. If it happens again, look for something slow in between, such as a firewall or a full disk.',
  }),
  unexpected: (kind: string) => ({
    what: `Frontdesk couldn’t check this (${kind}).`,
    todo: 'Try again. If it happens again, it’s a mistake in Frontdesk: report it with this line.',
  }),
  /**
   * Reasons why a server can't be reached.
   * @param whose the server
   * @param code the system's error code
   */
  network: {
    noName: (whose: string, code: string) => ({
      what: `The host name of ${whose} can’t be found (${code}).`,
      todo: `Check the address for typing mistakes, and the network and DNS of this machine. ${onlyByProxy}`,
    }),
    refused: (whose: string, code: string) => ({
      what: `Nothing answers at the address of ${whose} (${code}).`,
      todo: 'Check that it runs, and its host and port.',
    }),
    noAnswer: (whose: string, code: string) => ({
      what: `There was no answer from ${whose} in time (${code}).`,
      todo: `Check the address, and that no firewall is in between. ${onlyByProxy}`,
    }),
    broken: (whose: string, code: string) => ({
      what: `The connection to ${whose} breaks off (${code}).`,
      todo: 'Try again. If it happens again, look at the firewall, proxy or load balancer in between.',
    }),
    untrusted: (whose: string, code: string) => ({
      what: `The TLS certificate of ${whose} isn’t signed by an authority that this machine trusts (${code}).`,
      todo: 'If your company has an authority of its own, put its certificate into a PEM file, and the file’s path into NODE_EXTRA_CA_CERTS. Otherwise use a certificate of a public authority.',
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
    proxyPassword: (whose: string, code: string) => ({
      what: `The proxy on the way to ${whose} wants a name and a password, or doesn’t accept those it got (${code}).`,
      todo: 'Put them into HTTPS_PROXY (or HTTP_PROXY), as in http://NAME:PASSWORD@proxy.acme.com:3128, with %40 for an @ in them.',
    }),
    proxyRefuses: (whose: string, code: string) => ({
      what: `The proxy doesn’t let Frontdesk through to ${whose} (${code}).`,
      todo: 'Ask those who run the proxy to allow it. If there’s a way without the proxy, put the host name into NO_PROXY.',
    }),
    proxyLost: (whose: string, code: string) => ({
      what: `The proxy can’t reach ${whose} (${code}).`,
      todo: 'Check the address for typing mistakes. If the host is in your own network, put its name into NO_PROXY.',
    }),
    proxyAway: (whose: string, code: string) => ({
      what: `The proxy on the way to ${whose} can’t be used (${code}).`,
      todo: 'Check the proxy’s address in HTTPS_PROXY (or HTTP_PROXY), and that it runs.',
    }),
    unknown: (whose: string, code: string) => ({
      what: `Frontdesk can’t reach ${whose} (${code}).`,
      todo: 'Check the address, and the network of this machine.',
    }),
  },
  clock: {
    title: 'Clock',
    fine: (whose: keyof typeof whom) => ({ what: `The clock agrees with ${whom[whose]}.` }),
    unknown: { what: 'Not checked, because neither Slack nor the onboarding service said what time it is.' },
    wrong: (minutes: number, isAhead: boolean, whose: keyof typeof whom) => ({
      what: `The clock of this machine is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${isAhead ? 'ahead of' : 'behind'} ${whom[whose]}.`,
      todo: 'Set the clock, and keep it right with NTP. With a wrong clock, reminders go out at the wrong time, and Slack’s requests are refused in HTTP mode.',
    }),
  },
  disk: {
    title: 'Disk space',
    fine: (megabytes: number) => ({ what: `${size(megabytes)} free where Frontdesk keeps its data.` }),
    low: (megabytes: number) => ({
      what: `Only ${size(megabytes)} free where Frontdesk keeps its data.`,
      todo: 'Make room, or move the data to a larger disk. On a full disk, Frontdesk can’t save new requests.',
    }),
    unknown: { what: 'Not checked, because the system doesn’t say how much is free.' },
  },
  key: {
    title: 'Encryption key',
    fine: { what: 'The saved admin token can be read.' },
    nothing: { what: 'No admin token is saved, so there’s nothing to decrypt.' },
    unreadable: {
      what: 'The saved admin token was encrypted with another key.',
      todo: 'Put the old FRONTDESK_SECRET or key file back. Or save the token again: npm run frontdesk -- token set',
    },
    missing: (path: string) => ({
      what: `The key file ${path} is missing, and the saved admin token was encrypted with that key.`,
      todo: 'Put the key file back from a backup. Or save the token again, which makes a new key: npm run frontdesk -- token set',
    }),
    broken: (path: string) => ({
      what: `The key file ${path} is empty or cut off, and the saved admin token was encrypted with that key.`,
      todo: 'Put the key file back from a backup. Or save the token again, which makes a new key: npm run frontdesk -- token set',
    }),
    closed: (path: string) => ({
      what: `The key file ${path} can’t be read by the user who runs this.`,
      todo: 'Run Frontdesk as the file’s owner, or give the file to that user (chown).',
    }),
    unused: {
      what: 'A saved admin token can’t be decrypted. It isn’t used, because ONBOARDING_API_TOKEN is set.',
      todo: 'Remove the saved one, if you don’t need it: npm run frontdesk -- token remove',
    },
  },
  /** Shown for setup steps whose count isn't known. */
  uncounted: {
    reading: 'Frontdesk is reading them from the onboarding service.',
    notConnected: 'This shows once an onboarding service is connected.',
    away: 'Frontdesk can’t read them from the onboarding service right now.',
  },
};

export const say = words({ en });
