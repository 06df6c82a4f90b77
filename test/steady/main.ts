import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

interface Report {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Circumstances of a run. The moved clocks start a minute before a critical hour, so that the run passes through it. */
const conditions: { name: string; busy?: number; startsAt?: string; zone?: string }[] = [
  { name: 'quiet' },
  { name: 'two cores busy', busy: 2 },
  { name: '29 February, into March', startsAt: '2028-02-29T23:58:30Z' },
  { name: 'into summer time in Berlin', startsAt: '2027-03-28T00:58:30Z', zone: 'Europe/Berlin' },
  { name: 'a Friday evening in Los Angeles', startsAt: '2027-01-02T01:30:00Z', zone: 'America/Los_Angeles' },
  { name: 'New Year’s Eve in Auckland', startsAt: '2026-12-31T10:58:30Z', zone: 'Pacific/Auckland' },
];

/**
 * Runs all tests, or those in the given files, under one condition.
 * @returns the names of the tests that failed, and of files that couldn't be loaded
 */
function failedIn({ busy = 0, startsAt, zone }: (typeof conditions)[number], files: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'steady-'));
  const path = join(folder, 'report.json');
  const ballast = Array.from({ length: busy }, () =>
    spawn(process.execPath, ['-e', 'for (;;) Math.random()'], { stdio: 'ignore' }),
  );
  const env = {
    ...process.env,
    ...(zone && { TZ: zone }),
    ...(startsAt && {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'moved-clock.mjs')}`,
      TEST_CLOCK_SHIFT: String(Date.parse(startsAt) - Date.now()),
    }),
  };
  spawnSync('npm', ['test', '--', '--reporter=json', `--outputFile.json=${path}`, ...files], {
    env,
    stdio: 'ignore',
  });
  for (const child of ballast) child.kill();
  const { testResults }: Report = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(folder, { recursive: true });
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return file;
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
}

/** Runs the tests many times and names those that aren't steady: `npm run steady -- [TIMES] [FILE…]`. */
const [times = '20', ...files] = process.argv.slice(2);
const failures: string[] = [];
for (let run = 0; run < Number(times); run += 1) {
  const condition = conditions[run % conditions.length] ?? { name: 'quiet' };
  const failed = failedIn(condition, files);
  failures.push(...failed);
  process.stdout.write(`${run + 1}/${times} · ${condition.name} · ${failed.length} failed\n`);
}
const unsteady = Map.groupBy(failures, (name) => name);
for (const [name, { length }] of unsteady) process.stdout.write(`Failed ${length} of ${times}: ${name}\n`);
if (unsteady.size > 0) process.exitCode = 1;
else process.stdout.write('All tests are steady.\n');
