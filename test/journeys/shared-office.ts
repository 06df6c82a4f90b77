import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Cleanup, createCleanup, type Office } from './office.ts';

/**
 * Shares an office, as opening one costs more than most journeys. Entries and messages of earlier tests
 * remain, so each must add somebody else.
 */
export function sharedOffice<Opened extends Office>(open: (cleanup: Cleanup) => Promise<Opened>) {
  const cleanup = createCleanup();
  let office: Opened | undefined;

  function opened(): Opened {
    if (!office) throw new Error('The office is opened before the first test, and not earlier.');
    return office;
  }

  beforeAll(async () => {
    office = await open(cleanup);
  });
  beforeEach(async () => {
    const { ines, marcus, sofia, robin } = opened();
    for (const person of [ines, marcus, sofia, robin]) await person.closeAll();
  });
  afterAll(() => cleanup.now());
  return opened;
}
