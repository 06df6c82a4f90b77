import { afterEach } from 'vitest';
import { type Cleanup, createCleanup } from './journeys/office.ts';

export function useCleanup(): Cleanup {
  const cleanup = createCleanup();
  afterEach(() => cleanup.now());
  return cleanup;
}
