// Counts what reports of the tests say: `tally.mjs REPORT [EARLIER]`. With TEST_EVERYTHING=1 all tests of the report
// have to pass there or in the earlier one.
import { readFileSync } from 'node:fs';

const say = (line) => process.stdout.write(`${line}\n`);
const passed = new Set();
const failed = new Set();
const left = new Set();

function read(report, skipped) {
  for (const { name, status, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    for (const { ancestorTitles, title, status: state } of assertionResults) {
      const tests = state === 'passed' ? passed : state === 'failed' ? failed : skipped;
      tests.add(JSON.stringify([name, ...ancestorTitles, title]));
    }
    // A file that cannot be loaded has no tests that failed.
    if (status === 'failed' && assertionResults.every((one) => one.status !== 'failed')) failed.add(name);
  }
}

const [report, earlier] = process.argv.slice(2);
read(report, left);
if (earlier) read(earlier, new Set());
const out = left.difference(passed).size;
const isEverything = process.env.TEST_EVERYTHING === '1';
if (out > 0) say(`${out} tests were left out${isEverything ? ': none may be' : ''}.`);
const wrong = failed.size + (isEverything ? out : 0);
say(`${passed.size} passed, ${wrong} failed`);
process.exitCode = wrong > 0 ? 1 : 0;
