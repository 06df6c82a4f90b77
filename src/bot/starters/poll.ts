import type { Dispatcher } from 'undici';
import { parsedJson } from '../../json.ts';
import type { Log } from '../../log.ts';
import { type Clock, type Repeating, repeat } from '../../time/clock.ts';
import { readBody } from '../onboarding/client/exchange.ts';
import { digestOf, type StarterSources } from '../storage/starter-sources.ts';
import { mistakeInAddress } from '../webhooks/address.ts';
import type { WebhookRules } from '../webhooks/post.ts';

/** Limits of a reading, and interval of looking for addresses that are due. In milliseconds and bytes. */
const [patience, mostBytes, every] = [20_000, 1024 * 1024, 60_000];

interface Options extends WebhookRules {
  starterSources: Pick<StarterSources, 'claimPoll' | 'polled' | 'receive'>;
  /** Connects to no private network unless that is allowed. */
  dispatcher: Dispatcher;
  clock: Clock;
  log: Log;
}

/** Reads the addresses of sources regularly, each in one process, and stores what has changed. */
export function pollStarters({ starterSources, dispatcher, mayBePrivate, clock, log }: Options): Repeating {
  async function turn(stopping: AbortSignal): Promise<void> {
    for (let source = await starterSources.claimPoll(); source; source = await starterSources.claimPoll()) {
      const reading = await bodyAt(source.address ?? '', stopping);
      if (stopping.aborted) return;
      if ('trouble' in reading) log.warn({ source: source.id }, 'an address with starters cannot be read');
      // The event first: a crash in between only repeats it.
      else if (source.polled !== digestOf(reading.body)) await starterSources.receive(source, reading.body);
      await starterSources.polled(source.id, reading);
    }
  }

  async function bodyAt(address: string, stopping: AbortSignal): Promise<Reading> {
    if (mistakeInAddress(address, mayBePrivate)) return { trouble: 'unreachable' };
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(patience)]);
    try {
      const { origin, pathname, search } = new URL(address);
      const headers = { accept: 'application/json' };
      const options = { origin, path: `${pathname}${search}`, method: 'GET', headers, signal } as const;
      const { statusCode: status, body } = await dispatcher.request(options);
      const text = await readBody(body, mostBytes);
      if (status !== 200) return { trouble: String(status) };
      if (text === undefined) return { trouble: 'tooLarge' };
      return parsedJson(text) === undefined ? { trouble: 'noJson' } : { body: text };
    } catch {
      return { trouble: 'unreachable' };
    }
  }

  const onError = (err: unknown) => log.error({ err }, 'addresses with starters cannot be read');
  return repeat({ clock, every, turn, onError });
}

type Reading = { body: string } | { trouble: string };
