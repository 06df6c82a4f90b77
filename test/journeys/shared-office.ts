import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Cleanup, createCleanup, type Office } from './office.ts';

/**
 * One office for all tests of a file, or of the `describe` that calls this: opening one costs more than most journeys.
 * Each test finds every window closed; what earlier ones entered and were told is still there, so each adds somebody
 * else.
 * @param open opens it, with its service and what else belongs to it
 * @returns what gives the office, within a test
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
