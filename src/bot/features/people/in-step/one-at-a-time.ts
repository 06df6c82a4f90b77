import { pause } from '../../../../time/pause.ts';
import type { PeopleDeps } from '../deps.ts';

/** How long a crashed process blocks others, in milliseconds. Must exceed the service's timeout. */
const lease = 2 * 60_000;
/** Milliseconds between attempts to get the lock, and the number of attempts. */
const lookEvery = 500;
const looks = (2 * lease) / lookEvery;

type Deps = Pick<PeopleDeps, 'slackPeople' | 'clock'>;

/**
 * Runs work under a lock shared by all processes. Without it, two changes of one person handled by two processes
 * could reach the service in the wrong order.
 * @throws an error when another process takes too long, or the signal's reason when aborted
 */
export async function oneAtATime<Result>(
  work: () => Promise<Result>,
  { slackPeople, clock }: Deps,
  signal: AbortSignal,
): Promise<Result> {
  for (let left = looks; left > 0; left -= 1) {
    signal.throwIfAborted();
    const place = await slackPeople.enter(lease);
    if (place !== undefined) return work().finally(() => slackPeople.leave(place));
    await pause(clock, lookEvery, signal);
  }
  throw new Error('Another process has been telling the service of people for minutes.');
}
