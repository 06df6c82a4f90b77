import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits for leases and kills takes longest: begun first, nothing is left that everything else waits for. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/test/faults/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Counts Slack's three seconds while it restarts the database: nothing else runs meanwhile. */
const alone = ['test/faults/replaced.test.ts'];

// biome-ignore lint/style/noDefaultExport: Vitest reads no other one.
export default defineConfig({
  test: {
    globalSetup: join(import.meta.dirname, 'before-all.ts'),
    isolate: false,
    maxWorkers: 4,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: alone, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: { name: 'together', exclude: ['**/node_modules/**', ...alone], sequence: { groupOrder: 1 } },
      },
    ],
  },
});
