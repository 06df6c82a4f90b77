import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isWhole = process.env.TEST_FAULTS === 'whole';

/** Files that wait most of the time, for leases and kills, longest first. */
const waiting = ['truth', 'kill', 'elsewhere', 'service-crash', 'tasks', ''];

/** Starts waiting files first; in a whole run three of them, and the others between files that compute. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) =>
      waiting.findIndex((name) => moduleId.includes(`/test/faults/${name}`));
    const sorted = (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
    const rest = sorted.filter((file) => rankOf(file) < 0);
    const first = sorted.filter((file) => rankOf(file) >= 0);
    return [...first.flatMap((file, at) => [file, ...rest.splice(0, isWhole && at > 1 ? 4 : 0)]), ...rest];
  }
}

/** Measures Slack's three seconds while it restarts PostgreSQL, so it runs alone. */
const alone = ['test/faults/replaced.test.ts'];
/** Computes without a pause: tests that wait would starve beside it. */
const simulation = ['test/simulation/*.test.ts'];

// biome-ignore lint/style/noDefaultExport: Vitest reads no other one.
export default defineConfig({
  test: {
    globalSetup: join(import.meta.dirname, 'before-all.ts'),
    isolate: false,
    ...(process.env.TEST_PASSED && { runner: join(import.meta.dirname, 'only-the-rest.ts') }),
    // More workers than cores, since some only wait; the whole run waits most, for leases and restarts.
    maxWorkers: isWhole ? 5 : 4,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: WaitingFirst },
    projects: [
      // A group without a test costs three seconds.
      ...(process.env.TEST_POSTGRES_URL
        ? [{ extends: true, test: { name: 'alone', include: alone, sequence: { groupOrder: 0 } } } as const]
        : []),
      { extends: true, test: { name: 'simulation', include: simulation, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: 'together',
          // In a short run optimized code costs more than it saves.
          execArgv: isWhole ? [] : ['--no-opt'],
          exclude: ['**/node_modules/**', ...alone, ...simulation],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
