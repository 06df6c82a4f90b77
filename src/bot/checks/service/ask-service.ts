import type { Dispatcher } from 'undici';
import { additionsIn } from '../../../contract/additions/paths.ts';
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

  /** A request without the token, since an unknown server may answer. */
  async function greet(): Promise<Greeting> {
    const { origin, pathname } = new URL(url);
    const askedAt = clock.now();
    const { statusCode, headers, body } = await dispatcher.request({
      origin,
      path: pathname.replace(/\/$/, '') + paths.sequences,
      method: 'GET',
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

  return {
    client,
    address: shownAddress(url),
    hasToken: token !== undefined,
    patience,
    isPlain: url.startsWith('http://'),
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
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

function targetOf(location: string | undefined, base: string): string | undefined {
  const target = location === undefined ? null : URL.parse(location, base);
  return target ? `${target.origin}${target.pathname}` : undefined;
}
