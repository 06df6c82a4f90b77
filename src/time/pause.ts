import type { Clock } from './clock.ts';

/** Waits `ms` milliseconds, or until the signal aborts. Resolves either way: callers check the signal. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(ms, over.resolve);
  const giveUp = () => over.resolve();
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  return over.promise.finally(() => {
    cancel();
    signal?.removeEventListener('abort', giveUp);
  });
}
