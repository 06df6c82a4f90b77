import { additionsIn, paths } from '../../contract/paths.ts';
import { createClient } from '../onboarding/client/client.ts';
import { ListUnreadable, Refused, TimedOut } from '../onboarding/client/errors.ts';
import { placeOf, readBody } from '../onboarding/client/exchange.ts';
import { isWell } from '../onboarding/client/test-connection.ts';
import { explain } from '../onboarding/outage.ts';
import {
  type Check,
  type Found,
  failure,
  type Outside,
  ok,
  once,
  patience,
  unchecked,
  warning,
} from './check.ts';
import type { ClockReadings } from './machine.ts';
import { say as sayChecks } from './messages.ts';
import { networkTrouble, networkVariables } from './network.ts';
import { say } from './service-messages.ts';

interface Greeting {
  status: number;
  location: string | undefined;
  /** Requested authentication schemes, in lower case. */
  wants: string;
  text: string;
}

/** Client of the service for checks; its answers are shared within a run. */
type AskService = ReturnType<typeof createAskService>;

/** Size limit for answers other than lists, in bytes. */
const longestText = 64 * 1024;

function createAskService(
  url: string,
  { connection: { token }, dispatcher, mayBePlain }: Outside,
  readings: ClockReadings,
) {
  const client = createClient({
    connection: () => ({ url, token: token ?? '' }),
    dispatcher,
    readTimeout: patience,
    listTimeout: 2 * patience,
  });

  /** A request without the token, since an unknown server may answer. */
  async function greet(): Promise<Greeting> {
    const askedAt = new Date();
    const { statusCode, headers, body } = await dispatcher.request({
      ...placeOf(url, paths.sequences),
      method: 'GET',
      headers: { accept: 'application/json', 'accept-language': 'en' },
      signal: AbortSignal.timeout(patience),
    });
    const { date, age, location, 'www-authenticate': wants } = headers;
    // The date of a cached answer is old.
    if (age === undefined) readings.heard('service', text(date), askedAt, new Date());
    return {
      status: statusCode,
      location: targetOf(text(location), url),
      wants: (text(wants) ?? '').toLowerCase(),
      text: (await readBody(body, longestText)) ?? '',
    };
  }

  return {
    client,
    address: shownAddress(url),
    hasToken: token !== undefined,
    isExposed: url.startsWith('http://') && !mayBePlain(url),
    greeting: once(greet),
    isWell: once(() => isWell(url, dispatcher)),
    sequences: once(() => client.sequences()),
    endpoints: once(() => client.endpoints()),
    additions: once(async () => additionsIn(await client.description())),
  };
}

function text(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function shownAddress(url: string): string {
  const { origin, path } = placeOf(url, '');
  return origin + path;
}

function targetOf(location: string | undefined, base: string): string | undefined {
  const target = location === undefined ? null : URL.parse(location, base);
  return target ? `${target.origin}${target.pathname}` : undefined;
}

/** Undefined if nothing is connected, or the stored address can't be read. */
export function connectedTo(outside: Outside, readings: ClockReadings): AskService | undefined {
  const { url = '' } = outside.connection;
  return URL.canParse(url) ? createAskService(url, outside, readings) : undefined;
}

export function serviceChecks(service: AskService | undefined, outside: Outside): Check[] {
  const reach: Check = {
    name: 'service',
    title: () => say().reach.title,
    needs: outside.needsFor('connection'),
    variables: ['ONBOARDING_URL', ...networkVariables],
    look() {
      if (service) return lookAt(service);
      const why = outside.connection.url === undefined ? 'none' : 'noAddress';
      return failure(() => say().reach[why], why);
    },
  };
  return service ? [reach, ...checksOf(service, outside.allowAdminCreatingEndpoint)] : [reach];
}

function checksOf(service: AskService, allowsAdmins: boolean): Check[] {
  const { hasToken, sequences, endpoints, additions } = service;
  return [
    {
      name: 'service-token',
      title: () => say().token.title,
      needs: ['service'],
      variables: ['ONBOARDING_API_TOKEN', 'FRONTDESK_SECRET'],
      async look() {
        return hasToken ? verdictOn('token', 'token', service) : failure(() => say().token.none);
      },
    },
    {
      name: 'service-role',
      title: () => say().role.title,
      needs: ['service-token'],
      look: () => verdictOn('role', 'permission', service),
    },
    {
      /** Guesses the service's version from its endpoints, and what that version lacks. Needs no token. */
      name: 'service-version',
      title: () => say().version.title,
      needs: ['service'],
      async look() {
        const has = await endpoints().catch(() => undefined);
        if (!has) return unchecked(() => say().version.unknown);
        if ((await additions().catch(() => new Set())).size > 0) return ok(() => say().version.own);
        if (has.users && has.offboarding) return ok(() => say().version.newest);
        if (has.users) return warning(() => say().version.noOffboarding);
        if (!has.newHires) return failure(() => say().version.neither);
        return allowsAdmins
          ? warning(() => say().version.onlyOldAllowed)
          : failure(() => say().version.onlyOld, 'old');
      },
    },
    {
      /** Whether the lists for menus can be read to their end. */
      name: 'service-lists',
      title: () => say().lists.title,
      needs: ['service'],
      async look() {
        if (!hasToken) return after('token');
        try {
          const [{ length }, { size }] = [await sequences(), await service.client.employees()];
          if (length === 0) return warning(() => say().lists.noSequences(size));
          return ok(() => say().lists.fine(size, length));
        } catch (error) {
          return unread(error);
        }
      },
    },
  ];
}

async function lookAt(service: AskService): Promise<Found> {
  const { address } = service;
  if (service.isExposed) return failure(() => say().reach.plain(address));
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

/** @param reason of the service's refusal if it is about this */
async function verdictOn(
  what: 'token' | 'role',
  reason: 'token' | 'permission',
  { sequences }: AskService,
): Promise<Found> {
  try {
    await sequences();
  } catch (error) {
    const refusal = error instanceof Refused ? error.reason : undefined;
    if (refusal === reason) return failure(() => say()[what].refused, reason);
    // The lists failed for another reason, so the service gave no verdict on the token.
    if (refusal !== 'token' && refusal !== 'permission') return after('lists');
  }
  return ok(() => say()[what].fine);
}

function unread(error: unknown): Found {
  if (!(error instanceof Error)) throw error;
  if (error instanceof Refused && error.reason === 'token') return after('token');
  if (error instanceof Refused && error.reason === 'permission') return after('role');
  if (error instanceof TimedOut || (error instanceof ListUnreadable && error.fault === 'tooSlow')) {
    const seconds = Math.round(patience / 1000);
    return warning(() => say().lists.slow(seconds));
  }
  const fault = error instanceof ListUnreadable ? error.fault : error.name;
  return failure(() => say().lists.unreadable(explain(error)), fault);
}

function after(check: 'token' | 'role' | 'lists'): Found {
  return unchecked(() => sayChecks().comesFirst(say()[check].title));
}
