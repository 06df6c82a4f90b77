import type { Clock } from '../../clock.ts';

/** How often a closed gate lets one request through to see whether the trouble is gone, in milliseconds. */
const probeEvery = 60_000;

/**
 * Holds up all sending while a trouble concerns every request (a refused token, an API that is off): each request
 * would only meet the same refusal. One request a minute goes through as a probe.
 */
export function createGate(clock: Clock) {
  let trouble: Error | undefined;
  let probeAt = 0;

  return {
    /** What holds everything up, or undefined. */
    trouble: () => trouble,
    /** Whether one may be sent now. Asking while closed uses up the probe. */
    pass(): boolean {
      if (!trouble) return true;
      if (clock.now().getTime() < probeAt) return false;
      probeAt = clock.now().getTime() + probeEvery;
      return true;
    },
    /** Closes the gate. @returns whether it was open, so that people are told once */
    close(because: Error): boolean {
      const wasOpen = trouble === undefined;
      trouble = because;
      probeAt = clock.now().getTime() + probeEvery;
      return wasOpen;
    },
    /** Opens it. @returns whether it was closed */
    open(): boolean {
      const wasClosed = trouble !== undefined;
      trouble = undefined;
      return wasClosed;
    },
  };
}
