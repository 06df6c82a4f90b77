import type { Dispatcher } from 'undici';
import { additions } from '../../../contract/additions/paths.ts';
import { paths } from '../../../contract/paths.ts';
import type { Clock } from '../../../time/clock.ts';
import { createClient } from '../../onboarding/client/client.ts';
import { readBody } from '../../onboarding/client/read-body.ts';
import { isWell } from '../../onboarding/client/test-connection.ts';
import { once } from '../check.ts';
import type { ClockReadings } from '../machine.ts';

interface AskServiceOptions {
  url: string;
  token: string | undefined;
  dispatcher: Dispatcher;
  /** Time limit for each answer, in milliseconds. */
  patience: number;
  readings: ClockReadings;
  clock: Clock;
}

export interface Greeting {
  status: number;
  location: string | undefined;
  /** Requested authentication schemes, in lower case. */
  wants: string;
  text: string;
}

/** Client of the service for checks; its answers are shared within a run. */
export type AskService = ReturnType<typeof createAskService>;

/** Size limit for answers other than lists, in bytes. */
const longestText = 64 * 1024;

export function createAskService({ url, token, dispatcher, patience, readings, clock }: AskServiceOptions) {
  const client = createClient({
    connection: () => ({ url, token: token ?? '' }),
    dispatcher,
    readTimeout: patience,
    listTimeout: 2 * patience,
  });

  /** Requests without the token, since an unknown server may answer. */
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
    // The date of a cached answer is old.
    if (age === undefined) readings.heard('service', text(date), askedAt, clock.now());
    return {
      status: statusCode,
      location: targetOf(text(location), url),
      wants: (text(wants) ?? '').toLowerCase(),
      text: (await readBody(body, longestText)) ?? '',
    };
  }

  /** Whether a path exists: without a token the answer is 401 then, and 404 otherwise; undefined if unclear. */
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
    isWell: once(() => isWell(url, dispatcher)),
    sequences: once(() => client.sequences()),
    endpoints: once(endpoints),
  };

  async function endpoints(): Promise<Endpoints | undefined> {
    const found: Partial<Endpoints> = {};
    for (const [name, path] of Object.entries(asked)) {
      const isThere = await has(path).catch(() => undefined);
      if (isThere === undefined) return undefined;
      found[name as keyof Endpoints] = isThere;
    }
    return { ...none, ...found };
  }
}

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

function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

function targetOf(location: string | undefined, base: string): string | undefined {
  const target = location === undefined ? null : URL.parse(location, base);
  return target ? `${target.origin}${target.pathname}` : undefined;
}
