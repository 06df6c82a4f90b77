import { readFileSync } from 'node:fs';
import { type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest';
import { z } from 'zod';

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

/**
 * Leaves out what passed in an earlier run, whose JSON report is at TEST_PASSED. A test that does more in the whole
 * run has another title there, such as the number of requests.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads no other one.
export default class OnlyTheRest extends TestRunner {
  readonly #passed = passedIn(process.env.TEST_PASSED ?? '');

  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) this.#leaveOut(file, [file.filepath]);
  }

  /** A suite without a test that is left runs no hooks either. */
  #leaveOut(task: RunnerTask, path: string[]): boolean {
    const isOut =
      task.type === 'suite'
        ? task.tasks.map((one) => this.#leaveOut(one, [...path, one.name])).every(Boolean)
        : this.#passed.has(JSON.stringify(path));
    if (isOut) task.mode = 'skip';
    return isOut;
  }
}

function passedIn(report: string): Set<string> {
  const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')));
  const passed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ ancestorTitles, title }) => JSON.stringify([name, ...ancestorTitles, title])),
  );
  return new Set(passed);
}
