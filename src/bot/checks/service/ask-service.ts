import type { Dispatcher } from 'undici';
import { additions } from '../../../contract/additions/paths.ts';
import { paths } from '../../../contract/paths.ts';
import type { Clock } from '../../../time/clock.ts';
import { createClient } from '../../onboarding/client/client.ts';
import { readBody, textOf } from '../../onboarding/client/read-body.ts';
import { isWell } from '../../onboarding/client/test-connection.ts';
import type { ClockReadings } from '../machine/clock.ts';
import { once } from '../once.ts';

interface AskServiceOptions {
  url: string;
  /** Undefined where none is known, or none that can be read. */
  token: string | undefined;
  dispatcher: Dispatcher;
  /** How long each answer may take, in milliseconds. */
  patience: number;
  readings: ClockReadings;
  clock: Clock;
}

/** What answered, whatever it is. */
export interface Greeting {
  status: number;
  /** Where a redirect leads, without what could be secret in it. */
  location: string | undefined;
  /** The kinds of signing in that are asked for, in lower case. */
  wants: string;
  /** The beginning of the body. */
  text: string;
}

/** The way in which checks ask the onboarding service: each answer counts for all checks of one run. */
export type AskService = ReturnType<typeof createAskService>;

/** The most that is read of an answer which is no list, in bytes. */
const longestText = 64 * 1024;

export function createAskService({ url, token, dispatcher, patience, readings, clock }: AskServiceOptions) {
  const client = createClient({
    connection: () => ({ url, token: token ?? '' }),
    dispatcher,
    readTimeout: patience,
    listTimeout: 2 * patience,
  });

  /** Without the token: what answers may be anybody. @throws what undici throws */
  async function ask(method: 'GET' | 'OPTIONS', path: string): Promise<Greeting> {
    const { origin, pathname } = new URL(url);
    const askedAt = clock.now();
    const { statusCode, headers, body } = await dispatcher.request({
      origin,
      path: pathname.replace(/\/$/, '') + path,
      method,
      headers: { accept: 'application/json', 'accept-language': 'en' },
      signal: AbortSignal.timeout(patience),
    });
    const { date, age, location, 'www-authenticate': wants } = headers;
    // An answer that a cache kept is as old as it says.
    if (age === undefined) readings.heard('service', text(date), askedAt, clock.now());
    const read = await readBody(body, longestText);
    return {
      status: statusCode,
      location: targetOf(text(location), url),
      wants: (text(wants) ?? '').toLowerCase(),
      text: read ? textOf(read) : '',
    };
  }

  /** Whether a path exists: without a token it is 401 then, and 404 otherwise; undefined for any other answer. */
  async function has(path: string): Promise<boolean | undefined> {
    const { status } = await ask('OPTIONS', path);
    if (status === 404) return false;
    return status === 401 || status === 200 ? true : undefined;
  }

  return {
    client,
    address: shownAddress(url),
    hasToken: token !== undefined,
    patience,
    isPlain: url.startsWith('http://'),
    greeting: once(() => ask('GET', paths.sequences)),
    /** Whether it says of itself that it is well, at the path that monitoring asks. */
    isWell: once(() => isWell(url, dispatcher)),
    sequences: once(() => client.sequences()),
    endpoints: once(endpoints),
  };

  /** Which endpoints there are; undefined where an answer does not say so, or none came in time. */
  async function endpoints(): Promise<Endpoints | undefined> {
    const found: Partial<Endpoints> = {};
    for (const [name, path] of Object.entries(asked)) {
      // One that is slow to say this is not asked for more.
      const isThere = await has(path).catch(() => undefined);
      if (isThere === undefined) return undefined;
      found[name as keyof Endpoints] = isThere;
    }
    return { ...none, ...found };
  }
}

/** What tells one version from another. */
const asked = {
  users: paths.users,
  newHires: paths.newHires,
  offboarding: paths.offboarding,
  additions: additions.people,
} as const;
type Endpoints = Record<keyof typeof asked, boolean>;
const none: Endpoints = { users: false, newHires: false, offboarding: false, additions: false };

function text(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/** An address as it may be shown: without a name and a password in it, and without a query. */
function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

function targetOf(location: string | undefined, base: string): string | undefined {
  const target = location === undefined ? null : URL.parse(location, base);
  return target ? `${target.origin}${target.pathname}` : undefined;
}
