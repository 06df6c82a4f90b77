import { readFileSync } from 'node:fs';
import { beforeEach } from 'vitest';
import { z } from 'zod';

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** These tests try more under an equal title in the whole run, or depend on earlier tests. */
const isWhole = /\/test\/(faults|ledger)\/|\/limits\.test\.ts$/;

/**
 * Skips tests that passed in the run reported in `TEST_PASSED`, such as the SQLite half of a test for both databases.
 * A repeated title in a file passed only if all of its tests did.
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
