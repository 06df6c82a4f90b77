import { plural, words } from '../../language.ts';

const viaProxy = 'Behind a proxy, set HTTPS_PROXY.';

const whom = { slack: 'Slack', service: 'the onboarding service' } as const;

const saveAgain = 'save the token again: npm run frontdesk -- token set';
const newKey = `Restore the key file from a backup, or ${saveAgain}`;

function size(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
}

const en = {
  comesFirst: (title: string) => ({ what: `“${title}” comes first.` }),
  withoutVariables: (names: readonly string[]) => ({
    what: `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing or wrong.`,
  }),
  tooSlow: (seconds: number) => ({
    what: `No result within ${seconds} seconds.`,
    todo: 'Look for a slow firewall or a full disk.',
  }),
  unexpected: (kind: string) => ({
    what: `Frontdesk couldn’t check this (${kind}).`,
    todo: 'Try again. If it happens again, report this line.',
  }),
  /**
   * Reasons why a server can't be reached.
   * @param whose the server
   * @param code the system's error code
   */
  network: {
    noName: (whose: string, code: string) => ({
      what: `The host name of ${whose} can’t be found (${code}).`,
      todo: `Check the address and this machine’s DNS. ${viaProxy}`,
    }),
    refused: (whose: string, code: string) => ({
      what: `Nothing answers at the address of ${whose} (${code}).`,
      todo: 'Check that it runs, and its host and port.',
    }),
    noAnswer: (whose: string, code: string) => ({
      what: `No answer from ${whose} in time (${code}).`,
      todo: `Check the address and the firewall. ${viaProxy}`,
    }),
    broken: (whose: string, code: string) => ({
      what: `The connection to ${whose} breaks off (${code}).`,
      todo: 'Check the firewall, proxy or load balancer.',
    }),
    untrusted: (whose: string, code: string) => ({
      what: `This machine doesn’t trust the TLS certificate of ${whose} (${code}).`,
      todo: 'If it’s your company’s own, set NODE_EXTRA_CA_CERTS to a PEM file with the authority’s certificate.',
    }),
    expired: (whose: string, code: string) => ({
      what: `The TLS certificate of ${whose} isn’t valid now (${code}).`,
      todo: 'Renew it, or correct this machine’s clock.',
    }),
    otherName: (whose: string, code: string) => ({
      what: `The TLS certificate of ${whose} is for another host name (${code}).`,
      todo: 'Use the certificate’s host name, or get another certificate.',
    }),
    noTls: (whose: string, code: string) => ({
      what: `The address of ${whose} begins with https://, but doesn’t speak TLS (${code}).`,
      todo: 'Correct the port, or set up TLS there.',
    }),
    notHttp: (whose: string, code: string) => ({
      what: `The address of ${whose} doesn’t speak HTTP (${code}).`,
      todo: 'Check the host and port.',
    }),
    proxyPassword: (whose: string, code: string) => ({
      what: `The proxy for ${whose} doesn’t accept the name and password, or needs them (${code}).`,
      todo: 'Put them into HTTPS_PROXY (or HTTP_PROXY), as in http://NAME:PASSWORD@proxy.acme.com:3128, with %40 for @.',
    }),
    proxyRefuses: (whose: string, code: string) => ({
      what: `The proxy doesn’t let Frontdesk through to ${whose} (${code}).`,
      todo: 'Allow it in the proxy, or put the host name into NO_PROXY.',
    }),
    proxyLost: (whose: string, code: string) => ({
      what: `The proxy can’t reach ${whose} (${code}).`,
      todo: 'Check the address. If the host is in your network, put its name into NO_PROXY.',
    }),
    proxyAway: (whose: string, code: string) => ({
      what: `The proxy for ${whose} can’t be used (${code}).`,
      todo: 'Check that it runs, and its address in HTTPS_PROXY (or HTTP_PROXY).',
    }),
    unknown: (whose: string, code: string) => ({
      what: `Frontdesk can’t reach ${whose} (${code}).`,
      todo: 'Check the address and this machine’s network.',
    }),
  },
  clock: {
    title: 'Clock',
    fine: (whose: keyof typeof whom) => ({ what: `The clock agrees with ${whom[whose]}.` }),
    unknown: { what: 'No time to compare with.' },
    wrong: (minutes: number, isAhead: boolean, whose: keyof typeof whom) => ({
      what: `This machine’s clock is ${plural(minutes, 'minute')} ${isAhead ? 'ahead of' : 'behind'} ${whom[whose]}.`,
      todo: 'Set the clock with NTP.',
    }),
  },
  disk: {
    title: 'Disk space',
    fine: (megabytes: number) => ({ what: `${size(megabytes)} free.` }),
    low: (megabytes: number) => ({
      what: `Only ${size(megabytes)} free.`,
      todo: 'Make room, or move the data to a larger disk.',
    }),
    unknown: { what: 'The system doesn’t report free space.' },
  },
  key: {
    title: 'Encryption key',
    fine: { what: 'The saved admin token can be read.' },
    nothing: { what: 'No admin token is saved.' },
    unreadable: {
      what: 'The saved admin token was encrypted with another key.',
      todo: `Restore the old FRONTDESK_SECRET or key file, or ${saveAgain}`,
    },
    missing: (path: string) => ({
      what: `The key file ${path} is missing.`,
      todo: newKey,
    }),
    broken: (path: string) => ({
      what: `The key file ${path} is damaged.`,
      todo: newKey,
    }),
    closed: (path: string) => ({
      what: `The user who runs this can’t read the key file ${path}.`,
      todo: 'Run Frontdesk as the file’s owner, or change its owner (chown).',
    }),
    unused: {
      what: 'A saved admin token can’t be decrypted, but isn’t used.',
      todo: 'Remove it: npm run frontdesk -- token remove',
    },
  },
  /** Shown for setup steps whose count isn't known. */
  uncounted: {
    reading: 'Loading from the onboarding service.',
    notConnected: 'Connect an onboarding service first.',
    away: 'The onboarding service can’t be read right now.',
  },
};

export const say = words({ en });
