import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';

const every = 20_000;

/** Periodically reloads data that other processes may have changed: settings, connection, access. */
export function watchStored(
  stored: readonly { load(): Promise<unknown> }[],
  clock: Clock,
  log: Log,
): Repeating {
  const onError = (err: unknown) => log.error({ err }, 'what other processes stored cannot be read');
  const turn = async () => {
    await Promise.all(stored.map((store) => store.load().catch(onError)));
  };
  return repeat({ clock, every, first: every, turn, onError });
}
