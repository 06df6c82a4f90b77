import { afterEach } from 'vitest';
import { type Cleanup, createCleanup } from './journeys/office.ts';

/** Where the tests of a file give back their servers and files: after each of them all is gone. */
export function useCleanup(): Cleanup {
  const cleanup = createCleanup();
  afterEach(() => cleanup.now());
  return cleanup;
}
