import { readFileSync } from 'node:fs';
import { beforeEach } from 'vitest';
import { z } from 'zod';

/** Vitest's JSON report, as far as it's read here. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** They try more under the same title when they are whole, or look at what the tests before them have shown. */
const isWhole = /\/test\/(faults|ledger)\/|\/limits\.test\.ts$/;

/**
 * What passed in the run whose report `TEST_PASSED` names isn't run again: of a test with two databases, say, the half
 * on SQLite. Titles that stand twice in a file count as passed when all of them did.
 */
const passed = new Set<string>();
const report = Report.parse(JSON.parse(readFileSync(process.env.TEST_PASSED ?? '', 'utf8')));
for (const { name, assertionResults } of report.testResults) {
  if (isWhole.test(name)) continue;
  const not = new Set(
    assertionResults.filter(({ status }) => status !== 'passed').map((one) => one.fullName),
  );
  for (const { fullName } of assertionResults) if (!not.has(fullName)) passed.add(`${name} ${fullName}`);
}

beforeEach(({ task, skip }) => {
  const titles = [task.name];
  for (let suite = task.suite; suite?.name; suite = suite.suite) titles.unshift(suite.name);
  if (passed.has(`${task.file.filepath} ${titles.join(' ')}`)) skip();
});
