import type { Log } from '../log.ts';
import { type Clock, type Repeating, repeat } from '../time/clock.ts';

export type Changes = ReturnType<typeof createChanges>;

export function createChanges() {
  const listeners: (() => void)[] = [];
  return {
    tell(): void {
      for (const listener of listeners) listener();
    },
    listen: (listener: () => void) => void listeners.push(listener),
  };
}

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
