import { afterEach } from 'vitest';
import { type Cleanup, createCleanup } from './journeys/office.ts';

/** Cleanup that runs after each test of a file. */
export function useCleanup(): Cleanup {
  const cleanup = createCleanup();
  afterEach(() => cleanup.now());
  return cleanup;
}
