import { type Check, type Found, failure, ok } from '../check.ts';
import { say as sayChecks } from '../messages.ts';
import { networkTrouble } from '../run.ts';
import type { AskService, Greeting } from './ask-service.ts';
import { say } from './messages.ts';

export type Connected =
  | { service: AskService; mayBePlain: boolean }
  /** Nothing is connected, or the stored address can't be read. */
  | { service?: undefined; why: 'none' | 'noAddress' };

export function serviceCheck(connected: Connected, needs: readonly string[] = []): Check {
  return {
    name: 'service',
    title: () => say().reach.title,
    needs,
    look() {
      if (connected.service) return lookAt(connected.service, connected.mayBePlain);
      const { why } = connected;
      return failure(() => say().reach[why]);
    },
  };
}

async function lookAt(service: AskService, mayBePlain: boolean): Promise<Found> {
  const { address } = service;
  if (service.isPlain && !mayBePlain) return failure(() => say().reach.plain(address));
  try {
    const greeting = await service.greeting();
    return (await troubleIn(greeting, service)) ?? ok(() => say().reach.fine(address));
  } catch (error) {
    const { kind, code } = networkTrouble(error) ?? { kind: 'unknown' as const, code: nameOf(error) };
    return failure(() => sayChecks().network[kind](say().service, code), kind);
  }
}

/** Problem in an answer without a token: the API itself answers 401 and requests a token. */
async function troubleIn(greeting: Greeting, service: AskService): Promise<Found | undefined> {
  const { status, location, wants, text } = greeting;
  if (status === 401 && !/\b(basic|bearer|negotiate|ntlm|digest)\b/.test(wants)) return undefined;
  if (status === 401 || status === 403 || status === 407)
    return failure(() => say().reach.signIn(status), 'signIn');
  if (status >= 300 && status < 400) return redirected(location ?? '?', service.address);
  if (status === 404) {
    const why = (await service.isWell()) ? 'switchedOff' : 'notThere';
    return failure(() => say().reach[why], why);
  }
  if (status === 400) return failure(() => say().reach[rejectedBy(text)], 'rejected');
  return failure(() => say().reach[seriousness(status)](status), seriousness(status));
}

function seriousness(status: number): 'busy' | 'broken' | 'other' {
  if ([429, 502, 503, 504].includes(status)) return 'busy';
  return status >= 500 ? 'broken' : 'other';
}

function rejectedBy(text: string): 'tlsPort' | 'otherHost' {
  return /plain http request|http request to an https/i.test(text) ? 'tlsPort' : 'otherHost';
}

/** ChiefOnboarding redirects to its setup while it has no organization, and with SSL_REDIRECT to https. */
function redirected(target: string, address: string): Found {
  const { host, protocol, pathname = '' } = URL.parse(target) ?? {};
  const from = new URL(address);
  const toHttps = from.protocol === 'http:' && protocol === 'https:' && host === from.host;
  const why = /\/setup\/?$/.test(pathname) ? 'setup' : toHttps ? 'encrypted' : 'elsewhere';
  return failure(() => say().reach[why](target), why);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
