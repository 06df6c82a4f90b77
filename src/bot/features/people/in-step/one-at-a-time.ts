import { pause } from '../../../../time/pause.ts';
import type { PeopleDeps } from '../deps.ts';

/** How long nobody else begins after this process went away in the middle, in milliseconds: longer than the service may take. */
const lease = 2 * 60_000;
/** How often it is looked whether another process is through, in milliseconds, and how many times. */
const lookEvery = 500;
const looks = (2 * lease) / lookEvery;

type Deps = Pick<PeopleDeps, 'slackPeople' | 'clock'>;

/**
 * Does something that no other process does at the same time. Two changes of one person may reach two processes: what
 * the first one has told the service, the second one has to find noted, or the older change would come last.
 * @throws when another process takes too long, or the signal is aborted
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
